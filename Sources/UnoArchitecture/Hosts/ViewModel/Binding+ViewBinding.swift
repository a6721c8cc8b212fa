#if canImport(SwiftUI)
    public import SwiftUI

    // Linux has no SwiftUI: there the gate type-checks this file against the signatures in Tests/Apple/SwiftUI.

    extension Binding {
        /// The binding of a control to a view model's field.
        @MainActor
        public init(_ binding: ViewBinding<Value>) {
            self.init(
                get: { @MainActor in binding.value },
                set: { @MainActor in binding.value = $0 }
            )
        }
    }

    extension ViewModel {
        /// The field at `path` for a SwiftUI control: `TextField("City", text: model.binding(\.query, send: Action.typed))`.
        ///
        /// Disfavoured, so that a call whose context does not ask for a `Binding` makes a ``ViewBinding``.
        @_disfavoredOverload
        public func binding<Value: Equatable>(
            _ path: KeyPath<ViewState, Value>,
            note: String? = nil,
            fileID: StaticString = #fileID,
            function: StaticString = #function,
            line: UInt = #line,
            send action: @escaping (Value) -> Action
        ) -> Binding<Value> {
            let binding: ViewBinding<Value> = binding(
                path,
                note: note,
                fileID: fileID,
                function: function,
                line: line,
                send: action
            )
            return Binding(binding)
        }

        /// The form for a field that cannot be compared.
        @_disfavoredOverload
        public func binding<Value>(
            _ path: KeyPath<ViewState, Value>,
            note: String? = nil,
            fileID: StaticString = #fileID,
            function: StaticString = #function,
            line: UInt = #line,
            send action: @escaping (Value) -> Action
        ) -> Binding<Value> {
            let binding: ViewBinding<Value> = binding(
                path,
                note: note,
                fileID: fileID,
                function: function,
                line: line,
                send: action
            )
            return Binding(binding)
        }
    }
#endif

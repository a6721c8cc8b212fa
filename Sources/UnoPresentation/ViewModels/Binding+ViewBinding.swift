#if canImport(SwiftUI)
    public import SwiftUI

    // Linux has no SwiftUI: there the gate type-checks this file against the signatures in Tests/Apple/SwiftUI.

    extension Binding {
        /// Makes the SwiftUI binding for a view model's binding.
        @MainActor
        public init(_ binding: ViewBinding<Value>) {
            self.init(
                get: { @MainActor in binding.value },
                set: { @MainActor in binding.value = $0 }
            )
        }
    }

    extension ViewModel {
        /// Returns a SwiftUI binding to the field at `path`: `TextField("City", text: model.binding(\.query, send: Action.typed))`.
        ///
        /// Disfavoured, so that a call makes a ``ViewBinding`` unless its context requires a `Binding`.
        @_disfavoredOverload
        public func binding<Value: Equatable>(
            _ path: KeyPath<ViewState, Value>, note: String? = nil,
            fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
            send action: @escaping (Value) -> Action
        ) -> Binding<Value> {
            Binding(
                binding(path, note: note, fileID: fileID, function: function, line: line, send: action) as ViewBinding
            )
        }

        /// Returns a SwiftUI binding to a field that is not `Equatable`.
        @_disfavoredOverload
        public func binding<Value>(
            _ path: KeyPath<ViewState, Value>, note: String? = nil,
            fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
            send action: @escaping (Value) -> Action
        ) -> Binding<Value> {
            Binding(
                binding(path, note: note, fileID: fileID, function: function, line: line, send: action) as ViewBinding
            )
        }
    }
#endif

#if canImport(SwiftUI)
    public import SwiftUI

    // Not compiled on Linux, where there is no SwiftUI.

    extension Binding {
        /// The binding of a control to a view model's field: `TextField("City", text: Binding(model.binding(...)))`.
        @MainActor
        public init(_ binding: ViewBinding<Value>) {
            self.init(
                get: { @MainActor in binding.value },
                set: { @MainActor in binding.value = $0 }
            )
        }
    }

    extension ViewModel {
        /// The field at `path` for a SwiftUI control, changed by the action that `action` makes of a new value.
        public func binding<Value: Equatable>(
            _ path: KeyPath<ViewState, Value>,
            send action: @escaping (Value) -> Action
        ) -> Binding<Value> {
            Binding(binding(path, send: action) as ViewBinding<Value>)
        }
    }
#endif

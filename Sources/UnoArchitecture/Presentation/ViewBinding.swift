/// A value of a view model that can be read and asked to change: the two-way handle of a control.
///
/// Reading is reading the field: whoever tracks it hears of changes. Setting sends an action; what becomes of the field
/// is for the feature to say.
@MainActor
public struct ViewBinding<Value> {
    private let read: @MainActor () -> Value
    private let send: @MainActor (Value) -> Void

    init(read: @escaping @MainActor () -> Value, send: @escaping @MainActor (Value) -> Void) {
        self.read = read
        self.send = send
    }

    /// The value as it is now.
    public var value: Value {
        get { read() }
        nonmutating set { send(newValue) }
    }
}

extension ViewModel {
    /// The field at `path`, changed by the action that `action` makes of a new value: `binding(\.query, send: Action.typed)`.
    public func binding<Value: Equatable>(
        _ path: KeyPath<ViewState, Value>,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        ViewBinding(read: { self.store.read(path) }, send: { self.sendViewEvent(action($0)) })
    }

    /// The form for a field that cannot be compared.
    public func binding<Value>(
        _ path: KeyPath<ViewState, Value>,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        ViewBinding(read: { self.store.readIncomparable(path) }, send: { self.sendViewEvent(action($0)) })
    }
}

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
    ///
    /// The source of the actions is the place of this call; see ``ActionSource``.
    public func binding<Value: Equatable>(
        _ path: KeyPath<ViewState, Value>,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        let send = sending(action, note, fileID, function, line)
        return ViewBinding(read: { self.store.read(path) }, send: send)
    }

    /// The form for a field that cannot be compared.
    public func binding<Value>(
        _ path: KeyPath<ViewState, Value>,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        let send = sending(action, note, fileID, function, line)
        return ViewBinding(read: { self.store.readIncomparable(path) }, send: send)
    }

    private func sending<Value>(
        _ action: @escaping (Value) -> Action,
        _ note: String?,
        _ fileID: StaticString,
        _ function: StaticString,
        _ line: UInt
    ) -> @MainActor (Value) -> Void {
        { self.sendViewEvent(action($0), note: note, fileID: fileID, function: function, line: line) }
    }
}

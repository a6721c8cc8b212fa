internal import UnoArchitecture

extension ViewModel {
    /// The whole view state. Reading it observes every emission, because view states that are not `Equatable` cannot be
    /// compared.
    public var viewState: ViewState { store.readIncomparable(\.self) }

    /// A field that is not `Equatable`. Its observers are notified of every step that emits.
    @inlinable
    public subscript<Value>(dynamicMember path: KeyPath<ViewState, Value>) -> Value { store.readIncomparable(path) }

    /// A field. Its observers are notified of the steps that change it.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember path: KeyPath<ViewState, Value>) -> Value { store.read(path) }

    /// A nested field that is not `Equatable`. Its observers are notified of every step that emits.
    @inlinable
    public subscript<Value>(_ path: KeyPath<ViewState, Value>) -> Value { store.readIncomparable(path) }

    /// A nested field, as in `model[\.user.name]`. Its observers are notified only of the steps that change it, whereas
    /// `model.user.name` observes all of `user`.
    ///
    /// While the field is observed, `path` is read after each step. Do not use a path that can trap, such as one with an
    /// array index; use ``subscript(_:at:)`` instead.
    @inlinable
    public subscript<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value { store.read(path) }

    /// The element of a collection at `index`, or nil if there is none. Its observers are not notified of changes of other
    /// elements.
    @inlinable
    public subscript<Elements: Collection>(
        _ elements: KeyPath<ViewState, Elements>,
        at index: Elements.Index
    ) -> Elements.Element? where Elements.Element: Equatable, Elements.Index: Hashable {
        store.read(elements.appending(path: \Elements[ifPresent: index]))
    }
}

extension ViewModel where ViewState: Equatable {
    /// The whole view state. Reading it observes every field.
    public var viewState: ViewState { store.read(\.self) }
}

extension Collection {
    @usableFromInline
    subscript(ifPresent index: Index) -> Element? {
        index >= startIndex && index < endIndex ? self[index] : nil
    }
}

// MARK: Bindings

/// A two-way connection between a control and a field of a view model.
///
/// Reading the value observes the field. Setting it sends an action; the feature decides how the field changes.
@MainActor
public struct ViewBinding<Value> {
    private let read: @MainActor () -> Value
    private let send: @MainActor (Value) -> Void

    init(read: @escaping @MainActor () -> Value, send: @escaping @MainActor (Value) -> Void) {
        self.read = read
        self.send = send
    }

    /// The present value. Setting it sends an action.
    public var value: Value {
        get { read() }
        nonmutating set { send(newValue) }
    }
}

extension ViewModel {
    /// Returns a binding to the field at `path` that sends the action that `action` returns for a new value:
    /// `binding(\.query, send: Action.typed)`.
    ///
    /// The location of this call is the source of the actions; see `ActionSource`.
    public func binding<Value: Equatable>(
        _ path: KeyPath<ViewState, Value>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        ViewBinding(read: { self.store.read(path) }, send: sending(action, note, fileID, function, line))
    }

    /// Returns a binding to a field that is not `Equatable`.
    public func binding<Value>(
        _ path: KeyPath<ViewState, Value>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        ViewBinding(read: { self.store.readIncomparable(path) }, send: sending(action, note, fileID, function, line))
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

extension ScopedViewModel {
    /// Returns a binding to the field at `path` that sends the action that `action` returns for a new value, as the one of
    /// ``ViewModel``.
    public func binding<Value: Equatable>(
        _ path: KeyPath<ViewState, Value>, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        send action: @escaping (Value) -> Action
    ) -> ViewBinding<Value> {
        ViewBinding(
            read: { self.read(path) },
            send: { self.sendViewEvent(action($0), note: note, fileID: fileID, function: function, line: line) }
        )
    }
}

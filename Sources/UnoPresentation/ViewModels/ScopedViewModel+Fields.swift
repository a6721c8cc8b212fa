internal import UnoArchitecture

extension ScopedViewModel {
    /// The state of the part, or its last state. Reading it observes every change of the part.
    public var viewState: ViewState { readIncomparable(\.self) }

    /// A field that is not `Equatable`. Its observers are notified of every step that changes the part.
    @inlinable
    public subscript<Value>(dynamicMember path: KeyPath<ViewState, Value>) -> Value { readIncomparable(path) }

    /// A field. Its observers are notified of the steps that change it.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember path: KeyPath<ViewState, Value>) -> Value { read(path) }

    /// A nested field that is not `Equatable`. Its observers are notified of every step that changes the part.
    @inlinable
    public subscript<Value>(_ path: KeyPath<ViewState, Value>) -> Value { readIncomparable(path) }

    /// A nested field, as in `model[\.user.name]`; see ``ViewModel``.
    @inlinable
    public subscript<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value { read(path) }

    /// The element of a collection at `index`, or nil if there is none. Its observers are not notified of changes of other
    /// elements.
    @inlinable
    public subscript<Elements: Collection>(
        _ elements: KeyPath<ViewState, Elements>,
        at index: Elements.Index
    ) -> Elements.Element? where Elements.Element: Equatable, Elements.Index: Hashable {
        read(elements.appending(path: \Elements[ifPresent: index]))
    }

    @inlinable
    func read<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value {
        part.access(path) { ObservedFields.comparison(of: path) }
        return value(path)
    }

    @inlinable
    func readIncomparable<Value>(_ path: KeyPath<ViewState, Value>) -> Value {
        part.access(ObservedFields.incomparable) { ObservedFields.always }
        return value(path)
    }

    /// Reads a field without observing it.
    @inlinable
    func value<Value>(_ path: KeyPath<ViewState, Value>) -> Value {
        var value: Value?
        part.read { value = $0.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path] }
        guard let value else { fatalError("A part of a view model lost its state, \(ViewState.self)") }
        return value
    }
}

extension ScopedViewModel where ViewState: Equatable {
    /// The state of the part, or its last state. Reading it observes every field.
    public var viewState: ViewState { read(\.self) }
}

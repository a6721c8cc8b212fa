extension ViewModel {
    /// The whole view state: reading it is an interest in every field, and, as it cannot be compared, in every emission.
    public var viewState: ViewState { store.readIncomparable(\.self) }

    /// A field that cannot be compared: its observers hear of every step that emits.
    @inlinable
    public subscript<Value>(dynamicMember path: KeyPath<ViewState, Value>) -> Value { store.readIncomparable(path) }

    /// A field; its observers hear of the steps that change it.
    @inlinable
    public subscript<Value: Equatable>(dynamicMember path: KeyPath<ViewState, Value>) -> Value { store.read(path) }

    /// A field inside a field that cannot be compared.
    @inlinable
    public subscript<Value>(_ path: KeyPath<ViewState, Value>) -> Value { store.readIncomparable(path) }

    /// A field inside a field, as in `model[\.user.name]`: its observers do not hear of what changes beside it.
    ///
    /// `model.user.name` reads the whole of `user`. While the field is observed, `path` is followed after each step: a path
    /// that can trap, such as one with an array's index, belongs into ``subscript(_:at:)``.
    @inlinable
    public subscript<Value: Equatable>(_ path: KeyPath<ViewState, Value>) -> Value { store.read(path) }

    /// An element of a collection, nil where there is none; its observers do not hear of the other elements.
    @inlinable
    public subscript<Elements: Collection>(
        _ elements: KeyPath<ViewState, Elements>,
        at index: Elements.Index
    ) -> Elements.Element? where Elements.Element: Equatable, Elements.Index: Hashable {
        store.read(elements.appending(path: \Elements[ifPresent: index]))
    }
}

extension ViewModel where ViewState: Equatable {
    /// The whole view state: reading it is an interest in every field.
    public var viewState: ViewState { store.read(\.self) }
}

extension Collection {
    @usableFromInline
    subscript(ifPresent index: Index) -> Element? {
        index >= startIndex && index < endIndex ? self[index] : nil
    }
}

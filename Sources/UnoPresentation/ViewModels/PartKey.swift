internal import UnoArchitecture

/// What makes a part another part of the same state: where the state is, which actions it takes, and the type of its handles.
///
/// Equal key paths lead to different types: to the value of an optional or the optional itself, to a collection or its rows,
/// to a presented child or its presentation.
@usableFromInline
struct PartKey: Hashable {
    private let state: AnyKeyPath
    private let action: AnyKeyPath?
    private let id: AnyKeyPath?
    private let presentation: AnyKeyPath?
    private var handle: ObjectIdentifier?

    /// - Parameters:
    ///   - presentation: the actions that `action` is a part of, if `action` is not a part of the whole's actions.
    @usableFromInline
    init(
        _ state: AnyKeyPath,
        _ action: AnyKeyPath?,
        id: AnyKeyPath? = nil,
        in presentation: AnyKeyPath? = nil
    ) {
        (self.state, self.action, self.id, self.presentation) = (state, action, id, presentation)
    }

    /// The key of the part whose handles have a type.
    @usableFromInline
    func handled(by type: Any.Type) -> PartKey {
        var key = self
        key.handle = ObjectIdentifier(type)
        return key
    }
}

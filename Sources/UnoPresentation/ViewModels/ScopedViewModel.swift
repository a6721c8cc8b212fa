public import Observation
public import UnoArchitecture

/// A part of a view model: shows a part of its view state, and sends the actions of that part.
///
/// ```swift
/// struct DetailView: View {
///     let model: ScopedViewModel<Detail.Action, Detail.State>
///     var body: some View { Text(model.title) }
/// }
///
/// DetailView(model: model.scope(state: \.detail, action: \.detail))
/// ```
///
/// Made by the functions of ``ViewScope``. A handle copies no state and runs no task.
///
/// - *Observation*: reading a field observes that field, as with a ``ViewModel``. A step that leaves the part as it was looks
///   at none of its fields. A field that is not `Equatable` counts as changed by each step that changes the part.
/// - *Identity*: while one handle of a part exists, the same call returns that handle, so that `==` is `===`. The `id` is
///   that of the part's state if it is `Identifiable`, that of the row, or else one of the part's own.
/// - *Absence*: when the part disappears, because an optional becomes nil, an enum leaves its case or a row is removed, the
///   handle shows the last state that it had. An action that is sent to it is dropped and reported, and its outcome is
///   `.rejected(.childEnded)`. The handle of a row shows the row again when the row comes back.
/// - *Lifetime*: a handle retains its view model. It may be released on any thread.
@MainActor
@dynamicMemberLookup
public final class ScopedViewModel<Action: Sendable, ViewState>: Observable {
    @usableFromInline let part: ObservedPart
    @usableFromInline let link: ViewLink<Action>
    private let ownID: AnyHashable?

    private init(_ part: ObservedPart, _ id: AnyHashable?, _ link: ViewLink<Action>) {
        (self.part, self.link, self.ownID) = (part, link, id)
    }

    /// The handle of `part`: the one that exists, or a new one.
    @usableFromInline
    static func handle(
        of part: ObservedPart,
        id: AnyHashable? = nil,
        link: () -> ViewLink<Action>
    ) -> ScopedViewModel {
        if let handle = part.handle as? ScopedViewModel { return handle }
        let handle = ScopedViewModel(part, id, link())
        part.handle = handle
        return handle
    }

    /// Whether the part is in the present view state; if not, the handle shows its last state.
    ///
    /// Not observed: a view learns from its parent that its part has gone.
    public var isInViewState: Bool { part.isPresent }

    /// Sends an action of the part; see ``ViewModel/sendViewEvent(_:with:note:fileID:function:line:)``.
    @discardableResult
    public func sendViewEvent(
        _ action: Action, with transaction: ViewTransaction? = nil, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        link.send(action, transaction, CallSite(fileID, line, function, note: note))
    }
}

extension ScopedViewModel: Identifiable {
    /// The type of `id`: that of a row's or state's id, erased, so that handles of all parts are `Identifiable`.
    public typealias ID = AnyHashable

    /// The id of the row, or of the part's state if that is `Identifiable`; otherwise the identity of the part itself.
    public var id: AnyHashable { ownID ?? AnyHashable(ObjectIdentifier(part)) }
}

extension ScopedViewModel where ViewState: Identifiable {
    /// The id of the part's state.
    public var id: ViewState.ID { value(\.id) }
}

extension ScopedViewModel: Hashable {
    /// Whether two handles are the same object.
    public nonisolated static func == (left: ScopedViewModel, right: ScopedViewModel) -> Bool { left === right }

    /// Hashes the identity of the handle.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ScopedViewModel: nonisolated CustomReflectable, nonisolated OpaquelyReflected {}

extension ViewModel {
    /// A handle of the whole view model, for code that takes parts of any view model.
    ///
    /// One handle exists at a time. It retains this view model.
    public func scope() -> ScopedViewModel<Action, ViewState> {
        if store.log == nil { store.log = { [weak self] kind, message, site in self?.report(kind, message, at: site) } }
        return .handle(of: store.part) { link }
    }
}

extension ViewModel: ViewScope {}

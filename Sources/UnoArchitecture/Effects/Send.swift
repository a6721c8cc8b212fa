/// Changes the state of the scope that started the effect.
///
/// - *Ordering*: each call is a step of its own. The change is applied in the host's isolation, between actions, after
///   the actions that the effect has dispatched before.
/// - *Back-pressure*: the call returns when the step is settled and its states are published, so a slow consumer slows
///   the effect.
/// - *Cancellation*: once the effect, its event or the graph is cancelled, a call changes nothing and returns
///   `.cancelled`.
/// - *Lifetime*: valid until the effect ends; a later call is reported and returns `.rejected(.effectEnded)`.
public struct Send<State: Sendable>: Sendable {
    private enum Target: Sendable {
        case effect(EffectHandle)
        case part(
            apply:
                @Sendable (@escaping @Sendable (inout State) -> Void, ViewTransaction?, CallSite) async -> SendOutcome,
            dismiss: @Sendable (CallSite) async -> SendOutcome
        )
    }

    private let target: Target

    init(_ access: EffectAccess) {
        switch access {
        case .effect(let effect): target = .effect(effect)
        case .part(let part): self = StateAccess.open(part).send
        }
    }

    /// A `Send` of the part at `path`, for the effects of an emission of that part.
    func part<Part: Sendable>(_ path: any WritableKeyPath<State, Part> & Sendable) -> Send<Part> {
        Send<Part>(
            target: .part { update, transaction, site in
                await apply(at: site, with: transaction) { update(&$0[keyPath: path]) }
            } dismiss: { site in
                await dismiss(at: site)
            }
        )
    }

    private init(target: Target) {
        self.target = target
    }

    /// Replaces the whole state, and with it concurrent changes by other effects. Prefer the closure form.
    @discardableResult
    public func callAsFunction(
        _ newState: State,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line)) { $0 = newState }
    }

    /// Changes the state atomically: nothing else changes it between the closure's first read and its last write.
    ///
    /// - Parameters:
    ///   - transaction: a view model shows the change with it.
    ///   - update: changes the state.
    @discardableResult
    public func callAsFunction(
        with transaction: ViewTransaction? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line), with: transaction, update)
    }

    /// Asks the parent to dismiss the feature, as ``Emission/dismiss(fileID:line:)`` does, in a step of its own.
    ///
    /// The effect is cancelled with the feature.
    @discardableResult
    public func dismiss(fileID: StaticString = #fileID, line: UInt = #line) async -> SendOutcome {
        await dismiss(at: CallSite(fileID, line))
    }

    private func dismiss(at site: CallSite) async -> SendOutcome {
        switch target {
        case .part(_, let dismiss): return await dismiss(site)
        case .effect(let effect):
            return await effect.isolation.step { isolation in
                effect.open(in: isolation).feedbackHandled()
            } _: { isolation in
                effect.open(in: isolation).dismiss(at: site)
            } ?? .cancelled
        }
    }

    private func apply(
        at site: CallSite,
        with transaction: ViewTransaction? = nil,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        switch target {
        case .part(let apply, _): return await apply(update, transaction, site)
        case .effect(let effect):
            let outcome =
                await effect.isolation.step { isolation in
                    effect.open(in: isolation).feedbackHandled()
                } _: { isolation in
                    effect.open(in: isolation).apply(update, with: transaction, at: site)
                } ?? .cancelled
            if outcome == .cancelled { EffectSurroundings.note(at: site) }
            return outcome
        }
    }
}

extension Send: CustomReflectable, OpaquelyReflected {}

/// Access to a part of a scope's state, for the effects of an emission of that part.
final class StateAccess<State: Sendable>: Sendable {
    let state: DynamicState<State>
    let send: Send<State>

    init(state: DynamicState<State>, send: Send<State>) {
        self.state = state
        self.send = send
    }

    static func open(_ part: any AnyObject & Sendable) -> StateAccess {
        guard let part = part as? StateAccess else { fatalError("\(type(of: part)) is no access to \(State.self)") }
        return part
    }
}

/// The effects that a handler of an ``Update`` adds: `effects += .cancel(id: "load")`.
///
/// Everything that makes an ``Emission`` makes an effect to add: `.perform`, `.cancel(id:)`, `.dismiss()`, `.concatenate`, and
/// `dispatch.run` and `dispatch.next`.
///
/// - *Ordering*: the effects begin when the step has ended, in the order added, and run concurrently.
/// - *Emission*: with an effect the state is emitted once, changed or not.
public struct Effects<State: Sendable>: ~Copyable {
    private var added = Emission<State>.none

    init() {}

    /// Adds `emission`, which begins behind those added before. Complexity: O(1).
    public static func += (effects: inout Effects, emission: Emission<State>) {
        effects.added = effects.added.merging(with: emission)
    }

    /// What a handler returns that has added these effects.
    consuming func emission(afterChange isChanged: Bool) -> Emission<State> {
        switch added {
        case .unshown: .unshown
        case let added where isChanged: .state.merging(with: added)
        case let added: added
        }
    }
}

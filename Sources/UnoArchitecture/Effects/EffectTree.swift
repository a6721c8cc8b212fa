/// What an ``EffectProgram`` consists of.
///
/// A class, so that an emission without effects allocates nothing. It does not name the type of the state: only the program
/// does, and the work of the effects. So carrying it out looks up no metadata of that type, which would be a tenth of the
/// cost of an effect.
///
/// A tree may be as deep as a loop makes it: `emission = .concatenate([emission, .state])`. So nothing that visits one calls
/// itself for the parts, and neither does releasing it.
///
/// `nonisolated(unsafe)` is sound because `parts` is written by the tree's `deinit` only, when no other reference to the tree is
/// left. Everything else reads.
@usableFromInline
package final class EffectTree: Sendable {
    enum Instruction: Sendable {
        case none
        case state
        case work(Effect)
        case feedBack(QueuedActions)
        /// Names the action that the handler of this scope wants handled next.
        case next(@Sendable (AnyScope) -> Void)
        case cancel(any Hashable & Sendable)
        case dismiss(CallSite)
        case transaction(ViewTransaction)
        case merge
        case concatenate
        /// The one part begins if the gate grants it.
        case gated(Gate)
    }

    static let none = EffectTree(.none)
    static let state = EffectTree(.state)

    let instruction: Instruction
    nonisolated(unsafe) package private(set) var parts: [EffectTree]

    init(_ instruction: Instruction, of parts: [EffectTree] = []) {
        self.instruction = instruction
        self.parts = parts
    }

    deinit {
        while var part = parts.popLast() {
            guard isKnownUniquelyReferenced(&part) else { continue }
            // Owned here as well, the parts are not released with `part`.
            parts.append(contentsOf: part.parts)
        }
    }
}

extension EffectTree {
    /// The parts, with those of a part of the same kind in its place. Complexity: O(n), in a loop.
    func flatParts(where isSameKind: (Instruction) -> Bool) -> [EffectTree] {
        var (flat, pending) = ([EffectTree](), Array(parts.reversed()))
        while let part = pending.popLast() {
            if isSameKind(part.instruction) { pending += part.parts.reversed() } else { flat.append(part) }
        }
        return flat
    }

    /// The same tree with other instructions. Complexity: O(n).
    func map(_ transform: (Instruction) -> Instruction) -> EffectTree {
        // The trees on the way to the present one, each with those of its parts that are done.
        var path = [(tree: self, parts: [EffectTree]())]
        while true {
            let (last, done) = (path.count - 1, path[path.count - 1].parts.count)
            if done < path[last].tree.parts.count {
                path.append((path[last].tree.parts[done], []))
            } else {
                let (tree, parts) = path.removeLast()
                let mapped = EffectTree(transform(tree.instruction), of: parts)
                guard !path.isEmpty else { return mapped }
                path[last - 1].parts.append(mapped)
            }
        }
    }
}

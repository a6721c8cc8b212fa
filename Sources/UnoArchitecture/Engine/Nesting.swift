internal import AsyncKit

/// The nesting depth of the part that is being made; checks whether the stack has room for another level.
///
/// Making the parts of a graph, stepping and tearing down recurse once per level, so the stack limits the depth. A
/// deeper graph would overflow the stack, in a crash that does not name the cause.
///
/// Making a level takes the most stack: in a debug build 3.5 KB for a `when`, where a step takes 0.6 KB. So a graph
/// that was made within three quarters of a stack can run on a stack of that size. This holds for states and actions of
/// ordinary size: a step copies them once or twice per level.
struct Nesting {
    /// Up to this depth the stack is not measured: deeper than hand-written graphs, and less than any stack holds.
    private static let assured: Int32 = 32

    private(set) var depth: Int32 = 0

    /// Descends one level; returns false if there is no room.
    mutating func descend() -> Bool {
        depth += 1
        // Measuring takes microseconds: only every fourth level does, and the free quarter has room for the others.
        return depth <= Self.assured || depth % 4 != 0 || Stack.hasRoom(atDepth: Int(depth))
    }

    mutating func ascend() { depth -= 1 }
}

internal import AsyncKit

/// How deep a part is nested; checks whether the stack has room for another level.
///
/// Making the parts of a graph, stepping and tearing down recurse once per level, so the stack limits the depth. A
/// deeper graph would overflow the stack, in a crash that does not name the cause.
///
/// Making a level takes the most stack: in a debug build 3.5 KB for a `when`, where a step takes 0.6 KB. So a graph
/// that was made within three quarters of a stack can run on a stack of that size. This holds for states and actions of
/// ordinary size: a step copies them once or twice per level.
///
/// The child on an optional part, on a case or of a row is made when its state first exists, in a start or in a step that has
/// come down to it level by level. A start takes less stack than a step, whose emissions are handled by the levels around on
/// top of it, and whose accesses may go through all of them. So a late part is made within an eighth of the stack, the child of
/// an optional within two, a row within three.
struct Nesting {
    /// Up to this depth the stack is not measured: deeper than hand-written graphs, and less than any stack holds.
    private static let assured: Int32 = 32

    private var depth: Int32 = 0
    /// The number of levels around the part that were made when their states first existed.
    private var lateDepth: Int32 = 0

    /// Descends one level; returns false if there is no room.
    mutating func descend() -> Bool {
        depth += 1
        // Measuring takes microseconds: only every fourth level does, and the free quarter has room for the others.
        return depth <= Self.assured || depth % 4 != 0 || Stack.hasRoom(atDepth: Int(depth), eighths: 6)
    }

    /// The number of parts around this one.
    var outerDepth: Int32 { depth - 1 }

    /// Descends to a part whose state exists for the first time; returns false if there is no room.
    mutating func descendLate(within eighths: Int) -> Bool {
        lateDepth += 1
        return lateDepth <= Self.assured || lateDepth % 4 != 0 || Stack.hasRoom(atDepth: Int(depth), eighths: eighths)
    }
}

/// What the parts that are being made, now or when their states first exist, have in common.
struct PartMaking {
    /// The kinds of children that `probing(_:)` has made; nil outside of it.
    fileprivate(set) var probed: Set<ChildKind>?
    /// Whether one of them was not made, because it begins with a state that does not exist.
    fileprivate var isUnsure = false
    /// The values of dependencies that nothing provides, by their keys.
    private var unprovided: [ObjectIdentifier: any Sendable] = [:]

    /// The value that nothing provides for `key`: the same for all parts of the graph.
    mutating func unprovided<Value: Sendable>(_ key: ObjectIdentifier, _ make: () -> Value) -> Value {
        if let any = unprovided[key], let made = any as? Value { return made }
        let made = make()
        unprovided[key] = made
        return made
    }
}

/// The kind of a child: what the levels of a feature that contains itself have in common.
struct ChildKind: Hashable {
    let type: ObjectIdentifier
    let file: String
    let line: UInt
}

extension GraphEngine {
    /// Makes parts to learn what is in them: the children on optional parts and cases are made with them, each kind once.
    ///
    /// - Returns: also whether anything may be in them: a child could not be made.
    func probing<Made>(_ make: () -> Made) -> (Made, isUnsure: Bool) {
        // Within another call: what is in the parts is in those around them, too.
        let (isOutermost, wasUnsure) = (making.probed == nil, making.isUnsure)
        if isOutermost { making.probed = [] }
        making.isUnsure = false
        defer {
            if isOutermost { making.probed = nil }
            making.isUnsure = making.isUnsure || wasUnsure
        }
        return (make(), making.isUnsure)
    }

    /// Notes that a child is not made, because it begins with a state that does not exist.
    func noteUnmade() { making.isUnsure = true }

    /// Whether a child of `type`, which the call at `site` embeds, is made although its state does not exist.
    func probes(_ type: @autoclosure () -> Any.Type, at site: CallSite) -> Bool {
        guard making.probed != nil else { return false }
        let kind = ChildKind(type: ObjectIdentifier(type()), file: site.fileID, line: site.line)
        return making.probed!.insert(kind).inserted
    }
}

internal import UnoArchitecture

/// The place of a property, of the value of an optional or of the value of an enum's case.
@MainActor
@usableFromInline
final class PartSlot: ObservedSlot {
    /// Runs a body on the part's address in the state at an address; does not run it if the part is absent.
    @usableFromInline typealias Find = (_ whole: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void
    /// The id of the part at an address; nil for a type without ids.
    @usableFromInline typealias ID = @MainActor (UnsafeRawPointer) -> AnyHashable?

    private unowned let owner: ObservedPart
    private let layout: PartLayout
    private let find: Find
    private let id: ID
    private var presence = ObservedMark()
    private var part: ObservedPart?
    /// Parts that have disappeared, and that a handle retains.
    private var absent: [ObservedPart] = []

    @usableFromInline
    init(in owner: ObservedPart, layout: PartLayout, id: @escaping ID = { _ in nil }, find: @escaping Find) {
        self.owner = owner
        self.layout = layout
        self.id = id
        self.find = find
    }

    /// Records a read of whether the part is present, and which one it is.
    @usableFromInline
    func accessPresence() { presence.access(in: owner.names) }

    /// The part in the known state of the enclosing part, and its id; nil if it is absent.
    @usableFromInline
    func knownPart() -> (part: ObservedPart, id: AnyHashable?)? {
        var found: (ObservedPart, AnyHashable?)?
        owner.read { whole in
            find(whole) { found = (part ?? makePart(), id($0)) }
        }
        return found
    }

    private func makePart() -> ObservedPart {
        let made = ObservedPart(
            names: owner.names,
            in: owner,
            layout: layout,
            present: { [unowned owner, find] body in owner.read { find($0, body) } }
        )
        part = made
        return made
    }

    @usableFromInline
    override func compare(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ changes: inout PartChanges) {
        var (wasThere, isThere) = (false, false)
        find(old) { before in
            wasThere = true
            find(new) { after in
                isThere = true
                if layout.areSame(before, after) { return }
                if id(before) == id(after) {
                    part?.compare(before, after, &changes)
                } else {
                    presence.note(in: &changes)
                    disappear(before, &changes)
                }
            }
            if !isThere {
                presence.note(in: &changes)
                disappear(before, &changes)
            }
        }
        if !wasThere { find(new) { _ in presence.note(in: &changes) } }
    }

    private func disappear(_ old: UnsafeRawPointer, _ changes: inout PartChanges) {
        guard let part else { return }
        part.disappear(old, &changes)
        changes.settling.append { [self] in
            absent.append(part)
            self.part = nil
        }
    }

    @usableFromInline
    override func prune() -> Int {
        for place in absent.indices.reversed() where isKnownUniquelyReferenced(&absent[place]) {
            if absent[place].prune() == 0 { absent.remove(at: place) }
        }
        var left = absent.count + (presence.isObserved ? 1 : 0)
        if part != nil {
            let inside = isKnownUniquelyReferenced(&part) ? part!.prune() : 1
            if inside == 0 { part = nil }
            left += inside
        }
        return left
    }

    @usableFromInline override var fieldCount: Int { absent.reduce(part?.fieldCount ?? 0) { $0 + $1.fieldCount } }
}

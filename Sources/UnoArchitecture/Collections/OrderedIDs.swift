/// Different ids in an order, with the position of each: the keys of an ``IdentifiedArray``.
///
/// An open-addressing hash table of positions, with linear probing. Up to eight ids are searched linearly, without a
/// table. Invariant: no two ids are equal; every id of a longer list is in exactly one bucket.
///
/// Complexity: looking up and appending are O(1) on average. Inserting and removing move the ids behind the position; that
/// hashes none of them.
@usableFromInline
struct OrderedIDs<ID: Hashable> {
    /// The ids, in order.
    @usableFromInline private(set) var list: ContiguousArray<ID> = []
    /// Positions, or -1 for an empty bucket; a power of two of them, more than a quarter empty. No buckets for a short list.
    @usableFromInline private(set) var buckets: ContiguousArray<Int32> = []

    /// The longest list without a table.
    @usableFromInline static var searched: Int { 8 }

    @inlinable
    init() {}

    @inlinable
    func position(of id: ID) -> Int? {
        guard !buckets.isEmpty else { return list.firstIndex(of: id) }
        let position = buckets[bucket(of: id)]
        return position < 0 ? nil : Int(position)
    }

    /// The bucket that holds the position of `id`, or the empty bucket in which it belongs.
    @inlinable
    func bucket(of id: ID) -> Int {
        let mask = buckets.count - 1
        var bucket = id.hashValue & mask
        while buckets[bucket] >= 0, list[Int(buckets[bucket])] != id { bucket = (bucket + 1) & mask }
        return bucket
    }

    // MARK: Changing

    /// Requires that `id` is not in the list.
    @inlinable
    mutating func append(_ id: ID) { insert(id, at: list.count) }

    /// Requires that `id` is not in the list.
    @usableFromInline
    mutating func insert(_ id: ID, at position: Int) {
        guard hasRoom(for: list.count + 1) else {
            list.insert(id, at: position)
            return rebuild()
        }
        guard !buckets.isEmpty else { return list.insert(id, at: position) }
        let bucket = bucket(of: id)
        if position < list.count { shift(from: position, by: 1) }
        buckets[bucket] = Int32(position)
        list.insert(id, at: position)
    }

    @usableFromInline
    mutating func remove(at position: Int) {
        guard !buckets.isEmpty else {
            list.remove(at: position)
            return
        }
        clear(bucket(of: list[position]))
        list.remove(at: position)
        if position < list.count { shift(from: position + 1, by: -1) }
    }

    /// Replaces the id at `position`. Requires that the new id is not in the list.
    @usableFromInline
    mutating func replace(at position: Int, with id: ID) {
        if !buckets.isEmpty { clear(bucket(of: list[position])) }
        list[position] = id
        if !buckets.isEmpty { buckets[bucket(of: id)] = Int32(position) }
    }

    /// Replaces the whole list. Requires that no two ids are equal.
    @usableFromInline
    mutating func replaceAll(with ids: ContiguousArray<ID>) {
        list = ids
        rebuild()
    }

    @usableFromInline
    mutating func swapAt(_ first: Int, _ second: Int) {
        if !buckets.isEmpty {
            let (a, b) = (bucket(of: list[first]), bucket(of: list[second]))
            buckets.swapAt(a, b)
        }
        list.swapAt(first, second)
    }

    @usableFromInline
    mutating func removeAll(keepingCapacity: Bool) {
        list.removeAll(keepingCapacity: keepingCapacity)
        if keepingCapacity {
            for bucket in buckets.indices { buckets[bucket] = -1 }
        } else {
            buckets = []
        }
    }

    @usableFromInline
    mutating func reserveCapacity(_ count: Int) {
        list.reserveCapacity(count)
        if !hasRoom(for: count) { rebuild(for: count) }
    }

    // MARK: The table

    private func hasRoom(for count: Int) -> Bool {
        count <= Swift.max(Self.searched, buckets.count / 4 * 3)
    }

    private mutating func rebuild(for count: Int = 0) {
        let count = Swift.max(count, list.count)
        guard count > Self.searched else {
            buckets = []
            return
        }
        var size = 16
        while size / 4 * 3 <= count { size *= 2 }
        buckets = ContiguousArray(repeating: -1, count: size)
        for (position, id) in list.enumerated() { buckets[bucket(of: id)] = Int32(position) }
    }

    /// Adds `change` to each position from `start` on.
    private mutating func shift(from start: Int, by change: Int32) {
        let start = Int32(start)
        buckets.withUnsafeMutableBufferPointer { buckets in
            for index in buckets.indices where buckets[index] >= start { buckets[index] += change }
        }
    }

    /// Empties a bucket and moves up the positions behind it, so that no search ends too early (Knuth 6.4, algorithm R).
    private mutating func clear(_ bucket: Int) {
        let mask = buckets.count - 1
        var (hole, next) = (bucket, bucket)
        while buckets[(next + 1) & mask] >= 0 {
            next = (next + 1) & mask
            let home = list[Int(buckets[next])].hashValue & mask
            if (next - home) & mask >= (next - hole) & mask {
                buckets[hole] = buckets[next]
                hole = next
            }
        }
        buckets[hole] = -1
    }
}

extension OrderedIDs: Sendable where ID: Sendable {}

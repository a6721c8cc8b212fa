internal import AsyncKit

/// The room of a ``ByteBudget``, and the requests that have it or wait for it, without locks, tasks or time.
///
/// A request *waits*, then it *has room*, then it is *over*; one that is larger than the limit gets room when no other has any.
///
/// Invariants:
/// - Requests get room in the order of asking.
/// - The requests that have room have no more bytes than `limit`, unless there is only one.
/// - The first request that waits does not fit.
///
/// Complexity: O(1), but where it says otherwise.
struct ByteLine: ~Copyable, Sendable {
    private struct Request: Sendable {
        let id: UInt64
        let bytes: Int
        /// Opened when the request has room.
        let turn: Latch
    }

    let limit: Int
    private(set) var used = 0
    private var lastID: UInt64 = 0
    /// The bytes of the requests that have room.
    private var granted: [UInt64: Int] = [:]
    private var line = Deque<Request>()
    /// To be opened when a request waits; replaced when none does any longer.
    private(set) var shortage = Latch()

    init(_ limit: Int) {
        self.limit = limit
    }

    var waitingCount: Int { line.count }

    func hasRoom(_ id: UInt64) -> Bool { granted[id] != nil }

    /// Asks for room; `turn` is to be opened if `hasRoom(_:)` at once.
    mutating func ask(_ bytes: Int, _ turn: Latch) -> UInt64 {
        lastID += 1
        if line.isEmpty, fits(bytes) {
            grant(lastID, bytes)
        } else {
            line.append(Request(id: lastID, bytes: bytes, turn: turn))
        }
        return lastID
    }

    /// Takes room that is there, and that no request waits for.
    mutating func take(_ bytes: Int) -> UInt64? {
        guard line.isEmpty, fits(bytes) else { return nil }
        lastID += 1
        grant(lastID, bytes)
        return lastID
    }

    /// The request is over, whether it has room or waits; returns the latches to be opened.
    ///
    /// Complexity: O(requests that wait) for one that waits.
    mutating func end(_ id: UInt64) -> [Latch] {
        if let bytes = granted.removeValue(forKey: id) {
            used -= bytes
        } else {
            guard line.removeFirst(where: { $0.id == id }) != nil else { return [] }
            if line.isEmpty { shortage = Latch() }
        }
        return serve()
    }

    private func fits(_ bytes: Int) -> Bool { used == 0 || bytes <= limit - used }

    private mutating func grant(_ id: UInt64, _ bytes: Int) {
        granted[id] = bytes
        used += bytes
    }

    private mutating func serve() -> [Latch] {
        var turns: [Latch] = []
        while !line.isEmpty, fits(line[0].bytes), let request = line.popFirst() {
            grant(request.id, request.bytes)
            turns.append(request.turn)
        }
        if !turns.isEmpty, line.isEmpty { shortage = Latch() }
        return turns
    }
}

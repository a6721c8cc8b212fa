import SocketKit

/// The bytes that the connections of a process hold together: unfinished frames, calls under way, replies that are not written.
///
/// Each connection has a small allowance of its own, so that those that hold much cannot keep the others from being served;
/// what it holds beyond that comes out of one pool.
final class ByteBudget: Sendable {
    let allowance: Int
    let pool: Int
    private let drawn = Guarded(0)

    init(allowance: Int = 64 << 10, pool: Int = 32 << 20) {
        self.allowance = allowance
        self.pool = pool
    }

    /// False, and without effect, if the pool has not as much.
    fileprivate func draw(_ change: Int) -> Bool {
        drawn.withLock { drawn in
            guard drawn + change <= pool else { return false }
            drawn += change
            return true
        }
    }

    /// The bytes that are drawn from the pool.
    var drawnCount: Int { drawn.withLock { $0 } }
}

/// What one connection holds of a budget, until this is released.
final class HeldBytes: Sendable {
    private let budget: ByteBudget
    private let held = Guarded(0)

    init(of budget: ByteBudget) { self.budget = budget }

    deinit { try? add(-held.withLock { $0 }) }

    /// Throws, without effect, if there is no room.
    func add(_ count: Int) throws(FrameError) {
        let new = held.withLock { held -> Int? in
            let new = held + count
            guard budget.draw(max(0, new - budget.allowance) - max(0, held - budget.allowance)) else { return nil }
            held = new
            return new
        }
        if new == nil { throw .tooMuch(held: held.withLock { $0 } + count) }
    }

    func remove(_ count: Int) { try? add(-count) }
}

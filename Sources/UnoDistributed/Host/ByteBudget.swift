internal import AsyncKit

/// The bytes that a host has for one purpose, of all its sessions: for states on their way, or for actions that come in.
///
/// What does not fit waits until others have given their room back, in the order of asking; what is larger than the budget waits
/// until it is alone.
final class ByteBudget: Sendable {
    let limit: Int
    private let line: Locked<ByteLine>
    private let time: Deadlines

    init(_ limit: Int, _ time: Deadlines) {
        (self.limit, self.time) = (limit, time)
        line = Locked(ByteLine(limit))
    }

    var used: Int { line.withLock { $0.used } }
    var waitingCount: Int { line.withLock { $0.waitingCount } }

    /// Open while a request waits; the next shortage has another latch.
    var shortage: Latch { line.withLock { $0.shortage } }

    /// Asks for room, which has to be given back, also by a request that still waits for it.
    func ask(_ bytes: Int) -> Charge {
        let turn = Latch()
        let (id, hasRoom, shortage) = line.withLock { line in
            let id = line.ask(bytes, turn)
            return (id, line.hasRoom(id), line.shortage)
        }
        if hasRoom { turn.open() } else { shortage.open() }
        return Charge(self, id, bytes, turn)
    }

    /// Takes room that is there; nil if there is none, or if others wait for it.
    func takeAtOnce(_ bytes: Int) -> Charge? {
        line.withLock { $0.take(bytes) }.map { Charge(self, $0, bytes, Latch(isOpen: true)) }
    }

    /// Waits for room, and keeps it for a second at most; nil if `isOver` opens, or the waiting task is cancelled, before there is any.
    func take(_ bytes: Int, or isOver: Latch) async -> Charge? {
        let charge = ask(bytes)
        await charge.wait(or: isOver)
        guard charge.hasRoom, !isOver.isOpen else {
            charge.end()
            return nil
        }
        charge.end(after: .seconds(1))
        return charge
    }

    /// A request for room: one that has it, or waits for it.
    final class Charge: Sendable {
        private enum Stage: Sendable {
            /// Then `limited` or `over`.
            case live
            /// Ends at a time limit of this number. Then `live`, `limited` or `over`.
            ///
            /// - id: that of the limit; nil while it is being set.
            case limited(UInt64, id: UInt64?)
            /// Final.
            case over
        }

        private struct Contents: Sendable {
            var stage = Stage.live
            var lastLimit: UInt64 = 0

            /// Returns the limit that is to be taken back; nil if the request is over.
            mutating func change(to next: Stage) -> UInt64?? {
                defer { if case .over = stage {} else { stage = next } }
                return switch stage {
                case .live: .some(nil)
                case .limited(_, let id): .some(id)
                case .over: nil
                }
            }
        }

        let bytes: Int
        private let id: UInt64
        private let budget: ByteBudget
        private let turn: Latch
        private let contents = Locked(Contents())

        fileprivate init(_ budget: ByteBudget, _ id: UInt64, _ bytes: Int, _ turn: Latch) {
            (self.budget, self.id, self.bytes, self.turn) = (budget, id, bytes, turn)
        }

        var hasRoom: Bool { budget.line.withLock { $0.hasRoom(id) } }

        /// Whether it ends by itself.
        var isLimited: Bool { contents.withLock { if case .limited = $0.stage { true } else { false } } }

        /// Waits for the room, until `isOver` opens or the waiting task is cancelled.
        func wait(or isOver: Latch) async { await turn.wait(or: isOver) }

        /// Ends after this time, unless it is kept before.
        func end(after length: Duration) {
            let (number, old) = contents.withLock { contents in
                contents.lastLimit += 1
                return (contents.lastLimit, contents.change(to: .limited(contents.lastLimit, id: nil)))
            }
            guard let old else { return }
            old.map(budget.time.remove)
            let id = budget.time.set(length) { self.expire(number) }
            let isSet = contents.withLock { contents in
                guard case .limited(number, _) = contents.stage else { return false }
                contents.stage = .limited(number, id: id)
                return true
            }
            if !isSet { budget.time.remove(id) }
        }

        /// Lifts the time limit; false if the request is over.
        func keep() -> Bool {
            guard let limit = contents.withLock({ $0.change(to: .live) }) else { return false }
            limit.map(budget.time.remove)
            return true
        }

        private func expire(_ number: UInt64) {
            let isDue = contents.withLock { contents in
                guard case .limited(number, _) = contents.stage else { return false }
                contents.stage = .over
                return true
            }
            if isDue { giveBack() }
        }

        /// Gives the room back, or waits for it no longer, once.
        func end() {
            guard let limit = contents.withLock({ $0.change(to: .over) }) else { return }
            limit.map(budget.time.remove)
            giveBack()
        }

        private func giveBack() { for turn in budget.line.withLock({ $0.end(id) }) { turn.open() } }
    }
}

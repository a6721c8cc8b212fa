internal import AsyncKit

/// The bytes of states on their way from a host, of all its readers.
///
/// A reply that does not fit waits until others have arrived, in the order of asking; one that is larger than the budget waits
/// until it is alone. A reply has arrived when its reader asks again or ends, and counts as arrived after a second.
final class ByteBudget: Sendable {
    private struct Contents: Sendable {
        var used = 0
        /// Opened, and replaced, when there is more room.
        var room = Latch()
    }

    let limit: Int
    private let contents = Locked(Contents())
    /// Held by the reply whose turn it is.
    private let turn = AsyncLock()
    private let time: Deadlines

    init(_ limit: Int, _ time: Deadlines) {
        (self.limit, self.time) = (limit, time)
    }

    var used: Int { contents.withLock { $0.used } }

    /// Waits for room; nil if there is none before `isOver` opens. Otherwise what gives the room back.
    func take(_ bytes: Int, or isOver: Latch) async -> Charge? {
        // A reply whose time is over gives up its turn at once.
        _ = await turn.acquireIgnoringCancellation()
        defer { turn.release() }
        while !isOver.isOpen {
            let room = contents.withLock { contents -> Latch? in
                guard contents.used > 0, contents.used + bytes > limit else {
                    contents.used += bytes
                    return nil
                }
                return contents.room
            }
            guard let room else { return charge(bytes) }
            await room.wait(or: isOver)
        }
        return nil
    }

    private func charge(_ bytes: Int) -> Charge {
        let charge = Charge { [weak self] in self?.giveBack(bytes) }
        charge.limit(time.set(.seconds(1)) { charge.end() }, of: time)
        return charge
    }

    private func giveBack(_ bytes: Int) {
        let room = contents.withLock { contents in
            contents.used -= bytes
            defer { contents.room = Latch() }
            return contents.room
        }
        room.open()
    }

    /// The room that one reply takes.
    final class Charge: Sendable {
        private let release: Locked<(@Sendable () -> Void)?>
        private let deadline = Locked((Deadlines, UInt64)?.none)

        init(_ release: @escaping @Sendable () -> Void) {
            self.release = Locked(release)
        }

        func limit(_ id: UInt64, of time: Deadlines) { deadline.withLock { $0 = (time, id) } }

        /// Gives the room back, once.
        func end() {
            release.withLock { $0.take() }?()
            if let (time, id) = deadline.withLock({ $0.take() }) { time.remove(id) }
        }
    }
}

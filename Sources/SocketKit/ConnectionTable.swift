/// Who is connected to a server, what each connection waits for, and since when.
///
/// A value without clock and locks: the owner tells it how much time has passed, and acts on what it returns. Connections are
/// numbered from 1. A connection beyond the limit is a guest, of which there is room for a few: a guest is told that there is
/// no room, or the status. When that room is full, too, the guest that came first gives way.
package struct ConnectionTable<Handle: Sendable>: Sendable {
    package struct Limits: Sendable, Hashable {
        package var connections: Int
        package var guests: Int
        /// Until the first line has begun.
        package var silentTime = Duration.seconds(10)
        /// From the first byte of a line to its end.
        package var lineTime = Duration.seconds(10)
        /// From an answer to the next line.
        package var idleTime = Duration.seconds(60)
        /// How long a client may let an answer wait.
        package var writeTime = Duration.seconds(30)
        /// How long a guest may take for each of these.
        package var guestTime = Duration.seconds(2)
        /// How long a connection that the server ends stays open for the client to read.
        package var leaveTime = Duration.seconds(1)

        package init(connections: Int = 2_000, guests: Int = 64) {
            (self.connections, self.guests) = (connections, guests)
        }
    }

    /// What a connection waits for. Each may follow each.
    package enum Phase: Sendable, Hashable {
        /// Nothing has come.
        case silent
        /// A line has begun, and not ended.
        case begun
        /// The server works. Without a limit here, because the work has its own.
        case busy
        /// The client does not read.
        case writing
        /// Everything that has come was answered.
        case quiet
        /// The server has ended the connection, and the client has not.
        case leaving
    }

    package enum Admission: Sendable {
        /// Take this handle, which `admit(_:)` has made.
        case admitted(Handle)
        /// Wait until a connection has been removed, and try again. The guest that gives way, if any, is to be told to go.
        case full(first: Handle?)
    }

    /// A connection whose time is over.
    package enum Overdue: Sendable {
        /// Read no more from it; it was in this phase.
        case slow(Handle, Phase)
        /// It does not even take what it is told.
        case stuck(Handle)
    }

    private struct Entry: Sendable {
        let handle: Handle
        let isGuest: Bool
        var phase = Phase.silent
        var since: Duration
    }

    package let limits: Limits
    private var entries: [Int: Entry] = [:]
    /// In the order of their arrival, without those that were told to go.
    private var stayingGuests: [Int] = []
    private var guestCount = 0
    private var now = Duration.zero
    private(set) var lastNumber = 0
    private(set) var isStopped = false

    package init(limits: Limits) { self.limits = limits }

    /// Without the guests.
    package var connectionCount: Int { entries.count - guestCount }
    package var isFull: Bool { connectionCount >= limits.connections }

    /// - Parameter make: returns the handle for a number, and whether it is a guest's.
    package mutating func admit(_ make: (_ number: Int, _ isGuest: Bool) -> Handle) -> Admission {
        let isGuest = isStopped || isFull
        if isGuest, guestCount >= limits.guests {
            let first = stayingGuests.isEmpty ? nil : entries[stayingGuests.removeFirst()]?.handle
            return .full(first: first)
        }
        lastNumber += 1
        let handle = make(lastNumber, isGuest)
        entries[lastNumber] = Entry(handle: handle, isGuest: isGuest, since: now)
        if isGuest {
            guestCount += 1
            stayingGuests.append(lastNumber)
        }
        return .admitted(handle)
    }

    /// Connection `number` is in `phase` now; the time of a phase begins when another one ends.
    package mutating func note(_ phase: Phase, of number: Int) {
        guard let entry = entries[number], entry.phase != phase else { return }
        entries[number]?.phase = phase
        entries[number]?.since = now
    }

    /// The connection has ended, and whatever belongs to it.
    package mutating func remove(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number), entry.isGuest else { return }
        guestCount -= 1
        stayingGuests.removeAll { $0 == number }
    }

    /// Lets time pass, and returns the connections whose time is over; the server works on them from now on. Complexity: O(connections).
    package mutating func advance(by duration: Duration) -> [Overdue] {
        now += duration
        var overdue: [Overdue] = []
        for (number, entry) in entries {
            guard let limit = limit(of: entry), now - entry.since >= limit else { continue }
            switch entry.phase {
            case .writing, .leaving: overdue.append(.stuck(entry.handle))
            case .silent, .begun, .quiet, .busy: overdue.append(.slow(entry.handle, entry.phase))
            }
            entries[number]?.phase = .busy
        }
        return overdue
    }

    /// Admits no more connections but as guests, which are to end like those that there are; returns these.
    package mutating func stop() -> [Handle] {
        isStopped = true
        return handles
    }

    package var handles: [Handle] { entries.values.map(\.handle) }

    private func limit(of entry: Entry) -> Duration? {
        switch entry.phase {
        case .busy: nil
        case .leaving: limits.leaveTime
        case _ where entry.isGuest: limits.guestTime
        case .silent: limits.silentTime
        case .begun: limits.lineTime
        case .writing: limits.writeTime
        case .quiet: limits.idleTime
        }
    }
}

/// A connection of a `ConnectionServer`, which ends it when its time is over.
package final class Connection: Sendable {
    /// Why the server takes no more from a connection.
    package enum Ending: Sendable, Hashable {
        /// In this phase for too long.
        case slow(ConnectionTable<Connection>.Phase)
        /// A guest that another one has displaced.
        case displaced
        /// The server was told to stop.
        case stopped
    }

    /// The most bytes that are dropped after the end.
    private static let dropped = 256 << 10

    package let number: Int
    /// A guest is beyond the limit of connections: it may ask for the status.
    package let isGuest: Bool
    package let socket: Socket
    private let noting: @Sendable (ConnectionTable<Connection>.Phase) -> Void
    private let firstEnding = Guarded(Ending?.none)

    package init(
        _ socket: Socket,
        number: Int,
        isGuest: Bool,
        noting: @escaping @Sendable (ConnectionTable<Connection>.Phase) -> Void
    ) {
        self.socket = socket
        self.number = number
        self.isGuest = isGuest
        self.noting = noting
    }

    package var ending: Ending? { firstEnding.withLock { $0 } }

    package func note(_ phase: ConnectionTable<Connection>.Phase) { noting(phase) }

    /// As `read()` of the socket; nil as well when `end(_:)` was called, as soon as there is nothing to read.
    package func read() async -> [UInt8]? { await socket.read() }

    /// Writes all of `text`, waiting while the client does not read; throws when the client has gone or is too slow.
    package func write(_ text: String) async throws { try await write(Array(text.utf8)) }

    /// As `write(_:)` of a text.
    package func write(_ bytes: [UInt8]) async throws {
        if try socket.writeNow(bytes) { return }
        note(.writing)
        defer { note(.busy) }
        // The time counts anew whenever the client has taken something.
        try await socket.write { [self] in
            note(.busy)
            note(.writing)
        }
    }

    /// Lets reading end.
    package func end(_ ending: Ending) {
        firstEnding.withLock { first in
            if first == nil { first = ending }
        }
        // A server that stops waits for no client, not even for one that has been let go.
        socket.stopReading(forGood: ending == .stopped)
    }

    /// Closes the descriptor. To be called last.
    ///
    /// A client that may still be sending gets the time to read what it was told. A displaced guest makes room at once, and
    /// what a client sends to a server that stops is not waited for.
    package func close() async {
        if !socket.hasEnded, ending != .displaced, ending != .stopped {
            note(.leaving)
            await socket.leave(discardingAtMost: Self.dropped)
        }
        socket.close()
    }
}

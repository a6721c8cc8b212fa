import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A socket that takes connections at an address.
///
/// *Behavior*: making one replaces a Unix socket that no process listens on, and nothing else; `close()` removes the path,
/// unless another file has taken its place. Accepting goes on after every error that is not the listening socket's own: when
/// descriptors or memory are short, it pauses on `clock`, for 10 milliseconds at first and a second at last.
package final class Listener: Sendable {
    /// What stands at the path of a listener that cannot be made.
    package enum Obstacle: Error, Hashable, CustomStringConvertible {
        case server(ServerAddress)
        case file(ServerAddress, kind: String)

        package var description: String {
            switch self {
            case .server(let address): "\(address): another server listens there"
            case .file(let address, let kind): "\(address): there is \(kind), which is not replaced"
            }
        }
    }

    /// What identifies a file whose path others may change.
    private struct FileIdentity: Equatable {
        let device: UInt64
        let number: UInt64

        init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
    }

    /// Accepts a connection of the listening descriptor; the negative error number if there is none.
    package typealias Accepting = @Sendable (_ listener: Int32) -> Int32

    /// With the port that the system has chosen, if it was 0.
    package let address: ServerAddress
    private let socket: Socket
    private let file: FileIdentity?
    private let accepting: Accepting
    private let isClosed = Atomic(false)

    package init(at address: ServerAddress, accepting: @escaping Accepting = systemAccept) throws {
        if case .path(let path) = address { try Self.makeRoom(at: path, address) }
        socket = try address.makeSocket()
        self.accepting = accepting
        try address.bind(socket)
        self.address = if case .port = address { ServerAddress.port(ServerAddress.port(of: socket)) } else { address }
        file = if case .path(let path) = address { Self.status(of: path).map(FileIdentity.init) } else { nil }
        try address.beginListening(socket)
    }

    deinit { close() }

    /// The next connection; nil when accepting was stopped, as soon as none waits, and when the task is cancelled.
    ///
    /// - Parameter shortage: called once for a lack of descriptors or memory that lasts.
    package func accept(on clock: any Clock<Duration>, shortage: (Socket.Failure) -> Void) async throws -> Socket? {
        var pacing = AcceptPacing()
        while !Task.isCancelled {
            let result = accepting(socket.descriptor)
            guard result < 0 else { return try Socket(result) }
            switch pacing.failed(with: -result) {
            case .tryAgain: break
            case .wait:
                guard await socket.waitForInput() else { return nil }
            case .pause(let pause, let isLasting):
                if isLasting { shortage(Socket.Failure("accept", number: -result)) }
                try? await clock.sleep(for: pause)
            case .fail: throw Socket.Failure("accept", number: -result)
            }
        }
        return nil
    }

    /// Lets accepting end when no connection waits.
    package func stop() { socket.stopReading() }

    /// Refuses connections from now on. To be called when no task accepts.
    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // First the path, so that a server that starts meanwhile finds either a live socket or none.
        if case .path(let path) = address, let file, Self.status(of: path).map(FileIdentity.init) == file {
            unlink(path)
        }
        socket.close()
    }

    // MARK: The path

    /// Removes the socket that a server has left behind.
    private static func makeRoom(at path: String, _ address: ServerAddress) throws {
        guard let status = status(of: path) else { return }
        let kind: String? =
            switch mode_t(status.st_mode) & S_IFMT {
            case S_IFSOCK: nil
            case S_IFREG: "a regular file"
            case S_IFDIR: "a directory"
            case S_IFLNK: "a symbolic link"
            default: "something other than a socket"
            }
        if let kind { throw Obstacle.file(address, kind: kind) }
        switch try address.attempt() {
        case 0, EAGAIN, EINPROGRESS: throw Obstacle.server(address)
        case ECONNREFUSED: unlink(path)
        case let number: throw Socket.Failure("connect \(address)", number: number)
        }
    }

    /// Of the path itself, and not of what a symbolic link leads to; nil if there is nothing.
    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }
}

package let systemAccept: Listener.Accepting = { listener in
    let accepted = accept(listener, nil, nil)
    return accepted >= 0 ? accepted : -errno
}

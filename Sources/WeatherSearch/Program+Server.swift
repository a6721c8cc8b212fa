import UnoArchitecture
import UnoOperation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// No server listens at the address.
struct ServerUnavailable: Error, CustomStringConvertible {
    let address: ServerAddress
    var description: String { "no server answers at \(address)" }
}

extension Program {
    /// How long a server that is told to stop may take.
    private static let drainTime = Duration.seconds(5)

    /// Answers queries at `address` until the process is told to stop.
    func serve(at address: ServerAddress) async throws -> ExitStatus {
        Self.raiseDescriptorLimit()
        let listener = try address.listen()
        let server = QueryServer(formatter: formatter) { makeRuntime(debounce: .zero, name: "connection \($0)") }
        let place = if case .port = address { ServerAddress.port(ServerAddress.port(of: listener)) } else { address }
        try TextOutput.error.write("weather-search: listening at \(place)\n")
        let report = try await server.run(on: listener, drainingWithin: Self.drainTime) {
            for await _ in SignalSource.arrivals(of: [SIGTERM, SIGINT]) { break }
        }
        if case .path(let path) = address { unlink(path) }
        if !report.isComplete { try TextOutput.error.write("weather-search: \(report)\n") }
        return .success
    }

    /// Prints the status of the server at `address`.
    static func printStatus(of address: ServerAddress) async throws -> ExitStatus {
        guard let socket = try? address.connect() else { throw ServerUnavailable(address: address) }
        if try !socket.writeNow(QueryServer.statusRequest + "\n") { try await socket.write() }
        var lines = LineBuffer()
        while let bytes = await socket.read() {
            for case .text(let line) in lines.append(bytes) {
                if line == QueryServer.endOfAnswer { return .success }
                try TextOutput.standard.write(line + "\n")
            }
        }
        throw ServerUnavailable(address: address)
    }

    /// A connection takes a descriptor, and the usual limit is below the server's own.
    private static func raiseDescriptorLimit() {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 8_192)
        setrlimit(resource, &limit)
    }
}

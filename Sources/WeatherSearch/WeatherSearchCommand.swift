#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@main
struct WeatherSearchCommand {
    static func main() async {
        let status: ExitStatus
        do {
            status = try await run(CommandLineOptions(parsing: CommandLine.arguments.dropFirst()))
        } catch {
            status = ExitStatus(of: error)
            let hint = error is UsageError ? "\nweather-search --help tells how it is used" : ""
            try? TextOutput.error.write("weather-search: \("\(error)".withoutControlCharacters)\(hint)\n")
        }
        exit(status.rawValue)
    }

    private static func run(_ options: CommandLineOptions) async throws -> ExitStatus {
        if options.wantsHelp {
            try TextOutput.standard.write(CommandLineOptions.help)
            return .success
        }
        if let format = options.graph {
            try TextOutput.standard.write(format.picture(of: Program(options: options).graph))
            return .success
        }
        if let address = options.statusAddress { return try await Program.printStatus(of: address) }
        if let address = options.serverAddress {
            return try await Program.run(options) { try await $0.serve(at: address) }
        }
        if let address = options.hostAddress {
            return try await Program.run(options) { try await $0.host(at: address, lease: .seconds(options.lease)) }
        }
        if let address = options.remoteAddress { return try await Program.ask(options.query, of: address) }
        let isInteractive = options.query == nil && isatty(STDIN_FILENO) == 1
        guard !isInteractive || TextOutput.standard.isTerminal else { throw UsageError.notATerminal }
        return try await Program.run(options) { program in
            let result: Result<ExitStatus, any Error>
            do {
                result = .success(
                    isInteractive ? try await program.runOnTerminal() : try await program.answer(options.query))
            } catch {
                result = .failure(error)
            }
            // What has gone wrong is worth a look, too.
            try program.writePage()
            return try result.get()
        }
    }
}

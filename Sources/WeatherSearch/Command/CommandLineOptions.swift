import SocketKit

/// The options given on the command line.
struct CommandLineOptions: Sendable, Hashable {
    /// The query to answer; if nil, the queries are read from standard input.
    var query: String?
    var isLive = false
    var limit = 10
    /// A file of cities that replaces the built-in one.
    var dataFile: String?
    /// The day that reports are for, at noon; if nil, they are for the current time.
    var day: CalendarDay?
    var wantsHelp = false
    /// Answer queries over a socket at this address.
    var serverAddress: ServerAddress?
    /// Print the status of the server at this address.
    var statusAddress: ServerAddress?
    /// Let one process at a time use a runtime of this one, at this address.
    var hostAddress: ServerAddress?
    /// The seconds after which the host lets go of a process that is silent.
    var lease = 30
    /// Answer queries with the runtime of the process at this address.
    var remoteAddress: ServerAddress?
    /// Write a page that shows what the search has done to this file.
    var recordFile: String?
    /// Serve a page that shows what the search does.
    var isInspected = false
    /// Write a trace of what the search does to this file.
    var traceFile: String?
    /// Print the graph of the search in this format.
    var graph: GraphFormat?

    static let limits = 1...1000
    static let leases = 1...3600

    init() {}

    /// Reads the arguments after the program's name.
    ///
    /// A value follows its flag or is joined to it by `=`, which also allows a value that begins with two
    /// dashes. If a flag is given twice, the last one counts. `--help` takes precedence over later errors.
    init(parsing arguments: some Collection<String>) throws(UsageError) {
        var remaining = arguments.makeIterator()
        while !wantsHelp, let argument = remaining.next() {
            guard argument.hasPrefix("-") else { throw .unexpectedArgument(argument) }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let flag = String(parts[0])
            let joined = parts.count == 2 ? String(parts[1]) : nil
            switch flag {
            case "--help", "-h", "--live", "--inspect":
                guard joined == nil else { throw .superfluousValue(flag: flag) }
                switch flag {
                case "--live": isLive = true
                case "--inspect": isInspected = true
                default: wantsHelp = true
                }
            case "--query", "--limit", "--data", "--date", "--serve", "--status", "--host", "--lease", "--connect",
                "--record", "--trace":
                guard let value = joined ?? remaining.next(), joined != nil || !value.hasPrefix("--") else {
                    throw .missingValue(flag: flag)
                }
                try set(flag, to: value)
            case "--graph":
                var next = remaining
                let following = joined == nil ? next.next().flatMap { $0.hasPrefix("-") ? nil : $0 } : nil
                if following != nil { remaining = next }
                let value = joined ?? following ?? GraphFormat.tree.rawValue
                guard let format = GraphFormat(rawValue: value) else {
                    throw .badValue(flag: flag, value: value, expected: GraphFormat.expected)
                }
                graph = format
            default:
                throw .unknownFlag(flag)
            }
        }
        guard !wantsHelp else { return }
        if isLive, day != nil { throw .conflict("--live", "--date") }
        let others = [
            ("--serve", serverAddress != nil), ("--status", statusAddress != nil), ("--host", hostAddress != nil),
            ("--connect", remoteAddress != nil), ("--graph", graph != nil),
        ]
        let uses = others.compactMap { $1 ? $0 : nil }
        if uses.count > 1 { throw .conflict(uses[0], uses[1]) }
        if recordFile != nil, let use = uses.first { throw .conflict("--record", use) }
        if isInspected, let use = uses.first { throw .conflict("--inspect", use) }
        if traceFile != nil, let use = uses.first, serverAddress == nil, hostAddress == nil {
            throw .conflict("--trace", use)
        }
        if query != nil, remoteAddress == nil, let use = uses.first { throw .conflict("--query", use) }
        if remoteAddress != nil { try checkSelectsNoServices() }
        if lease != CommandLineOptions().lease, hostAddress == nil { throw .missing("--host", neededBy: "--lease") }
    }

    /// The services are those of the other process.
    private func checkSelectsNoServices() throws(UsageError) {
        if isLive { throw .conflict("--live", "--connect") }
        if limit != CommandLineOptions().limit { throw .conflict("--limit", "--connect") }
        if dataFile != nil { throw .conflict("--data", "--connect") }
        if day != nil { throw .conflict("--date", "--connect") }
    }

    private mutating func set(_ flag: String, to value: String) throws(UsageError) {
        switch flag {
        case "--query":
            query = value
        case "--data", "--record", "--trace":
            guard !value.isEmpty else { throw .missingValue(flag: flag) }
            switch flag {
            case "--data": dataFile = value
            case "--record": recordFile = value
            default: traceFile = value
            }
        case "--date":
            guard let day = CalendarDay(value) else {
                throw .badValue(flag: flag, value: value, expected: "a day written YYYY-MM-DD")
            }
            self.day = day
        case "--serve", "--status", "--host", "--connect":
            guard let address = ServerAddress(value) else {
                throw .badValue(flag: flag, value: value, expected: ServerAddress.expected)
            }
            switch flag {
            case "--serve": serverAddress = address
            case "--status": statusAddress = address
            case "--host": hostAddress = address
            default: remoteAddress = address
            }
        case "--lease": lease = try Self.number(value, of: flag, in: Self.leases)
        default: limit = try Self.number(value, of: flag, in: Self.limits)
        }
    }

    private static func number(
        _ text: String,
        of flag: String,
        in range: ClosedRange<Int>
    ) throws(UsageError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
            throw .badValue(flag: flag, value: text, expected: expected)
        }
        return number
    }
}

/// The options given on the command line.
package struct Options: Sendable, Equatable {
    package enum Mode: Sendable, Equatable {
        case measure
        case list
        case soak
        case help
    }

    package var mode = Mode.measure
    /// Selects the workloads whose names contain one of these; all workloads if empty.
    package var filters: [String] = []
    package var isQuick = false
    /// Prints the table of bars, and measures only the workloads that it needs.
    package var showsBars = false
    /// Checks the figures against the thresholds.
    package var checks = false
    /// Writes the gates that follow from the figures into the file of thresholds.
    package var setsGates = false
    package var thresholds = "Benchmarks/Thresholds.json"
    package var json: String?
    package var report: String?
    package var chart: String?
    package var compare: String?
    /// The growth of a median that is a regression, in percent.
    package var regression = 25.0
    /// The number of actions of the server simulation that is part of the soak.
    package var events = 300_000

    package init() {}

    /// - Parameter arguments: without the name of the program.
    package init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst(), !value.hasPrefix("--") else { throw UsageError.missingValue(option) }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": mode = .help
            case "--list": mode = .list
            case "--soak": mode = .soak
            case "--quick": isQuick = true
            case "--bars": showsBars = true
            case "--check": checks = true
            case "--set-gates": setsGates = true
            case "--filter": filters.append(try value(of: argument))
            case "--thresholds": thresholds = try value(of: argument)
            case "--json": json = try value(of: argument)
            case "--report": report = try value(of: argument)
            case "--chart": chart = try value(of: argument)
            case "--compare": compare = try value(of: argument)
            case "--events":
                let text = try value(of: argument)
                guard let count = Int(text), count >= 16_000 else { throw UsageError.notACount(argument, text) }
                events = count
            case "--regression":
                let text = try value(of: argument)
                guard let percent = Double(text), percent > 0, percent.isFinite else {
                    throw UsageError.notAPercentage(argument, text)
                }
                regression = percent
            default: throw UsageError.unknown(argument)
            }
        }
    }

    package var needsThresholds: Bool { checks || showsBars || setsGates || report != nil }

    /// Whether the workload `name` is selected.
    package func selects(_ name: String) -> Bool {
        filters.isEmpty || filters.contains { name.contains($0) }
    }

    package static let help = """
        Measures what composition costs: this package against what people would use instead, in one run.

        usage: Benchmarks [options]

          --filter TEXT      only workloads whose name contains TEXT; may be repeated
          --quick            shorter and fewer repetitions: under a minute in all
          --list             the workloads and their subjects, without measuring
          --json FILE        write the figures as JSON
          --report FILE      write a page with charts, as HTML; or, if the name ends in .svg, the first of them alone
          --chart FILE       write the chart of the README as SVG: what an action costs as the parts grow, and what an effect
                             costs; without a filter, measures only these
          --compare FILE     say what changed against an earlier JSON; exit status 1 on a regression
          --regression P     a median that grows by more than P percent beyond the noise is one (25)
          --check            hold the figures to the thresholds; exit status 1 if one is not kept. A figure beyond its gate
                             is measured up to five times more, and the best counts
          --set-gates        write the gates that follow from the figures into the file: counts as they are, ratios 1.6 times
          --bars             the bars that the project has set itself: target, measured, met or missed
          --thresholds FILE  the thresholds (Benchmarks/Thresholds.json)
          --soak             many producers into one runtime, and 2,000 runtimes against a model: nothing lost, memory flat
          --events N         how many actions the 2,000 runtimes get (300,000)
          --help             this text

        """
}

import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let casePath = Workload(
        "case-path",
        "a value taken out of an enum and put back: a switch, closures by hand, closures by the macro",
        operation: "value",
        baseline: "by-hand",
        subjects: [
            Subject("direct") { count, _ in
                var action = ByHand.number(0)
                var taken = 0
                for _ in 0..<count {
                    touch(&action)
                    if case .number(let number) = action { taken = number }
                    action = .number(taken + 1)
                }
                return taken + 1
            },
            casePathSubject("by-hand", ByHand.number(0), ByHand.allCasePaths.number),
            casePathSubject("macro", ByMacro.number(0), ByMacro.allCasePaths.number),
        ]
    )

    private static func casePathSubject<Action: Sendable>(
        _ name: String,
        _ initial: Action,
        _ path: AnyCasePath<Action, Int>
    ) -> Subject {
        Subject(name) { count, _ in
            var action = initial
            var path = path
            // Hide the closures from the optimiser, which does not see them in a graph either.
            touch(&path)
            var taken = 0
            for _ in 0..<count {
                touch(&action)
                if let number = path.extract(from: action) { taken = number }
                action = path.embed(taken + 1)
            }
            return taken + 1
        }
    }
}

private enum ByHand: Sendable, CasePathable {
    case number(Int)
    case text(String)

    struct AllCasePaths: Sendable {
        let number = AnyCasePath<ByHand, Int>(
            embed: { .number($0) },
            extract: { if case .number(let number) = $0 { number } else { nil } }
        )
    }
    static let allCasePaths = AllCasePaths()
}

@CasePathable
private enum ByMacro: Sendable {
    case number(Int)
    case text(String)
}

internal import AsyncKit
internal import Testing

extension Exploration {
    /// Explores on a thread of its own, and records what failed. A failed `#expect` of a scenario becomes a problem of
    /// its schedule.
    static func recorded(
        at site: TestSite,
        stepLimit: Duration,
        _ explore: @escaping @Sendable (ExplorationWatch) async -> Exploration
    ) -> Exploration {
        let watch = ExplorationWatch(stepLimit: stepLimit)
        let exploration = watch.run {
            await withIssuesOfScenarios { await explore(watch) }
        }
        exploration.record(at: site)
        return exploration
    }

    /// Explores on the main actor, and records what failed.
    static func recordedOnMainActor(
        at site: TestSite,
        _ explore: @escaping @MainActor @Sendable () async -> Exploration
    ) async -> Exploration {
        let exploration = await withIssuesOfScenarios { await explore() }
        exploration.record(at: site)
        return exploration
    }

    private func record(at site: TestSite) {
        guard let failure else { return }
        UnoTesting.Failure("\(failure)", at: site).record(at: failure.problem.location)
    }

    /// Calls `explore`; an issue that is recorded within a scenario is a problem of its schedule, and no issue of the
    /// test.
    private static func withIssuesOfScenarios(
        _ explore: @escaping @Sendable () async -> Exploration
    ) async -> Exploration {
        let exploration = Locked<Exploration?>(nil)
        let explored = { @Sendable in
            // The innermost scope of known issues: it takes a scenario's issues before the scopes around the call.
            await withKnownIssue("An expectation in an explored scenario", isIntermittent: true) {
                let explored = await explore()
                exploration.withLock { $0 = explored }
            } matching: { issue in
                Scenario.take(issue)
            }
        }
        if let test = Test.current {
            // A known issue of a scenario does not count as one of the test.
            let trait = IssueHandlingTrait.filterIssues { _ in Scenario.current == nil }
            try? await trait.provideScope(for: test, testCase: Test.Case.current) { await explored() }
        } else {
            await explored()
        }
        return exploration.withLock { $0! }
    }
}

extension Scenario {
    /// Whether `issue` was recorded within a scenario, and is a problem of its schedule now.
    fileprivate static func take(_ issue: Issue) -> Bool {
        guard let scenario = current else { return false }
        scenario.fail(issue)
        return true
    }
}

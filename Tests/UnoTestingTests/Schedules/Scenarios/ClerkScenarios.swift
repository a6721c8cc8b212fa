import UnoTesting

/// Three clerks enter two papers each into one ledger, and each sorts papers at a desk of its own.
enum ClerkScenarios {
    /// An actor with an executor of its own, so that entering it is a decision of the schedule.
    private actor Desk {
        private let executor: ControlledSerialExecutor
        private var papers = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ControlledExecutor) { self.executor = ControlledSerialExecutor(executor) }

        func sort() { papers += 1 }
    }

    private actor Ledger {
        private let executor: ControlledSerialExecutor
        private(set) var entries: [String] = []

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ControlledExecutor) { self.executor = ControlledSerialExecutor(executor) }

        func enter(_ entry: String) { entries.append(entry) }
    }

    /// Wrong in one order of the entries, which takes five constraints: A1 before B1 before C1 before C2 before B2 before
    /// A2. The clerk whose entry has to be first sorts most papers before it, and the one whose entries have to stand side
    /// by side sorts papers between them.
    @Sendable static func fiveConstraints(_ scenario: Scenario) async {
        let ledger = Ledger(scenario.executor)
        let clerks = [("A", 8, 0), ("B", 4, 0), ("C", 0, 4)].map { name, before, between in
            let desk = Desk(scenario.executor)
            return scenario.task(name) {
                for _ in 0..<before { await desk.sort() }
                await ledger.enter("\(name)1")
                for _ in 0..<between { await desk.sort() }
                await ledger.enter("\(name)2")
            }
        }
        for clerk in clerks { await clerk.value }
        let entries = await ledger.entries
        scenario.expect(entries != ["A1", "B1", "C1", "C2", "B2", "A2"], "the entries are \(entries)")
    }
}

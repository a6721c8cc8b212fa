import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// The laws of every interactor, for every interactor and every host.
@Suite(.timeLimit(.hang))
struct LawTableTests {
    private func states(_ row: LawRow, _ host: LawHost, _ leaf: LawLeaf, _ numbers: [Int]) async -> [Int] {
        await host.states(of: row.make(leaf, .default), numbers.map(row.action))
    }

    @Test(
        "Law 1: a graph starts with one initial state, action or not", .tags(.start), arguments: LawRow.table,
        LawHost.allCases)
    func start(row: LawRow, host: LawHost) async {
        #expect(await states(row, host, .digits, []) == [0])
    }

    @Test("Law 2: actions are handled in order, none twice", .tags(.order), arguments: LawRow.table, LawHost.allCases)
    func order(row: LawRow, host: LawHost) async {
        #expect(await states(row, host, .digits, [1, 2, 3, 4]) == [0, 1, 12, 123, 1234])
    }

    @Test(
        "Law 2: interact(_:) gives the states of its graph", .tags(.order),
        arguments: LawRow.table.filter { !$0.isTransformer })
    func publicStream(row: LawRow) async {
        let (upstream, source) = AsyncStream<LawAction>.makeStream()
        for number in 1...4 { source.yield(row.action(number)) }
        source.finish()
        let states = row.make(.digits, .default).interact(upstream)
        #expect(await states.reduce(into: []) { $0.append($1) } == [0, 1, 12, 123, 1234])
    }

    @Test(
        "Law 2: all states of an action come before the next action", .tags(.order), arguments: LawRow.table,
        LawHost.allCases)
    func statesOfOneAction(row: LawRow, host: LawHost) async {
        let leaf = LawLeaf(emitting: 2) { state, number, _ in
            state = number
            return .state
        }
        #expect(
            await states(row, host, leaf, [1, 2])
                == host.shown([0, 1, 1, 2, 2], steps: row.isTransformer ? [0, 1, 1, 2, 2] : [0, 1, 2])
        )
    }

    @Test("Law 3: state lives as long as the graph", .tags(.stateLives), arguments: LawRow.table, LawHost.allCases)
    func stateLives(row: LawRow, host: LawHost) async {
        let leaf = LawLeaf { state, _, _ in
            state += 1
            return .state
        }
        #expect(await states(row, host, leaf, Array(repeating: 1, count: 200)) == Array(0...200))
    }

    @Test(
        "Law 4: upstream is asked for at most one action more than the pulled states need", .tags(.demand),
        arguments: LawRow.table)
    func demand(row: LawRow) {
        let asks = Record<Void>()
        let upstream = AsyncStream<LawAction> {
            asks.append()
            return row.action(1)
        }
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let states = HostedStream.states(
            of: row.make(.digits, .on(executor)), upstream: upstream, executor: .on(executor))
        executor.runUntilIdle()
        for pulled in 0..<6 {
            #expect(asks.count >= pulled - 1, "after \(pulled) states")
            #expect(asks.count <= pulled, "after \(pulled) states")
            executor.settle(executor.task { for await _ in states { break } })
        }
    }

    @Test("Law 4: an effect's send waits until its state is taken", .tags(.demand), arguments: LawRow.table)
    func demandOfEffects(row: LawRow) {
        let sent = Record<Void>()
        let leaf = LawLeaf { _, _, _ in
            .perform { _, send in
                for _ in 0..<100 {
                    await send { $0 += 1 }
                    sent.append()
                }
            }
        }
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let (upstream, source) = AsyncStream<LawAction>.makeStream()
        source.yield(row.action(1))
        let states = HostedStream.states(
            of: row.make(leaf, .on(executor)), upstream: upstream, executor: .on(executor), clock: TestClock())
        for pulled in 1...8 {
            executor.settle(executor.task { for await _ in states { break } })
            #expect(sent.count <= pulled, "after \(pulled) states")
        }
        #expect(sent.count >= 4)
    }

    @Test(
        "Law 5: a finish handles what is accepted, awaits perform, cancels observe, and ends", .tags(.finish),
        arguments: LawRow.table,
        Host.allCases)
    func finish(row: LawRow, host: Host) {
        let (performed, observed) = (HeldWork(), HeldWork())
        let leaf = LawLeaf { _, number, _ in
            let work = number == 1 ? performed : observed
            let effect: @Sendable (DynamicState<Int>, Send<Int>) async -> Void = { _, send in
                await work.run()
                await send { $0 += number }
            }
            return number == 1 ? .perform(effect) : .observe(effect)
        }
        let executor = ControlledExecutor()
        let hosted = Hosted(row.make(leaf, .on(executor)), in: host, on: executor)
        for number in [1, 2] { hosted.send(row.action(number)) }
        executor.runUntilIdle()
        executor.settle(hosted.finish())
        #expect(observed.endings.elements == [.cancelled])
        #expect(performed.endings.elements == [] && hosted.ends.count == 0)
        executor.settle(performed.release())
        #expect(hosted.states.elements == [0, 0, 0, 1] && hosted.ends.count == 1)
        #expect(hosted.runtime?.tasks.liveCount ?? 0 == 0)
    }

    @Test(
        "Law 7: handlers and updates run on the host's executor", .tags(.isolation), arguments: LawRow.table,
        Host.allCases)
    func isolation(row: LawRow, host: Host) {
        let executor = ControlledExecutor()
        let places = Record<Bool>()
        let leaf = LawLeaf { _, _, _ in
            places.append(executor.isRunning)
            return .perform { _, send in await send { _ in places.append(executor.isRunning) } }
        }
        let hosted = Hosted(row.make(leaf, .on(executor)), in: host, on: executor)
        hosted.send(row.action(1))
        #expect(places.elements == [])
        executor.runUntilIdle()
        #expect(places.elements == [true, true])
    }

    @Test("Law 8: concurrent effects lose no update", .tags(.noLostUpdate), arguments: LawRow.table, LawHost.allCases)
    func noLostUpdate(row: LawRow, host: LawHost) async {
        let leaf = LawLeaf { _, _, _ in .merge((0..<40).map { _ in .perform { _, send in await send { $0 += 1 } } }) }
        #expect(await states(row, host, leaf, [1]) == [0, 0] + Array(1...40))
    }

    @Test(
        "Law 8: an action that an effect feeds back is handled behind those accepted before", .tags(.noLostUpdate),
        arguments: LawRow.table,
        LawHost.allCases)
    func fedBack(row: LawRow, host: LawHost) async {
        let leaf = LawLeaf { state, number, feed in
            state = Sum.appending(number, to: state)
            return number == 1 ? .perform { _, _ in _ = await feed(2) } : .state
        }
        #expect(await states(row, host, leaf, [1]) == [0, 1, 12])
    }

    @Test(
        "Law 10: a part that feeds itself grows nothing", .tags(.boundedStackAndMemory), arguments: LawRow.table,
        LawHost.allCases)
    func selfFeeding(row: LawRow, host: LawHost) async {
        let count = Scale.chosen(300, least: 60)
        let leaf = LawLeaf { state, number, feed in
            state = number
            return number < count ? .perform { _, _ in _ = await feed(number + 1) } : .state
        }
        #expect(await states(row, host, leaf, [1]) == Array(0...count))
    }

    @Test(
        "Law 10: a graph at rest has no task but those of its transformers", .tags(.boundedStackAndMemory),
        arguments: LawRow.table)
    func atRest(row: LawRow) {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(row.make(.digits, .on(executor)), executor: .on(executor), clock: TestClock())
        executor.runUntilIdle()
        let before = runtime.tasks.liveCount
        for number in 1...3 { runtime.send(row.action(number)) }
        executor.runUntilIdle()
        #expect(runtime.tasks.liveCount == before && executor.isIdle)
    }

    @Test(
        "Law 11: an action sent after the shutdown is rejected, and reported once", .tags(.loudNotFatal),
        arguments: LawRow.table)
    func loud(row: LawRow) async {
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics { Runtime(row.make(.digits, .default)) }
        await runtime.shutdown(.drain)
        for number in 1...2 { #expect(runtime.send(row.action(number)).outcome == .rejected(.shutDown)) }
        #expect(diagnostics.kinds == [.shutDown])
    }
}

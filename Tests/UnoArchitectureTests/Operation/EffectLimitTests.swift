import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A runtime that takes no further action while too many effects are under way.
/// Reaching the limit is reported; here it is meant.
@Suite("The limit of effects", .timeLimit(.hang), .misuse)
struct EffectLimitTests {
    private let work = HeldWork()
    private let executor = ControlledExecutor()

    enum Action: Sendable {
        case start(Int)
        case feedBack(Int)
        case observe
        case plain(Int)
    }

    /// Each effect waits for `work`, then dispatches `.plain` with 100 more, and then ends.
    static func feature(
        _ work: HeldWork, policy: EffectPolicy = .runBoth, id: String? = nil
    ) -> some Interactor<[Int], Action> {
        Interact<[Int], Action>(initialValue: []) { state, action, dispatch in
            switch action {
            case .start(let number):
                state.append(number)
                return .perform(id: id, policy: policy) { _, _ in await work.run() }
            case .feedBack(let number):
                state.append(number)
                return .perform { _, _ in
                    await work.run()
                    await dispatch(.plain(number + 100))
                    await dispatch(.plain(number + 200))
                }
            case .observe: return .observe { _, _ in await work.run() }
            case .plain(let number):
                state.append(number)
                return .state
            }
        }
    }

    /// A runtime that takes no action while so many effects are under way.
    private func limited<Feature: Interactor<[Int], Action>>(
        to count: Int, _ feature: Feature, mailbox: MailboxPolicy
    ) -> Runtime<[Int], Action> {
        Runtime(feature, mailbox: mailbox, executor: .on(executor), limits: RuntimeLimits(effects: .atMost(count)))
    }

    struct Setting: Sendable, CustomTestStringConvertible {
        let mailbox: MailboxPolicy
        let limit: Int
        var testDescription: String { "\(mailbox), at most \(limit)" }
    }

    static let settings = [MailboxPolicy.suspend(capacity: 2), .suspend(capacity: 64), .unbounded].flatMap { mailbox in
        [1, 2, 7].map { Setting(mailbox: mailbox, limit: $0) }
    }

    @Test("No more effects than the limit run, every accepted action is handled in order", arguments: settings)
    func bound(setting: Setting) {
        let runtime = limited(to: setting.limit, Self.feature(work), mailbox: setting.mailbox)
        let sender = Record<Int>()
        executor.begin {
            for number in 0..<30 {
                await runtime.deliver(.start(number))
                sender.append(number)
            }
        }
        #expect(work.waitingCount == setting.limit)
        let capacity = if case .suspend(let places) = setting.mailbox { places } else { 30 }
        #expect(sender.elements.count == min(30, setting.limit + capacity))
        let snapshot = runtime.snapshot()
        #expect(snapshot.isAtEffectLimit && snapshot.mailbox.depth == sender.elements.count - setting.limit)
        #expect(snapshot.mailbox.waitingSenders == (sender.elements.count < 30 ? 1 : 0))
        for released in 0..<30 {
            executor.settle(work.release())
            #expect(work.waitingCount == min(setting.limit, 30 - released - 1))
        }
        #expect(!runtime.snapshot().isAtEffectLimit && runtime.snapshot().mailbox.depth == 0)
        let handled = executor.begin { await runtime.state }
        #expect(handled.elements == [Array(0..<30)] && sender.elements == Array(0..<30))
        executor.end(cancelling: runtime)
    }

    @Test(
        "What effects feed back enters at the limit, in its order; the actions that were sent wait",
        arguments: settings)
    func feedback(setting: Setting) {
        let runtime = limited(to: 1, Self.feature(work), mailbox: setting.mailbox)
        executor.begin { for number in 0..<3 { await runtime.deliver(.feedBack(number)) } }
        func read() -> [Int]? { executor.begin { await runtime.state }.elements[0] }
        #expect(read() == [0])
        executor.settle(work.release())
        #expect(read() == [0, 100, 200, 1])
        executor.settle(work.release())
        executor.settle(work.release())
        #expect(read() == [0, 100, 200, 1, 101, 201, 2, 102, 202])
        executor.end(cancelling: runtime)
    }

    @Test("An effect that was waiting for room when the limit was reached is let in")
    func waitingFeedback() {
        let runtime = limited(to: 2, Self.feature(work), mailbox: .suspend(capacity: 1))
        executor.begin { await runtime.deliver(.feedBack(0)) }
        executor.task { for number in 1..<5 { await runtime.deliver(.start(number)) } }
        // The effect dispatches twice into a mailbox of one place, in which an action waits that may not start.
        executor.runUntilIdle()
        executor.settle(work.release())
        let states = executor.begin { await runtime.state }
        #expect(states.elements == [[0, 1, 100, 200, 2]])
        executor.end(cancelling: runtime)
    }

    @Test("Observers do not count, waiting effects do, and the report names the largest holders once")
    func counting() {
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics {
            Runtime(
                Self.feature(work, policy: .waitTurn, id: "line"), mailbox: .unbounded, executor: .on(executor),
                name: "orders", limits: RuntimeLimits(effects: .atMost(3)))
        }
        for _ in 0..<10 { runtime.send(.observe) }
        executor.act { for number in 0..<8 { runtime.send(.start(number)) } }
        #expect(work.waitingCount == 11 && runtime.snapshot().isAtEffectLimit)
        #expect("\(runtime.snapshot())".contains(": running, at its limit of effects\n"))
        let reports = diagnostics.reports.elements
        #expect(reports.map(\.kind) == [.effectLimit])
        #expect(reports.first?.message.contains("3 with the id line") == true)
        #expect(reports.first?.runtime == "\(runtime.identity)")
        #expect(runtime.identity.name == "orders")
        #expect("\(reports[0])".contains("[\(runtime.identity)]"))
        for _ in 0..<18 { executor.settle(work.release()) }
        #expect(work.waitingCount == 0 && !runtime.snapshot().isAtEffectLimit)
        #expect(diagnostics.kinds == [.effectLimit])
        executor.end(cancelling: runtime)
    }

    private struct Listener: RuntimeObserver {
        let limits = Record<Int>()
        func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) { limits.append(limit) }
    }

    @Test("Effects that begin at the limit, for actions that were fed back, do not reach it again")
    func beyond() {
        let listener = Listener()
        defer { executor.runFreely() }
        let runtime = Runtime(
            Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                .perform { _, _ in
                    if action < 3 { await dispatch(action + 1) }
                    await work.run()
                }
            },
            executor: .on(executor), limits: RuntimeLimits(effects: .atMost(1)), observer: listener)
        executor.settle(runtime.send(1))
        executor.settle(runtime.send(4))
        #expect(work.starts.count == 3 && listener.limits.elements == [1])
        for _ in 0..<4 { executor.settle(work.release()) }
        #expect(work.endings.elements.count == 4 && listener.limits.elements == [1, 1])
    }

    /// A feature and a transformer that counts the actions.
    struct Beside<First: Interactor<[Int], Action>>: Interactor {
        let first: First
        let counted = Record<Void>()
        var body: some Interactor<[Int], Action> {
            first
            Counting(counted: counted)
        }

        struct Counting: Interactor {
            let counted: Record<Void>
            func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<[Int]> {
                let none = upstream.compactMap { [counted] _ -> [Int]? in
                    counted.append()
                    return nil
                }
                return none.eraseToStream()
            }
        }
    }

    @Test("A drain handles what waits behind the limit before it ends; a transformer still gets its actions")
    func drain() {
        let feature = Beside(first: Self.feature(work))
        let runtime = limited(to: 2, feature, mailbox: .unbounded)
        let events = (0..<9).map { runtime.send(.start($0)) }
        let ended = executor.begin { await runtime.shutdown(.drain) }
        for _ in 0..<9 {
            #expect(ended.count == 0)
            executor.settle(work.release())
        }
        #expect(ended.count == 1 && events.map(\.outcome) == Array(repeating: .accepted, count: 9))
        #expect(work.starts.count == 9 && feature.counted.count == 9)
        executor.runFreely()
    }

    @Test("A drain at the limit ends the observer that the effects at the limit wait for")
    func drainBehindAnObserver() {
        let feature = Interact<Int, Int>(initialValue: 0) { state, action in
            state += 1
            guard action > 0 else { return .observe(id: "line") { _, _ in await work.run() } }
            return .perform(id: "line", policy: .waitTurn) { _, _ in }
        }
        let runtime = Runtime(feature, executor: .on(executor), limits: RuntimeLimits(effects: .atMost(2)))
        executor.act { for action in 0..<5 { runtime.send(action) } }
        let ended = executor.begin {
            await runtime.shutdown(.drain)
            return await runtime.state
        }
        #expect(ended.elements == [5] && work.endings.elements == [.cancelled])
        executor.runFreely()
    }

    @Test("Every schedule at the limit ends, with each action handled once and in its sender's order")
    func schedules() {
        explore(schedules: Scale.chosen(debug: 200, release: 2_000)) { scenario in
            let feature = Interact<[Int], Int>(initialValue: []) { state, action, dispatch in
                state.append(action)
                guard action < 100 else { return .state }
                return .perform { _, _ in await dispatch(action + 100) }
            }
            // A scenario fails at what is reported.
            let runtime = DiagnosticsRecorder()() {
                Runtime(
                    feature, mailbox: .suspend(capacity: 2), executor: .on(scenario.executor),
                    limits: RuntimeLimits(effects: .atMost(1)))
            }
            let senders = [[1, 2, 3], [11, 12]].map { numbers in
                scenario.task("sender of \(numbers)") { for number in numbers { await runtime.deliver(number) } }
            }
            for sender in senders { await sender.value }
            await runtime.shutdown(.drain)
            let state = await runtime.state ?? []
            scenario.expect(state.sorted() == [1, 2, 3, 11, 12, 101, 102, 103, 111, 112], "\(state)")
            scenario.expect(state.filter { $0 < 10 } == [1, 2, 3], "\(state)")
            scenario.expect(state.filter { $0 > 100 && $0 < 110 } == [101, 102, 103], "\(state)")
        }
    }

    @Test("A view model at the limit queues its events; they are handled when an effect has ended")
    @MainActor func viewModel() async {
        let model = ViewModel(Self.feature(work), limits: RuntimeLimits(effects: .atMost(1)))
        model.sendViewEvent(.start(1))
        let second = model.sendViewEvent(.start(2))
        #expect(model.viewState == [1])
        await work.starts.waitFor(1)
        work.release()
        await work.starts.waitFor(2)
        #expect(model.viewState == [1, 2] && second.outcome == .accepted)
        work.release()
        await second.finish()
    }
}

import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite(.timeLimit(.hang)) struct IfLetTests {
    let works = Garden.Works()

    func garden(_ initial: Garden = Garden()) -> AnyInteractor<Garden, Garden.Action> {
        Garden.parent(works, initial: initial)
            .ifLet(\.guest, action: \.guest) { Garden.plotFeature(works) }
            .eraseToAnyInteractor()
    }

    @Test(arguments: Host.allCases)
    func `The child works on the value, and the parent handles its actions after it`(host: Host) async {
        let states = await host.states(of: garden(), [.lend(.init(plants: [1])), .guest(.plant(2))])
        #expect(states.map { $0.guest?.plants } == [nil, [1], [1, 2]])
        #expect(works.seen.elements == [.lend(.init(plants: [1])), .guest(.plant(2))])
    }

    @Test(arguments: Host.allCases)
    func `An action for an absent child is reported once and handled by the parent`(host: Host) async {
        let recorder = DiagnosticsRecorder()
        let states = await recorder.during { await host.states(of: garden(), [.guest(.plant(2)), .guest(.plant(3))]) }
        #expect(recorder.kinds == [.childMissing])
        #expect(recorder.reports.elements.first?.fileID?.hasSuffix("IfLetTests.swift") == true)
        #expect(recorder.reports.elements.first?.message.contains("Plot") == true)
        #expect(states == [Garden()])
        #expect(works.seen.elements == [.guest(.plant(2)), .guest(.plant(3))])
    }

    @Test func `The sender of an action for an absent child gets a rejection`() async {
        let task = await DiagnosticsRecorder().during {
            let runtime = Runtime(garden())
            let task = await runtime.deliver(.guest(.plant(2)))
            await task.finish()
            return task
        }
        #expect(task.outcome == .rejected(.childEnded))
    }

    @Test(arguments: Host.allCases)
    func `When the value becomes nil, the child's effects are cancelled, and a late state does not restore it`(
        host: Host
    ) {
        let stage = Stage(garden(), in: host)
        stage.send(.lend(.init()), .guest(.work), .lend(nil))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.send(.lend(.init(plants: [4]))).last.guest?.plants == [4])
    }

    @Test(arguments: Host.allCases)
    func `An effect of the parent that removes the value cancels the child's effects`(host: Host) {
        let stage = Stage(garden(Garden(guest: .init())), in: host)
        stage.send(.guest(.work), .lendLater)
        stage.release(works.parent)
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.last.guest == nil)
    }

    @Test(.misuse, arguments: Host.allCases)
    func `A part beside the parent that removes the value cancels the child's effects`(host: Host) {
        let taker = Interact(initialValue: Garden()) { (garden: inout Garden, action: Garden.Action) in
            if case .work = action { garden.guest = nil }
            return .unshown
        }
        let stage = Stage(Interactors.Merge(garden(Garden(guest: .init())), taker), in: host)
        stage.send(.guest(.work), .work)
        #expect(works.child.endings.elements == [.cancelled])
    }

    @Test func `A value that is set again starts a child without the earlier effects`() {
        let stage = Stage(garden(Garden(guest: .init())))
        stage.send(.guest(.work), .lend(nil), .lend(.init()), .guest(.work))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.release(works.child).last.guest?.plants == [1_000])
    }

    @Test(arguments: Host.allCases) func `A delayed action of a child is dropped with the child`(host: Host) {
        let clock = TestClock()
        let feature = Garden.parent(works, initial: Garden(guest: .init())).ifLet(\.guest, action: \.guest) {
            DebounceInteractor(for: .seconds(10), clock: clock) { Garden.plotFeature(works) }
        }
        let stage = Stage(feature, in: host)
        stage.send(.guest(.plant(1)), .lend(nil), .lend(.init()))
        #expect(clock.sleeperCount == 0)
        #expect(stage.advance(clock, by: .seconds(10)).last.guest?.plants == [])
    }

    /// Removes the guest when the parent's work is to stop.
    private struct Taking: Interactor {
        func interact(_ upstream: AsyncStream<Garden.Action>) -> AsyncStream<Garden> {
            upstream.compactMap { $0 == .stopWork ? Garden() : nil }.eraseToStream()
        }
    }

    @Test(arguments: Host.allCases)
    func `A child whose value a transformer removes is gone, although a later part sets a value in the same step`(
        host: Host
    ) {
        let lending = Interact(initialValue: Garden(guest: .init())) { (garden: inout Garden, action: Garden.Action) in
            guard case .stopWork = action else { return .none }
            garden.guest = .init()
            return .state
        }
        let taken = Taking().ifLet(\.guest, action: \.guest) { Garden.plotFeature(works) }
        let stage = Stage(Interactors.Merge(taken, lending), in: host)
        stage.send(.guest(.work))
        #expect(works.child.waitingCount == 1)
        stage.send(.stopWork)
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.last.guest == Garden.Plot())
    }

    @Test func `A cancelled effect that continues to read gets the child's initial value`() {
        let read = Record<[Int]>()
        let feature = Garden.parent(works, initial: Garden(guest: .init(plants: [3])))
            .ifLet(\.guest, action: \.guest) {
                Interact(initialValue: Garden.Plot(plants: [99])) { _, _ in
                    .perform { state, _ in
                        await works.child.run()
                        read.append(await state.plants)
                    }
                }
            }
        let stage = Stage(feature)
        stage.send(.guest(.work), .lend(nil))
        #expect(read.elements == [[99]])
    }
}

@Suite(.timeLimit(.hang)) struct IfCaseLetTests {
    let works = Garden.Works()

    /// Enters and leaves the summer by numbers: 0 leaves, others enter.
    @CasePathable enum Action: Sendable {
        case turn(Garden.Season)
        case plot(Garden.PlotAction)
    }

    func year(_ initial: Garden.Season) -> AnyInteractor<Garden.Season, Action> {
        Interact(initialValue: initial) { (season: inout Garden.Season, action: Action) in
            guard case .turn(let next) = action else { return .none }
            season = next
            return .state
        }
        .ifCaseLet(\.summer, action: \.plot) { Garden.plotFeature(works) }
        .eraseToAnyInteractor()
    }

    @Test(arguments: Host.allCases) func `The child works on the value of the case`(host: Host) async {
        let states = await host.states(
            of: year(.winter), [.turn(.summer(.init(plants: [1]))), .plot(.plant(2)), .turn(.winter)])
        #expect(states == [.winter, .summer(.init(plants: [1])), .summer(.init(plants: [1, 2])), .winter])
    }

    @Test(arguments: Host.allCases) func `An action in another case is reported and starts nothing`(host: Host) async {
        let recorder = DiagnosticsRecorder()
        let states = await recorder.during { await host.states(of: year(.winter), [.plot(.plant(2))]) }
        #expect(recorder.kinds == [.childMissing])
        #expect(states == [.winter])
    }

    @Test(arguments: Host.allCases) func `Leaving the case cancels the child's effects`(host: Host) {
        let stage = Stage(year(.summer(.init())), in: host)
        stage.send(.plot(.work), .turn(.winter))
        #expect(works.child.endings.elements == [.cancelled])
        #expect(stage.send(.turn(.summer(.init()))).last == .summer(.init()))
    }
}

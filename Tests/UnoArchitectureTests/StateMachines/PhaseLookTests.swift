import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// A step checks whether machines have left the phases of their effects, but only the machines that it has touched.
@Suite("Phase checks", .misuse) struct PhaseLookTests {
    private static let count = Scale.chosen(debug: 500, release: 10_000)

    /// Rows that are all in a phase with an effect under way.
    private static func busyStage(in host: Host) -> (Yard, Stage<Yard.State, Yard.Action>) {
        let yard = Yard(count: count)
        let stage = Stage(yard, in: host)
        for id in 0..<count { stage.hosted.send(.row(id, .work)) }
        stage.executor.runUntilIdle()
        return (yard, stage)
    }

    @Test("An action to one of many machines with effects checks only that machine", arguments: Host.allCases)
    func oneRow(host: Host) {
        let (yard, stage) = Self.busyStage(in: host)
        #expect(yard.work.waitingCount == Self.count)
        // The step of an action to a row asks for the phase when the row changes, and at its end.
        #expect(yard.looks.elements.count <= 3 * Self.count)
        let before = yard.looks.elements.count
        for _ in 0..<10 { stage.send(.row(7, .stay)) }
        #expect(yard.looks.elements.dropFirst(before).allSatisfy { $0 == 7 })
        #expect(yard.looks.elements.count - before <= 20)
        stage.finish()
    }

    @Test(arguments: Host.allCases) func `A step that does not change the rows checks none of them`(host: Host) {
        let (yard, stage) = Self.busyStage(in: host)
        let before = yard.looks.elements.count
        for _ in 0..<10 { stage.send(.tick) }
        #expect(stage.last.ticks == 10)
        #expect(yard.looks.elements.count == before)
        stage.finish()
    }

    @Test(arguments: Host.allCases) func `The result of a row's effect checks only that row`(host: Host) {
        let (yard, stage) = Self.busyStage(in: host)
        let before = yard.looks.elements.count
        stage.release(yard.work)
        #expect(stage.last.rows.count { $0.results == 1 } == 1)
        #expect(Set(yard.looks.elements.dropFirst(before)).count == 1)
        #expect(yard.looks.elements.count - before <= 2)
        stage.finish()
    }

    @Test("A parent that takes one row out of its phase ends that row's effects only", arguments: Host.allCases)
    func takenOut(host: Host) {
        let (yard, stage) = Self.busyStage(in: host)
        stage.send(.rest(3))
        #expect(yard.work.endings.elements == [.cancelled])
        #expect(stage.last.rows[3].isBusy == false)
        stage.send(.rest(4), .row(5, .rest))
        #expect(yard.work.endings.elements.count == 3)
        #expect(yard.work.waitingCount == Self.count - 3)
        stage.finish()
    }

    @Test(arguments: Host.allCases) func `After every phase has been left, nothing is checked`(host: Host) {
        let (yard, stage) = Self.busyStage(in: host)
        for id in 0..<Self.count { stage.hosted.send(.row(id, .rest)) }
        stage.executor.runUntilIdle()
        #expect(yard.work.endings.elements.count == Self.count)
        let before = yard.looks.elements.count
        stage.send(.row(7, .stay), .tick)
        #expect(yard.looks.elements.count == before)
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test func `A removed row takes its phase with it`() {
        let yard = Yard(count: 2)
        let stage = Stage(yard)
        stage.send(.row(0, .work), .row(1, .work), .remove(0), .remove(1))
        #expect(yard.work.endings.elements == [.cancelled, .cancelled])
        let before = yard.looks.elements.count
        stage.send(.tick)
        #expect(yard.looks.elements.count == before)
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test(arguments: Host.allCases)
    func `A step of the parent reads the state of an embedded machine only while that has a phase`(host: Host) {
        let (work, reads) = (HeldWork(), Record<Void>())
        let stage = Stage(
            Interact<Kiosk, Kiosk.Action>(initialValue: Kiosk(reads: reads)) { kiosk, action in
                switch action {
                case .clerk: return .none
                case .clerkState(let isBusy): kiosk.isBusy = isBusy
                case .tick: kiosk.ticks += 1
                }
                return .state
            }
            .when(stateIs: \.clerk, actionIs: \.clerk, stateAction: \.clerkState) { Clerk(work: work) }, in: host
        )
        func readsOfTick() -> Int {
            let before = reads.count
            stage.send(.tick)
            return reads.count - before
        }
        #expect(readsOfTick() == 0)
        stage.send(.clerk(.input(.work)))
        #expect(readsOfTick() == 1)
        stage.send(.clerk(.input(.rest)))
        #expect(work.endings.elements == [.cancelled])
        #expect(readsOfTick() == 0)
        stage.finish()
    }

    @Test func `The remainder of a step that a transformer has suspended may begin a phase and leave it`() {
        let yard = Yard(count: 1)
        let stage = Stage(
            Interactors.Merge(
                Interactors.Merge(SilentTransformer(), yard),
                Interact(initialValue: Yard.State(rows: [])) { state, action in
                    guard case .worker = action else { return .none }
                    state.rows[0].isBusy = false
                    return .state
                }))
        stage.send(.row(0, .work))
        #expect(stage.last.rows[0].isBusy == false)
        #expect(yard.work.waitingCount == 0)
        // Nor does the finish wait for work that went on.
        stage.finish()
        #expect(stage.hasEnded)
    }
}

/// Suspends at each action, and emits nothing.
private struct SilentTransformer: Interactor {
    func interact(_ upstream: AsyncStream<Yard.Action>) -> AsyncStream<Yard.State> {
        upstream.compactMap { _ -> Yard.State? in nil }.eraseToStream()
    }
}

/// Rows that are machines, and a parent that may change them.
private struct Yard: Interactor {
    struct State: Sendable { var rows: [Worker.State], ticks = 0 }

    @CasePathable enum Action: Sendable {
        case worker(IdentifiedAction<Int, Worker.Action>)
        case rest(Int)
        case remove(Int)
        case tick
        static func row(_ id: Int, _ input: Worker.Input) -> Action { .worker(.element(id: id, action: .input(input))) }
    }

    let count: Int
    let work = HeldWork()
    /// The row of each look at a phase.
    let looks = Record<Int>()
    var body: some Interactor<State, Action> {
        Interact(initialValue: State(rows: (0..<count).map { Worker.State(id: $0, looks: looks) })) { state, action in
            switch action {
            case .worker: return .none
            case .rest(let id): state.rows[id].isBusy = false
            case .remove(let id): state.rows.removeAll { $0.id == id }
            case .tick: state.ticks += 1
            }
            return .state
        }
        .forEach(\.rows, action: \.worker) { Worker(work: work) }
    }
}

private struct Worker: StateMachine {
    struct State: Sendable, Identifiable {
        let id: Int
        let looks: Record<Int>
        var isBusy = false
        var results = 0
    }

    enum Input { case work, stay, rest }
    enum IOEffect { case wait }
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Input, IOResult>
    let work: HeldWork
    let initialValue = State(id: -1, looks: Record())

    static func effectScope(of state: State) -> Bool {
        state.looks.append(state.id)
        return state.isBusy
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        var next = state
        switch input {
        case .work:
            next.isBusy = true
            return transition(next, effect: .wait)
        case .stay: return nextState(state)
        case .rest:
            next.isBusy = false
            return nextState(next)
        }
    }

    static func reduceIOResult(_ state: State, _ result: Int) -> Transition {
        var next = state
        next.results += result
        return nextState(next)
    }

    func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
        .single { [work] in
            await work.run()
            return 1
        }
    }
}

/// A parent that notes when the state of its child is read.
private struct Kiosk: Sendable {
    @CasePathable enum Action: Sendable {
        case clerk(Clerk.Action)
        case clerkState(Bool)
        case tick
    }

    let reads: Record<Void>
    var isBusy = false
    var ticks = 0

    var clerk: Bool {
        get {
            reads.append()
            return isBusy
        }
        set { isBusy = newValue }
    }
}

private struct Clerk: StateMachine {
    enum Input { case work, rest }
    enum IOEffect { case wait }
    typealias IOResult = Int
    typealias Action = StateMachineEvent<Input, IOResult>
    let work: HeldWork
    let initialValue = false
    static func effectScope(of isBusy: Bool) -> Bool { isBusy }

    static func reduceInput(_ isBusy: Bool, _ input: Input) -> Transition {
        switch input {
        case .work: transition(true, effect: .wait)
        case .rest: nextState(false)
        }
    }

    static func reduceIOResult(_ isBusy: Bool, _ result: Int) -> Transition { nextState(isBusy) }

    func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
        .single { [work] in
            await work.run()
            return 1
        }
    }
}

import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

@Suite("Nested state machines", .timeLimit(.hang)) struct NestedMachineTests {
    @Test func `Two children of one feature are distinguished, and each brings its own dependencies`() {
        let (left, right) = (Jobs(), Jobs())
        let stage = Stage(Pair(left: left, right: right))
        stage.send(.input(.left(.work(.just(.job("l"))))), .input(.right(.work(.just(.job("r"))))))
        #expect(left.begun.elements == ["l"])
        #expect(right.begun.elements == ["r"])
        stage.release(right.work)
        #expect(stage.last == .init(left: .working([]), right: .working(["r"])))
        stage.send(.input(.left(.rest)))
        #expect(left.work.endings.elements == [.cancelled])
        stage.finish()
        #expect(stage.last == .init(left: .resting([]), right: .working(["r"])))
    }

    @Test(arguments: Host.allCases) func `A child steps before its parent`(host: Host) async {
        let states = await host.states(of: Pair(left: Jobs(), right: Jobs()), [.input(.left(.work(.none)))])
        #expect(states.map(\.heard) == [[], [], ["working([])"]])
    }

    @Test func `A child's result without a counterpart is reported once and nothing traps`() {
        let (jobs, diagnostics) = (Jobs(), DiagnosticsRecorder())
        let stage = diagnostics { Stage(Deaf(jobs: jobs)) }
        stage.send(.input(.work(.merge([.just(.watch("a")), .just(.watch("b"))]))))
        #expect(diagnostics.kinds == [.resultNotForwarded])
        #expect(stage.runtime.counters.rejected == [.notForwarded: 2])
        let report = diagnostics.reports.elements.first
        #expect(report?.message.contains("Jobs has a result that its parent does not forward") == true)
        #expect(report?.fileID?.hasSuffix("NestedMachineTests.swift") == true)
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test func `An action that a child names as the next one, and that has no counterpart, is reported and counted`() {
        let diagnostics = DiagnosticsRecorder()
        let stage = diagnostics {
            Stage(
                Interactors.Merge(
                    Interact<Int, Int>(initialValue: 0) { _, _ in .none },
                    NestedStateMachine(
                        state: \Int.self, toChildAction: { (action: Int) -> Naming.Action? in .input(action) },
                        fromChildAction: { (_: Naming.Action) -> Int? in nil }, child: Naming())))
        }
        stage.send(1)
        #expect(diagnostics.kinds == [.resultNotForwarded])
        #expect(stage.runtime.counters.rejected == [.notForwarded: 1])
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test("A child in an optional ends with it: effects are cancelled, and no result arrives", arguments: Host.allCases)
    func optionalSlice(host: Host) {
        let (jobs, diagnostics) = (Jobs(), DiagnosticsRecorder())
        let stage = diagnostics { Stage(Optionally(jobs: jobs), in: host) }
        stage.send(.input(.child(.work(.none))))
        #expect(diagnostics.kinds == [.childMissing], "An action for a child that is not there")
        stage.send(
            .input(.present), .input(.child(.work(.merge([.just(.job("a")), .just(.errand("b"))])))), .input(.dismiss)
        )
        #expect(jobs.work.endings.elements == [.cancelled, .cancelled])
        stage.send(.input(.present))
        #expect(stage.last == .init(child: .resting([])))
        stage.send(.input(.child(.work(.just(.job("c"))))))
        stage.release(jobs.work)
        #expect(stage.last == .init(child: .working(["c"])))
        stage.finish()
        #expect(stage.hasEnded)
    }

    @Test func `A parent that resets its child's state takes it out of its phase`() {
        let jobs = Jobs()
        let stage = Stage(Optionally(jobs: jobs))
        stage.send(.input(.present), .input(.child(.work(.just(.job("a"))))), .input(.present))
        #expect(jobs.work.endings.elements == [.cancelled])
        #expect(stage.last == .init(child: .resting([])))
        stage.finish()
    }

    @Test(arguments: Host.allCases) func `A child in a case ends with the case`(host: Host) {
        let jobs = Jobs()
        let stage = Stage(InCase(jobs: jobs), in: host)
        stage.send(.input(.child(.work(.just(.job("a"))))), .input(.leave))
        #expect(jobs.work.endings.elements == [.cancelled])
        #expect(stage.last == .elsewhere)
        stage.finish()
        #expect(stage.hasEnded)
    }
}

private struct Pair: StateMachine {
    struct State: Equatable {
        var left = Jobs.State.resting([])
        var right = Jobs.State.resting([])
        var heard: [String] = []

        init(left: Jobs.State = .resting([]), right: Jobs.State = .resting([])) {
            self.left = left
            self.right = right
        }

        static func == (left: State, right: State) -> Bool { left.left == right.left && left.right == right.right }
    }

    enum Input {
        case left(Jobs.Input)
        case right(Jobs.Input)
    }
    typealias IOEffect = Never
    enum IOResult {
        case left(Jobs.IOResult)
        case right(Jobs.IOResult)
    }
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State()
    let left: Jobs
    let right: Jobs
    var body: some Interactor<State, Action> {
        NestedStateMachine(
            state: \State.left,
            toChildAction: { (action: Action) -> Jobs.Action? in
                switch action {
                case .input(.left(let input)): .input(input)
                case .ioResult(.left(let result)): .ioResult(result)
                default: nil
                }
            },
            fromChildAction: { (action: Jobs.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(.left(result)) } else { nil }
            }, child: left)
        NestedStateMachine(
            state: \State.right,
            toChildAction: { (action: Action) -> Jobs.Action? in
                switch action {
                case .input(.right(let input)): .input(input)
                case .ioResult(.right(let result)): .ioResult(result)
                default: nil
                }
            },
            fromChildAction: { (action: Jobs.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(.right(result)) } else { nil }
            }, child: right)
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        nextState(withVar(state) { $0.heard.append("\($0.left)") })
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
}

/// Has no way for its child's results.
private struct Deaf: StateMachine {
    struct State { var jobs = Jobs.State.resting([]) }
    typealias Input = Jobs.Input
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State()
    let jobs: Jobs
    var body: some Interactor<State, Action> {
        NestedStateMachine(
            state: \State.jobs,
            toChildAction: { (action: Action) -> Jobs.Action? in
                if case .input(let input) = action { .input(input) } else { nil }
            }, fromChildAction: { (_: Jobs.Action) -> Action? in nil }, child: jobs)
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
}

/// Names an action to be handled next.
private struct Naming: StateMachine {
    typealias State = Int
    typealias Input = Int
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Int, Never>
    let initialValue = 0
    var body: some Interactor<Int, Action> {
        Interact { _, action, dispatch in
            guard case .input(1) = action else { return .none }
            return dispatch.next(.input(2))
        }
        transitions
    }

    static func reduceInput(_ state: Int, _ input: Int) -> Transition { identity }
}

private struct Optionally: StateMachine {
    struct State: Equatable { var child: Jobs.State? }
    enum Input {
        case present, dismiss
        case child(Jobs.Input)
    }
    typealias IOEffect = Never
    typealias IOResult = Jobs.IOResult
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State()
    let jobs: Jobs
    var body: some Interactor<State, Action> {
        NestedStateMachine(
            state: \State.child,
            toChildAction: { (action: Action) -> Jobs.Action? in
                switch action {
                case .input(.child(let input)): .input(input)
                case .ioResult(let result): .ioResult(result)
                default: nil
                }
            },
            fromChildAction: { (action: Jobs.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(result) } else { nil }
            }, child: jobs)
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .present: nextState(State(child: .resting([])))
        case .dismiss: nextState(State(child: nil))
        case .child: identity
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
}

private struct InCase: StateMachine {
    @CasePathable enum State: Equatable {
        case working(Jobs.State)
        case elsewhere
    }

    enum Input {
        case leave
        case child(Jobs.Input)
    }
    typealias IOEffect = Never
    typealias IOResult = Jobs.IOResult
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State.working(.resting([]))
    let jobs: Jobs
    var body: some Interactor<State, Action> {
        NestedStateMachine(
            state: \Case<State>.working,
            toChildAction: { (action: Action) -> Jobs.Action? in
                switch action {
                case .input(.child(let input)): .input(input)
                case .ioResult(let result): .ioResult(result)
                default: nil
                }
            },
            fromChildAction: { (action: Jobs.Action) -> Action? in
                if case .ioResult(let result) = action { .ioResult(result) } else { nil }
            }, child: jobs)
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        if case .leave = input { nextState(.elsewhere) } else { identity }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition { identity }
}

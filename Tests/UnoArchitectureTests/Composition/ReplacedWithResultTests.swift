import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoStateMachines

/// A child that works once for each `load`, and notes the results.
private struct ResultLoader: Interactor {
    struct DomainState: Sendable, Equatable, Identifiable {
        var id: Int
        var results: [String] = []
    }

    @CasePathable enum Action: Sendable, Equatable {
        case load
        case loaded(String)
    }

    let work: HeldWork

    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: DomainState(id: 0)) { state, action, dispatch in
            switch action {
            case .load:
                return .perform { [work, id = state.id] _, _ in
                    await work.run()
                    await dispatch(.loaded("of \(id)"))
                }
            case .loaded(let result): state.results.append(result)
            }
            return .state
        }
    }
}

/// Replaces the child, in a part before it, in the step of the child's result.
private struct ReplacingInStep: Interactor {
    enum Place: CaseIterable, Sendable { case scope, ifLet, when, row, element }

    struct DomainState: Sendable, Equatable {
        var child = ResultLoader.DomainState(id: 1)
        var optional: ResultLoader.DomainState? = ResultLoader.DomainState(id: 1)
        var rows: IdentifiedArrayOf<ResultLoader.DomainState> = [ResultLoader.DomainState(id: 1)]
        var path: StackState<ResultLoader.DomainState> = [ResultLoader.DomainState(id: 1)]
        var results: [String] {
            child.results + (optional?.results ?? []) + rows.flatMap(\.results) + path.flatMap(\.results)
        }
    }

    @CasePathable enum Action: Sendable {
        case child(ResultLoader.Action)
        case changed(ResultLoader.DomainState)
        case row(IdentifiedAction<Int, ResultLoader.Action>)
        case path(StackAction<ResultLoader.DomainState, ResultLoader.Action>)
    }

    let place: Place
    var replaces = true
    let work: HeldWork

    var body: some Interactor<DomainState, Action> {
        Update(initialValue: DomainState()) { state, action, _ in
            switch action {
            case .child(.loaded) where replaces, .row(.element(_, .loaded)) where replaces,
                .path(.element(_, .loaded)) where replaces:
                state.child = ResultLoader.DomainState(id: 2)
                state.optional = ResultLoader.DomainState(id: 2)
                state.rows = [ResultLoader.DomainState(id: 2)]
                state.path = [ResultLoader.DomainState(id: 2)]
            default: break
            }
        }
        switch place {
        case .scope: Scope(state: \.child, action: \.child) { ResultLoader(work: work) }
        case .ifLet: Silent().ifLet(\.optional, action: \.child) { ResultLoader(work: work) }
        case .when:
            Storing().when(stateIs: \.child, actionIs: \.child, stateAction: \.changed) { ResultLoader(work: work) }
        case .row: Silent().forEach(\.rows, action: \.row) { ResultLoader(work: work) }
        case .element: Silent().presents(stack: \.path, action: \.path) { ResultLoader(work: work) }
        }
    }

    /// Takes the states of a child in a `when`.
    private struct Storing: Interactor {
        typealias Body = Interact<DomainState, Action>
        var body: Body {
            Interact { state, action in
                guard case .changed(let child) = action else { return .none }
                state.child = child
                return .state
            }
        }
    }

    private struct Silent: Interactor {
        typealias Body = Interact<DomainState, Action>
        var body: Body { Interact { _, _ in .none } }
    }
}

/// Replaces the child of a `when`, in a part before it, in the step of the child's result; the parent notes the results.
private struct NotingResults: Interactor {
    struct DomainState: Sendable, Equatable {
        var child = ResultLoader.DomainState(id: 1)
        var noted: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case child(ResultLoader.Action)
        case changed(ResultLoader.DomainState)
    }

    let childActions: ChildActions
    let work: HeldWork

    var body: some Interactor<DomainState, Action> {
        Update(initialValue: DomainState()) { state, action, _ in
            if case .child(.loaded) = action { state.child = ResultLoader.DomainState(id: 2) }
        }
        Parent().when(stateIs: \.child, actionIs: \.child, stateAction: \.changed, childActions: childActions) {
            ResultLoader(work: work)
        }
    }

    private struct Parent: Interactor {
        typealias Body = Interact<DomainState, Action>
        var body: Body {
            Interact { state, action in
                switch action {
                case .child(.loaded(let result)): state.noted.append(result)
                case .child(.load): break
                case .changed(let child): state.child = child
                }
                return .state
            }
        }
    }
}

@Suite("A child that is replaced in the step of a result of the one before it", .timeLimit(.hang))
struct ReplacedWithResultTests {
    private func results(at place: ReplacingInStep.Place, replacing replaces: Bool, in host: Host) -> [String] {
        let work = HeldWork()
        let reports = DiagnosticsRecorder()
        let results = reports {
            let stage = Stage(ReplacingInStep(place: place, replaces: replaces, work: work), in: host)
            switch place {
            case .scope, .ifLet, .when: stage.send(.child(.load))
            case .row: stage.send(.row(.element(id: 1, action: .load)))
            case .element: stage.send(.path(.element(id: 0, action: .load)))
            }
            stage.release(work)
            return stage.last.results
        }
        #expect(reports.kinds == [])
        return results
    }

    @Test(
        "does not get that result: the effect has ended with its child", arguments: ReplacingInStep.Place.allCases,
        Host.allCases)
    fileprivate func replaced(place: ReplacingInStep.Place, host: Host) {
        #expect(results(at: place, replacing: true, in: host) == [])
        #expect(results(at: place, replacing: false, in: host) == ["of 1"])
    }

    @Test(
        "does not get that result, which goes on to a parent to which the actions of its child are forwarded",
        arguments: [ChildActions.consumed, .forwarded], Host.allCases)
    fileprivate func forwarded(childActions: ChildActions, host: Host) {
        let work = HeldWork()
        let stage = Stage(NotingResults(childActions: childActions, work: work), in: host)
        stage.send(.child(.load))
        #expect(stage.release(work).last.child == ResultLoader.DomainState(id: 2))
        #expect(stage.last.noted == (childActions == .forwarded ? ["of 1"] : []))
    }

    @Test("gets an action that was sent", arguments: Host.allCases) fileprivate func sent(host: Host) {
        let stage = Stage(ReplacingInStep(place: .scope, work: HeldWork()), in: host)
        #expect(stage.send(.child(.loaded("sent"))).last.results == ["sent"])
        #expect(stage.last.child.id == 2)
    }
}

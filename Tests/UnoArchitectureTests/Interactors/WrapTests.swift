import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

extension Interactor {
    /// An operator as users write them.
    fileprivate func filter(_ isWanted: @escaping @Sendable (DomainState, Action) -> Bool) -> some InteractorOf<Self> {
        wrap { step in if isWanted(step.state, step.action) { step.proceed() } }
    }

    fileprivate func log(to record: Record<String>) -> some InteractorOf<Self> {
        wrap { step in
            let before = step.state
            step.proceed { after in record.append("\(after.action): \(before) to \(after.state)") }
        }
    }
}

/// Operators that users write with `wrap`.
@Suite("A wrapped interactor", .timeLimit(.hang))
struct WrapTests {
    @Test("does not get an action that is filtered out", arguments: Host.allCases) func filter(host: Host) {
        let stage = Stage(Sum.digits().filter { sum, digit in sum < 10 || digit == 9 }, in: host)
        #expect(stage.send(1, 2, 3, 9).states == [0, 1, 12, 129])
    }

    @Test("gets an action twice, another one, or none, within one step", arguments: Host.allCases)
    func repeated(host: Host) {
        let feature = Sum.digits().wrap { step in
            switch step.action {
            case 1:
                step.proceed()
                step.proceed()
            case 2: step.proceed(with: 7)
            default: break
            }
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(1, 2, 3).states == [0, 1, 11, 117])
        #expect(stage.finish().hasEnded)
    }

    @Test("of a child that has ended in the step does not get the action; nor is the closure called")
    func childThatEndsInItsStep() {
        let called = Record<Int>()
        let feature = LeavingGuest.house {
            LeavingGuest.leaver
            LeavingGuest.counter.wrap { step in
                called.append(step.state.count)
                step.proceed()
            }
        }
        let stage = Stage(feature)
        stage.send(.guest(.leave))
        #expect(called.elements.isEmpty)
        stage.send(.enter, .guest(.count))
        #expect(called.elements == [0])
        #expect(stage.last == .guest(LeavingGuest.Guest(count: 1)))
    }

    @Test(
        "has a state in its closure also when what it handles or changes has ended the child: the child's first one",
        arguments: Host.allCases, [false, true]
    )
    func stateAfterTheEnd(host: Host, isChange: Bool) {
        let known = Record<Int>()
        let feature = LeavingGuest.house {
            LeavingGuest.leaver.ifLet(\.bag, action: \.bag) {
                Interact<Int, Int>.changing { bag, number in bag -= number }
                    .wrap { step in
                        if isChange {
                            step.update { bag, _ in
                                bag -= 1
                                return .state
                            }
                        } else {
                            step.proceed()
                        }
                        known.append(step.state)
                    }
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(.guest(.bag(1)))
        #expect(known.elements == [1])
        #expect(stage.last == .empty)
    }

    /// Passes each action on as its state, when it has noted it.
    struct Transformer: Interactor {
        let heard: Record<Int>

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            upstream.map { [heard] action in
                heard.append(action)
                return action
            }.eraseToStream()
        }
    }

    @Test(
        "that is a transformer has handled the action when what follows rest runs, and before it is repeated",
        arguments: Host.allCases)
    func transformer(host: Host) {
        let (heard, log) = (Record<Int>(), Record<String>())
        let feature = Interactors.Merge(
            Sum.digits(),
            Transformer(heard: heard).wrap { step in
                step.proceed { after in
                    log.append("\(after.action): \(after.state)")
                    after.update { state, _ in
                        state += 100
                        return .state
                    }
                }
                step.proceed(with: 5)
            }
        )
        let stage = Stage(feature, in: host)
        stage.send(1, 2)
        #expect(heard.elements == [1, 5, 2, 5])
        #expect(log.elements == ["1: 1", "2: 2"])
        #expect(stage.last == 5)
        #expect(stage.states.contains(101))
        #expect(stage.finish().hasEnded)
    }

    @Test("feeds back for its own effects, not for those that another part begins after it", arguments: Host.allCases)
    func lateDispatcher(host: Host) {
        let (recorder, kept, work, outcomes) = (
            DiagnosticsRecorder(), Record<Dispatcher<Int>>(), HeldWork(), Record<SendOutcome>()
        )
        let stage = recorder {
            Stage(
                Interactors.Merge(
                    Sum.digits().wrap { step in
                        step.proceed()
                        step.update { _, dispatch in
                            kept.append(dispatch)
                            return .none
                        }
                    },
                    Interact { _, _ in .perform { _, _ in await work.run() } }
                ),
                in: host)
        }
        stage.send(1)
        #expect(work.waitingCount == 1)
        stage.run { outcomes.append(await kept.elements[0](2)) }
        #expect(outcomes.elements == [.rejected(.effectEnded)] && recorder.kinds == [.effectEnded])
        #expect(stage.states == [0, 1, 1])
        stage.release(work)
    }

    @Test("whose last part is a transformer handles an action whole before it is repeated", arguments: Host.allCases)
    func repeatedBehindTransformer(host: Host) {
        let feature = Interactors.Merge(
            Sum.digits(),
            Interactors.Merge(
                Interact { sum, digit in
                    sum = sum * 10 + digit
                    return .state
                },
                Transformer(heard: Record())
            )
            .wrap { step in
                step.proceed()
                step.proceed(with: 5)
            }
        )
        let stage = Stage(feature, in: host)
        stage.send(1)
        // The sum, the wrapped sum, the transformer; then these two again.
        #expect(stage.states == [0, 1, 11, 1, 15, 5])
    }

    @Test("sees the state before and after, in a part of the parent's state and in a child of when")
    @MainActor func nested() {
        let record = Record<String>()
        let model = ViewModel(NestedWraps(record: record))
        model.sendViewEvent(.scoped(3))
        model.sendViewEvent(.child(4))
        #expect(record.elements == ["3: 0 to 3", "4: 0 to 4"])
        #expect(model.viewState.scoped == 3)
        #expect(model.viewState.child == 4)
    }

    @Test("is not passed by an effect's updates, and is by its actions", arguments: Host.allCases)
    func effects(host: Host) {
        let record = Record<String>()
        let feature = Interact<Int, Int>(initialValue: 0) { sum, digit, dispatch in
            sum = Sum.appending(digit, to: sum)
            guard digit == 1 else { return .state }
            return .perform { _, send in
                await send { $0 = Sum.appending(8, to: $0) }
                await dispatch(2)
            }
        }
        let stage = Stage(feature.log(to: record), in: host)
        #expect(stage.send(1).last == 182)
        #expect(record.elements == ["1: 0 to 1", "2: 18 to 182"])
    }

    @Test("can be given a next action by what wraps it") @MainActor func update() {
        let feature = Sum.digits().wrap { step in
            let before = step.state
            step.proceed { after in
                guard before == 0 else { return }
                after.update { _, dispatch in dispatch.next(9) }
            }
        }
        let model = ViewModel(feature)
        model.sendViewEvent(1)
        #expect(model.viewState == 19)
    }

    @Test("Wrapping nests, and wraps a body and an erased interactor") func composition() {
        let record = Record<String>()
        let stage = Stage(Composed().eraseToAnyInteractor().filter { _, digit in digit > 1 }.log(to: record))
        #expect(stage.send(1, 2).last == 20)
        #expect(record.elements == ["1: 0 to 0", "2: 0 to 20"])
        #expect(Composed().filter { _, _ in true }.initialValue == 0)
    }
}

private struct NestedWraps: Interactor {
    struct State: Sendable, Equatable {
        var scoped = 0
        var child = 0
    }
    @CasePathable enum Action: Sendable {
        case scoped(Int)
        case child(Int)
        case childChanged(Int)
    }

    let record: Record<String>

    var body: some Interactor<State, Action> {
        Scope(state: \.scoped, action: \.scoped) { Sum.digits().log(to: record) }
        Interact<State, Action>.changing(State()) { state, action in
            if case .childChanged(let child) = action { state.child = child }
        }
        .when(stateIs: \.child, actionIs: \.child, stateAction: \.childChanged) { Sum.digits().log(to: record) }
    }
}

import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

#if DEBUG
    /// The report of a change that a handler has not shown.
    @Suite("A change that is not shown", .timeLimit(.hang))
    struct UnshownChangesTests {
        let recorder = DiagnosticsRecorder()

        struct State: Sendable, Equatable {
            var count = 0
            var child = 0
        }
        @CasePathable enum Action: Sendable {
            case silent, nothing, unshown, shown
            case child(Int)
            case childChanged(Int)
        }

        static func handle(_ state: inout State, _ action: Action) -> Emission<State> {
            switch action {
            case .nothing: return .none
            case .shown: return .state
            case .unshown:
                state.count += 1
                return .unshown
            default:
                state.count += 1
                return .none
            }
        }

        static let feature = Interact<State, Action>(
            initialValue: State(), fileID: "Module/Feature.swift", line: 12, handler: handle)

        @Test("is reported once, with the place of the handler", arguments: Host.allCases) func reported(host: Host) {
            recorder {
                let stage = Stage(Self.feature, in: host)
                stage.send(.nothing, .unshown, .shown)
                #expect(recorder.kinds == [])
                stage.send(.silent, .silent)
                stage.finish()
            }
            #expect(recorder.kinds == [.unshownChange])
            #expect(recorder.reports.elements.first?.fileID == "Module/Feature.swift")
            #expect(recorder.reports.elements.first?.line == 12)
        }

        @Test(
            "is reported of a composition of an empty list, and of no other one",
            arguments: [
                (.merge([]), true), (.concatenate([]), true), (.concatenate([.merge([]), .merge([])]), true),
                (.merge([.unshown]), false), (.merge([.merge([]), .cancel(id: "id")]), false),
                (.merge([.state]), false),
            ] as [(Emission<State>, Bool)]
        )
        func emptyComposition(emission: Emission<State>, isReported: Bool) {
            recorder {
                let feature = Interact<State, Action>(initialValue: State()) { state, _ in
                    state.count += 1
                    return emission
                }
                let stage = Stage(feature)
                stage.send(.silent)
                stage.finish()
            }
            #expect(recorder.kinds == (isReported ? [.unshownChange] : []))
        }

        @Test("is none if a stream transformer emits another state in the same step", arguments: Host.allCases)
        func emittedByTransformer(host: Host) {
            let states = recorder {
                let silent = Interact<Int, Int>(initialValue: 0) { count, _ in
                    count += 1
                    return .none
                }
                let stage = Stage(Interactors.Merge(silent, PullingTransformer()), in: host)
                stage.send(5)
                stage.finish()
                return stage.states
            }
            #expect(states == [0, 5] && recorder.kinds == [])
        }

        @Test("is not seen in a state that does not equal itself", arguments: Host.allCases)
        func notANumber(host: Host) {
            struct Fraction: Sendable, Equatable {
                var fraction = Double.nan
            }
            recorder {
                let feature = Interact<Fraction, Double>(initialValue: Fraction()) { state, action in
                    state.fraction = action
                    return .none
                }
                let stage = Stage(feature, in: host)
                stage.send(.nan)
                #expect(recorder.kinds == [])
                stage.send(1)
                #expect(recorder.kinds == [])
                stage.send(2)
                #expect(recorder.kinds == [.unshownChange])
                stage.finish()
            }
        }

        @Test("is reported by a view model") @MainActor func viewModel() {
            recorder {
                let model = ViewModel(Self.feature)
                model.sendViewEvent(.silent)
                #expect(model.viewState.count == 0)
            }
            #expect(recorder.kinds == [.unshownChange])
        }

        @Test("is no mistake in a runtime without subscribers") func noAudience() async {
            await recorder.during {
                let runtime = Runtime(Self.feature)
                await runtime.send(.silent).finish()
                await runtime.shutdown(.drain)
            }
            #expect(recorder.kinds == [])
        }

        @Test(
            "is no mistake if a later part emits, takes it back, or the state cannot be compared",
            arguments: Host.allCases)
        func laterParts(host: Host) {
            recorder {
                let emitting = Stage(
                    Interactors.Merge(Self.feature, Interact<State, Action> { _, _ in .state }), in: host)
                emitting.send(.silent)
                let takingBack = Stage(
                    Interactors.Merge(
                        Self.feature,
                        Interact<State, Action> { state, _ in
                            state.count = 0
                            return .none
                        }
                    ),
                    in: host)
                takingBack.send(.silent)
                let feature = Interact<Any.Type, Int>(initialValue: Int.self) { state, _ in
                    state = String.self
                    return .none
                }
                let opaque = Stage(feature, in: host)
                opaque.send(1)
            }
            #expect(recorder.kinds == [])
        }

        @Test("is reported after a step in which another one was taken back", arguments: Host.allCases)
        func afterOneTakenBack(host: Host) {
            recorder {
                let feature = Interactors.Merge(
                    Self.feature,
                    Interact<State, Action> { state, action in
                        if case .silent = action { state.count = 0 }
                        return .none
                    }
                )
                let stage = Stage(feature, in: host)
                stage.send(.silent)
                #expect(recorder.kinds == [])
                stage.send(.child(1))
                #expect(recorder.kinds == [.unshownChange])
            }
        }

        @Test("is none in a child that ends in the step", arguments: Host.allCases) func endingChild(host: Host) {
            recorder {
                let feature = Interactors.Merge(
                    LeavingGuest.house {
                        Interact(initialValue: LeavingGuest.Guest(count: 7)) { guest, _ in
                            guest.count += 1
                            return .none
                        }
                    },
                    Interact<LeavingGuest.House, LeavingGuest.Action> { house, _ in
                        house = .empty
                        return .state
                    }
                )
                let stage = Stage(feature, in: host)
                #expect(stage.send(.guest(.count)).last == .empty)
            }
            #expect(recorder.kinds == [])
        }

        @Test("is a mistake behind a part that has emitted before the change", arguments: Host.allCases)
        func earlierPart(host: Host) {
            recorder {
                let stage = Stage(Interactors.Merge(Interact<State, Action> { _, _ in .state }, Self.feature), in: host)
                stage.send(.silent)
            }
            #expect(recorder.kinds == [.unshownChange])
        }

        @Test("of a child of when is reported, and not if the child has emitted; of a part in a scope, as its parent's")
        func children() {
            for isShown in [true, false] {
                let recorder = DiagnosticsRecorder()
                recorder {
                    let feature = Interact<State, Action>(initialValue: State()) { state, action in
                        guard case .childChanged(let child) = action else { return .none }
                        state.child = child
                        return .state
                    }
                    .when(stateIs: \.child, actionIs: \.child, stateAction: \.childChanged) {
                        Interact<Int, Int>(initialValue: 0) { state, action in
                            state += action
                            return isShown ? .state : .none
                        }
                    }
                    let stage = Stage(feature)
                    stage.send(.child(3))
                    let scoped = Stage(
                        Interactors.Merge(
                            Scope(state: \State.child, action: \Case<Action>.child) {
                                Interact<Int, Int> { state, action in
                                    state += action
                                    return .none
                                }
                            },
                            Interact<State, Action>(initialValue: State()) { _, _ in isShown ? .state : .none }
                        )
                    )
                    scoped.send(.child(3))
                }
                #expect(recorder.kinds == (isShown ? [] : [.unshownChange, .unshownChange]))
            }
        }
    }
#endif

import AsyncKit
import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoTesting

/// Children of `when` that go, or are replaced, because of what they have copied.
@Suite(.timeLimit(.hang))
struct GoneWithItsCopyTests {
    private let executor = ControlledExecutor()

    private func state<State: Sendable, Action: Sendable>(of runtime: Runtime<State, Action>) -> State? {
        executor.runUntilIdle()
        let states = Record<State?>()
        executor.settle(executor.task { states.append(await runtime.state) })
        return states.elements.last ?? nil
    }

    private func end<State: Sendable, Action: Sendable>(_ runtime: Runtime<State, Action>) {
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
    }

    @Test(
        "The transformer of a child that ends as it starts does not run, and tells the next child nothing",
        arguments: [true, false]
    )
    func leaving(isOnAPart: Bool) {
        let (limit, log) = (Shared(5), RadioLog())
        let runtime = Runtime(Hall(limit: limit, log: log, isOnAPart: isOnAPart), executor: .on(executor))
        runtime.send(.enter)
        #expect(state(of: runtime) == .outside)
        #expect(log.begun == 0)
        #expect(!runtime.snapshot().transformers.contains { $0.isRunning })
        limit.update { $0 = 6 }
        runtime.send(.enter)
        #expect(state(of: runtime) == .inside(Guest(copy: 6)))
        #expect(log.begun == 1)
        log.say(100, on: 0)
        #expect(state(of: runtime) == .inside(Guest(copy: 6, heard: 100)), "the state of the part, or of the whole")
        runtime.send(.leave)
        #expect(state(of: runtime) == .outside)
        #expect(log.ended == 1)
        end(runtime)
    }

    @Test("The child that takes the place of one that has copied starts in the same step, and copies") func replaced() {
        let number = Shared(0)
        let runtime = Runtime(Desk(number: number), executor: .on(executor))
        for value in 1...2 {
            number.update { $0 = value }
            #expect(state(of: runtime)?.session == Session(id: 1, copy: value))
        }
        end(runtime)
    }
}

extension GoneWithItsCopyTests {
    final class RadioLog: Sendable {
        let streams = Mutex<[AsyncStream<Int>.Continuation]>([])
        let ends = Mutex(0)

        var begun: Int { streams.withLock { $0.count } }
        var ended: Int { ends.withLock { $0 } }

        func begin(_ stream: AsyncStream<Int>.Continuation) { streams.withLock { $0.append(stream) } }
        func end() { ends.withLock { $0 += 1 } }
        func say(_ number: Int, on radio: Int) { _ = streams.withLock { $0[radio] }.yield(number) }
    }

    /// A source of states, each time a new one.
    struct Radio<State: Sendable>: Interactor {
        let log: RadioLog
        let state: @Sendable (Int) -> State

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<State> {
            AsyncStream<Int> { continuation in
                log.begin(continuation)
                continuation.onTermination = { [log] _ in log.end() }
            }
            .map(state).eraseToStream()
        }
    }

    struct Guest: Sendable, Equatable {
        var copy = 0
        var heard = 0
    }

    @CasePathable enum Place: Sendable, Equatable {
        case outside
        case inside(Guest)
    }

    @CasePathable enum Move: Sendable {
        case enter, leave
        case child(Int)
        case childState(Guest)
    }

    struct Listener: Interactor {
        let log: RadioLog
        let isOnAPart: Bool

        var body: some Interactor<Guest, Int> {
            Interact<Guest, Int>(initialValue: Guest()) { _, _ in .none }
            if isOnAPart {
                Scope(state: \.heard) { Radio(log: log) { $0 } }
            } else {
                Radio(log: log) { Guest(copy: 6, heard: $0) }
            }
        }
    }

    struct Hall: Interactor {
        let limit: Shared<Int>
        let log: RadioLog
        let isOnAPart: Bool

        var body: some Interactor<Place, Move> {
            Interact<Place, Move>(initialValue: .outside) { place, move in
                switch move {
                case .enter: place = .inside(Guest())
                case .leave: place = .outside
                case .child: return .none
                // At a limit of five nobody stays.
                case .childState(let guest): place = guest.copy == 5 ? .outside : .inside(guest)
                }
                return .state
            }
            .when(stateIs: \Case<Place>.inside, actionIs: \.child, stateAction: \.childState) {
                Listener(log: log, isOnAPart: isOnAPart).observing(limit, at: \.copy)
            }
        }
    }
}

extension GoneWithItsCopyTests {
    struct Session: Sendable, Equatable, Identifiable {
        var id = 0
        var copy = 0
    }

    enum SessionAction: Sendable { case touch }

    @CasePathable enum Action: Sendable {
        case session(SessionAction)
        case sessionState(Session)
    }

    struct Root: Sendable, Equatable {
        var session = Session()
    }

    struct Desk: Interactor {
        let number: Shared<Int>

        var body: some Interactor<Root, Action> {
            Interact<Root, Action>.changing(Root(), for: \.sessionState) { state, session in
                // The first session ends with the number one.
                state.session = session.id == 0 && session.copy == 1 ? Session(id: 1) : session
            }
            .when(stateIs: \.session, actionIs: \.session, stateAction: \.sessionState) {
                Interact<Session, SessionAction>(initialValue: Session()) { _, _ in .none }
                    .observing(number, at: \.copy)
            }
        }
    }
}

import AsyncKit
import TestSupport
import UnoArchitecture
import UnoOperation
import UnoTesting

/// A group of lists of numbers on a controlled executor and a virtual clock, with the store that it loads from and saves to.
///
/// Ends the group when it is released, so that no runtime is left on an executor that does not run.
final class Depot: Sendable {
    enum Action: Sendable {
        case add(Int)
        /// Starts the effect that waits for `work`.
        case work
        /// Starts the effect that ignores its cancellation.
        case deafWork
        /// Starts an effect that observes until it is cancelled.
        case watch
    }

    struct Failure: Error, Equatable {}

    static let idleTime = Duration.seconds(40)
    static let tick = Duration.seconds(10)

    let executor = ControlledExecutor()
    let clock = TestClock()
    /// The clock of the runtimes, which have the same deadline as the group.
    let store = Locked<[String: [Int]]>([:])
    let makes = Record<String>()
    let saves = Record<String>()
    let work = HeldWork()
    let deafWork = DeafWork()
    let group: RuntimeGroup<String, [Int], Action>

    /// - Parameters:
    ///   - limit: how many keys there may be.
    ///   - making: awaited by `make`, for the number of the `make`.
    ///   - made: gets each runtime that is made.
    ///   - saving: awaited by `save`.
    init(
        atMost limit: Int? = nil, then overflow: RuntimeGroup<String, [Int], Action>.Overflow = .refuse,
        passivating: Bool = true, mailbox: UnoArchitecture.MailboxPolicy = .default,
        making: @escaping @Sendable (Int) async throws -> Void = { _ in },
        made: @escaping @Sendable (Runtime<[Int], Action>) -> Void = { _ in },
        saving: @escaping @Sendable () async -> Void = {}
    ) {
        let (executor, clock, store, makes, saves) = (executor, clock, store, makes, saves)
        let (work, deafWork) = (work, deafWork)
        group = RuntimeGroup(
            atMost: limit, then: overflow, passivateAfter: passivating ? Self.idleTime : nil, clock: clock,
            executor: executor,
            save: { key, state in
                await saving()
                store.withLock { $0[key] = state }
                saves.append(key)
            },
            make: { key in
                makes.append(key)
                try await making(makes.elements.count)
                let runtime = Runtime(
                    Self.list(store.withLock { $0[key] } ?? [], work, deafWork), mailbox: mailbox,
                    executor: .on(executor),
                    clock: clock)
                made(runtime)
                return runtime
            })
    }

    deinit {
        executor.begin { [group] in _ = await group.shutdown(.cancel, within: .seconds(1)) }
        executor.settle(clock.advance(by: .seconds(1)))
        executor.runFreely()
    }

    static func list(_ initial: [Int], _ work: HeldWork, _ deafWork: DeafWork) -> some Interactor<[Int], Action> {
        Interact(initialValue: initial) { numbers, action in
            switch action {
            case .add(let number):
                numbers.append(number)
                return .state
            case .work: return .perform { _, _ in await work.run() }
            case .deafWork: return .perform { _, _ in await deafWork.run() }
            case .watch:
                return .observe { _, _ in await HeldWork().run() }
            }
        }
    }

    // MARK: Acting

    func run() { executor.runUntilIdle() }

    func act(_ act: () -> Void) { executor.act(act) }

    /// Runs everything that is ready once `act` is done.
    func settle<Value>(_ act: Value) { executor.settle(act) }

    /// Lets time pass, tick by tick.
    func pass(_ ticks: Int) {
        for _ in 0..<ticks { settle(clock.advance(by: Self.tick)) }
    }

    /// Starts a task, and runs it as far as it gets.
    @discardableResult
    func task<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) -> Pending<Value> {
        let outcome = Record<Result<Value, any Error>>()
        let task = executor.task {
            do { outcome.append(.success(try await operation())) } catch { outcome.append(.failure(error)) }
        }
        run()
        return Pending(task: task, outcome: outcome)
    }

    /// Delivers `numbers` one after the other, as one caller.
    @discardableResult
    func add(_ numbers: [Int], to key: String) -> Pending<[SendOutcome]> {
        task { [group] in
            var outcomes: [SendOutcome] = []
            for number in numbers { outcomes.append(try await group.deliver(.add(number), to: key).outcome) }
            return outcomes
        }
    }

    @discardableResult
    func send(_ action: Action, to key: String) -> Pending<SendOutcome> {
        task { [group] in try await group.send(action, to: key).outcome }
    }

    func end(_ key: String, _ manner: Runtime<[Int], Action>.Shutdown = .drain) -> Pending<Void> {
        task { [group] in await group.end(key, manner) }
    }

    func state(of key: String) -> Pending<[Int]?> { task { [group] in try await group.state(of: key) } }

    func shutdown(_ manner: Runtime<[Int], Action>.Shutdown = .drain, within limit: Duration = .seconds(5))
        -> Pending<RuntimeGroupReport<String>>
    {
        task { [group] in await group.shutdown(manner, within: limit) }
    }

    func saved(_ key: String) -> [Int]? { store.withLock { $0[key] } }
}

/// A task of a test and what it has returned, once it has.
struct Pending<Value: Sendable>: Sendable {
    let task: Task<Void, Never>
    let outcome: Record<Result<Value, any Error>>

    var hasReturned: Bool { !outcome.elements.isEmpty }
    /// What the task has returned; nil if it has not, or has thrown.
    var value: Value? { try? outcome.elements.first?.get() }
    var error: (any Error)? {
        if case .failure(let error)? = outcome.elements.first { error } else { nil }
    }
}

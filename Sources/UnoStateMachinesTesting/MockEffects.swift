internal import AsyncKit
public import UnoArchitecture
public import UnoStateMachines
internal import UnoTesting

/// Replaces the effects of a state machine in a test: the test starts none and gives their results.
///
/// ```swift
/// let effects = MockEffects(of: Search.self)
/// let harness = effects.during { InteractorTestHarness(Search(api: .unused)) }
/// await harness.send(.input(.type("rey"))) { $0 = .searching("rey") }
/// #expect(effects.running == [.find("rey")])
/// effects.answer(.find("rey"), with: .found(["Reykjavík"]))
/// await harness.receive(.ioResult(.found(["Reykjavík"]))) { $0 = .found(["Reykjavík"]) }
/// ```
///
/// Applies to every machine of the type, nested ones included, in the graphs that are made in `during`. An effect runs
/// until the test ends it with `answer` or the machine cancels it; an effect for which `respond` returns a stream runs
/// that stream instead.
/// May be used from any thread.
public final class MockEffects<Machine: StateMachine>: Sendable {
    /// An effect of the machine.
    public typealias Effect = Machine.IOEffect
    /// A result of an effect.
    public typealias Result = Machine.IOResult

    private enum Ending {
        case answered
        case cancelled
    }

    private struct Call {
        let effect: Effect
        /// Nil if `respond` has given the stream.
        let continuation: AsyncStream<Result>.Continuation?
        var ending: Ending?
    }

    private let respond: @Sendable (Effect) -> AsyncStream<Result>?
    private let calls = Locked<[Call]>([])

    /// - Parameters:
    ///   - machine: the type of the machine.
    ///   - respond: returns the stream of an effect; nil if the test gives the results.
    public init(
        of machine: Machine.Type = Machine.self,
        respond: @escaping @Sendable (Effect) -> AsyncStream<Result>? = { _ in nil }
    ) {
        self.respond = respond
    }

    /// Calls `body`; the graphs that it makes run the effects of `Machine` here.
    public func during<Made>(_ body: () throws -> Made) rethrows -> Made {
        try EffectReplacements.with(EffectReplacement<Machine> { [self] in run($0) }, body)
    }

    // MARK: Effects so far

    /// The effects that have begun, in their order.
    public var started: [Effect] { calls.withLock { $0.map(\.effect) } }

    /// The effects that have neither ended nor been cancelled, without those for which `respond` has returned a stream.
    public var running: [Effect] { calls.withLock { $0.filter { $0.ending == nil }.map(\.effect) } }

    /// The effects that the machine has cancelled, without those for which `respond` has returned a stream.
    public var cancelled: [Effect] { calls.withLock { $0.filter { $0.ending == .cancelled }.map(\.effect) } }

    // MARK: Answering

    /// Gives `results` to the first running effect for which `isMeant` returns true, and ends the effect.
    public func answer(
        with results: Result...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        where isMeant: (Effect) -> Bool
    ) {
        give(results, ends: true, "that is meant", at: TestSite(fileID, filePath, line, column), where: isMeant)
    }

    /// Gives `results` to the first running effect for which `isMeant` returns true. The effect continues.
    public func yield(
        _ results: Result...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        where isMeant: (Effect) -> Bool
    ) {
        give(results, ends: false, "that is meant", at: TestSite(fileID, filePath, line, column), where: isMeant)
    }

    private func run(_ effect: Effect) -> AsyncStream<Result> {
        if let stream = respond(effect) {
            calls.withLock { $0.append(Call(effect: effect, continuation: nil, ending: .answered)) }
            return stream
        }
        let (stream, continuation) = AsyncStream<Result>.makeStream()
        let index = calls.withLock { calls in
            calls.append(Call(effect: effect, continuation: continuation))
            return calls.count - 1
        }
        continuation.onTermination = { [calls] reason in
            guard case .cancelled = reason else { return }
            calls.withLock { calls in
                if calls[index].ending == nil { calls[index].ending = .cancelled }
            }
        }
        return stream
    }

    func give(
        _ results: [Result],
        ends: Bool,
        _ name: String,
        at site: TestSite,
        where isMeant: (Effect) -> Bool
    ) {
        let continuation = calls.withLock { calls -> AsyncStream<Result>.Continuation? in
            guard let index = calls.firstIndex(where: { $0.ending == nil && isMeant($0.effect) }) else { return nil }
            if ends { calls[index].ending = .answered }
            return calls[index].continuation
        }
        guard let continuation else {
            let others = running.map { "\($0)" }.joined(separator: ", ")
            Failure(
                "No effect \(name) is running; \(others.isEmpty ? "none is" : "those that are: \(others)")",
                at: site
            ).record()
            return
        }
        for result in results { continuation.yield(result) }
        if ends { continuation.finish() }
    }
}

extension MockEffects where Machine.IOEffect: Equatable {
    /// Gives `results` to the first running effect that equals `effect`, and ends the effect.
    public func answer(
        _ effect: Effect,
        with results: Result...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        give(results, ends: true, "\(effect)", at: TestSite(fileID, filePath, line, column)) { $0 == effect }
    }

    /// Gives `results` to the first running effect that equals `effect`. The effect continues.
    public func yield(
        _ results: Result...,
        to effect: Effect,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        give(results, ends: false, "\(effect)", at: TestSite(fileID, filePath, line, column)) { $0 == effect }
    }
}

extension MockEffects: CustomReflectable, OpaquelyReflected {}

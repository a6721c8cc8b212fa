internal import AsyncKit
public import UnoArchitecture

/// The outputs and works that a middleware starts after the reducer.
///
/// - *Order*: immediate outputs (`pure`) join the queue in the order written. Works (`run`, `observe`) begin in the order
///   written and run side by side; the outputs of each keep their order.
/// - *Finish*: a `run` is awaited, an `observe` is cancelled.
/// - *Cancellation*: with the graph, the scope or the event, or by the work's token.
///
/// Laws: `<>` is associative with ``none`` on both sides. `flatMap` is associative and has `pure` as its identity;
/// `map(f)` equals `flatMap { pure(f($0)) }`.
public struct IO<Output: Sendable>: Sendable {
    /// Asynchronous work that passes its outputs to `output`.
    public typealias Work = @Sendable (_ output: IOOutput<Output>) async -> Void

    enum Step: Sendable {
        case output(Output, CallSite)
        case work(EffectKind, IOToken?, Work)
        case cancel(IOToken)
    }

    let steps: [Step]

    init(_ steps: [Step]) {
        self.steps = steps
    }

    @usableFromInline var isEmpty: Bool { steps.isEmpty }

    /// No outputs and no works; the identity of `<>`.
    @inlinable
    public static var none: IO { IO() }

    @usableFromInline
    init() {
        steps = []
    }

    /// One immediate output.
    public static func pure(
        _ output: Output, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> IO {
        IO([.output(output, CallSite(fileID, line, function, note: note))])
    }

    /// Work that is awaited when the actions finish.
    ///
    /// - Parameters:
    ///   - token: names the work for ``cancel(token:)``. A running work with the same token is cancelled.
    ///   - work: the work, in a task of its own.
    public static func run(token: (any Hashable & Sendable)? = nil, _ work: @escaping Work) -> IO {
        IO([.work(.perform, token.map { IOToken($0) }, work)])
    }

    /// Long-running work that is cancelled when the actions finish.
    ///
    /// - Parameters:
    ///   - token: as for ``run(token:_:)``.
    ///   - work: the work, in a task of its own.
    public static func observe(token: (any Hashable & Sendable)? = nil, _ work: @escaping Work) -> IO {
        IO([.work(.observe, token.map { IOToken($0) }, work)])
    }

    /// The elements of a stream that is created when the work begins; cancelled when the actions finish.
    ///
    /// - Parameters:
    ///   - token: as for ``run(token:_:)``.
    ///   - outputs: makes the stream.
    public static func stream(
        token: (any Hashable & Sendable)? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
        _ outputs: @escaping @Sendable () -> AsyncStream<Output>
    ) -> IO {
        observe(token: token) { output in
            for await element in outputs() {
                await output(element, fileID: fileID, function: function, line: line)
            }
        }
    }

    /// Cancels the works with this token; their later outputs are dropped.
    public static func cancel(token: any Hashable & Sendable) -> IO { IO([.cancel(IOToken(token))]) }

    /// The outputs and works of the left operand, then those of the right one.
    public static func <> (left: IO, right: IO) -> IO {
        if left.isEmpty { return right }
        return right.isEmpty ? left : IO(left.steps + right.steps)
    }

    @usableFromInline
    func mapped<Other>(_ transform: @escaping @Sendable (Output) -> Other) -> IO<Other> {
        IO<Other>(
            steps.map { step in
                switch step {
                case .output(let output, let site): .output(transform(output), site)
                case .work(let kind, let token, let work):
                    .work(kind, token) { other in await work(other.mapping(transform)) }
                case .cancel(let token): .cancel(token)
                }
            }
        )
    }

    /// Returns the same outputs and works, with each output transformed.
    @inlinable
    public func map<Other>(_ transform: @escaping @Sendable (Output) -> Other) -> IO<Other> {
        isEmpty ? IO<Other>() : mapped(transform)
    }

    /// Replaces each output by the outputs and works that `transform` returns for it.
    ///
    /// Works that replace an output of a work are part of that work: they finish before it continues, are cancelled with
    /// it, and their own tokens are ignored.
    public func flatMap<Other>(_ transform: @escaping @Sendable (Output) -> IO<Other>) -> IO<Other> {
        IO<Other>(
            steps.flatMap { step -> [IO<Other>.Step] in
                switch step {
                case .output(let output, _): return transform(output).steps
                case .work(let kind, let token, let work):
                    return [
                        .work(kind, token) { other in
                            await work(IOOutput { output, _ in await transform(output).perform(into: other) })
                        }
                    ]
                case .cancel(let token): return [.cancel(token)]
                }
            }
        )
    }

    /// Performs all outputs and works in sequence and passes the outputs to `receive`; for testing a middleware.
    public func perform(_ receive: @escaping @Sendable (Output) async -> Void) async {
        _ = await perform(
            into: IOOutput { output, _ in
                await receive(output)
                return .accepted
            }
        )
    }

    /// Returns the outcome of the first output that was not accepted, or else that they were. Without any output: `.cancelled` in a
    /// cancelled task.
    func perform(into other: IOOutput<Output>) async -> SendOutcome {
        let outcome = Locked<SendOutcome?>(nil)
        let heard = IOOutput<Output> { output, site in
            let own = await other.send(output, site)
            outcome.withLock { if $0 == nil || $0 == .accepted { $0 = own } }
            return own
        }
        for step in steps {
            switch step {
            case .output(let output, let site): _ = await heard.send(output, site)
            case .work(_, _, let work): await work(heard)
            case .cancel: break
            }
        }
        return outcome.withLock { $0 } ?? (Task.isCancelled ? .cancelled : .accepted)
    }

    /// Qualifies the tokens with `owner`, so that they differ from the same tokens of other owners.
    func owned(by owner: Int) -> IO {
        IO(
            steps.map { step in
                switch step {
                case .output: step
                case .work(let kind, let token, let work): .work(kind, token.map { $0.owned(by: owner) }, work)
                case .cancel(let token): .cancel(token.owned(by: owner))
                }
            }
        )
    }
}

/// Receives the outputs of a work.
public struct IOOutput<Output: Sendable>: Sendable {
    let send: @Sendable (Output, CallSite) async -> SendOutcome

    /// Sends an output to the queue of the graph; returns when it is accepted or refused.
    @discardableResult
    public func callAsFunction(
        _ output: Output, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> SendOutcome {
        await send(output, CallSite(fileID, line, function, note: note))
    }

    func mapping<Inner>(_ transform: @escaping @Sendable (Inner) -> Output) -> IOOutput<Inner> {
        IOOutput<Inner> { [send] inner, site in await send(transform(inner), site) }
    }
}

/// What a marble test gives to the streams that it tries: inputs that play their diagrams, and the clock of the test.
public struct MarbleScene: Sendable {
    /// An input for each diagram, in their order.
    public let inputs: [MarbleInput]
    /// The clock; a step is a second on it.
    public let clock: TestClock
    /// Where everything runs. An unstructured task, which leaves it, has to be told:
    /// `Task(executorPreference: scene.executor) { ... }`; the diagrams are exact only for what runs here.
    public let executor: any TaskExecutor

    /// The first input.
    public var input: MarbleInput { inputs[0] }
}

/// A sequence that plays a marble diagram, whether it is asked or not.
///
/// It is for one consumer. A `^` makes it throw a ``MarbleFailure``.
public struct MarbleInput: AsyncSequence, Sendable {
    public typealias Element = String
    public typealias Failure = any Error

    private let sequence: AsyncThrowingStream<String, any Error>
    let source: AsyncThrowingStream<String, any Error>.Continuation

    init() {
        (sequence, source) = AsyncThrowingStream.makeStream()
    }

    public func makeAsyncIterator() -> AsyncThrowingStream<String, any Error>.Iterator {
        sequence.makeAsyncIterator()
    }

    func play(_ symbol: MarbleDiagram.Symbol) {
        switch symbol {
        case .value(let value): source.yield(value)
        case .finish: source.finish()
        case .failure: source.finish(throwing: MarbleFailure())
        case .cancel, .delayedDemand: break
        }
    }
}

/// The error of a `^` in a marble diagram.
public struct MarbleFailure: Error, Hashable {
    public init() {}
}

extension Duration {
    /// So many steps of a marble diagram, each of which is a second on the clock.
    public static func steps(_ count: Int) -> Duration { .seconds(count) }
}

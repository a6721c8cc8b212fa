/// The inputs and the clock of a marble test.
public struct MarbleScene: Sendable {
    /// The inputs, one for each diagram, in order.
    public let inputs: [MarbleInput]
    /// The clock of the test. A step of a diagram is one second.
    public let clock: TestClock
    /// The executor of the test. The diagrams are exact only for tasks that run here, so give it to an unstructured
    /// task: `Task(executorPreference: scene.executor) { ... }`.
    public let executor: any TaskExecutor

    /// The first input.
    public var input: MarbleInput { inputs[0] }
}

/// A sequence that plays a marble diagram, regardless of demand.
///
/// For one consumer. At `^` it throws a ``MarbleFailure``.
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

extension MarbleInput {
    /// The input, with the values of `elements` in place of the names in the diagram.
    ///
    /// Records an issue for a name that the dictionary lacks, and skips it.
    public func elements<Value: Sendable>(
        _ values: [String: Value],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> MarbleElements<Value> {
        let site = TestSite(fileID, filePath, line, column)
        return MarbleElements(input: self, values: values, site: site)
    }
}

/// A marble diagram's input with values of any type; see ``MarbleInput/elements(_:fileID:filePath:line:column:)``.
public struct MarbleElements<Value: Sendable>: AsyncSequence, Sendable {
    let input: MarbleInput
    let values: [String: Value]
    let site: TestSite

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: input.makeAsyncIterator(), values: values, site: site)
    }

    /// Reads the values of the diagram in order.
    public struct Iterator: AsyncIteratorProtocol {
        var base: MarbleInput.AsyncIterator
        let values: [String: Value]
        let site: TestSite

        /// The next value; nil when the diagram finishes. Throws ``MarbleFailure`` at `^`.
        public mutating func next() async throws -> Value? { try await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
            while let name = try await base.next(isolation: actor) {
                if let value = values[name] { return value }
                UnoTesting.Failure("No value is given for '\(name)' in a marble diagram", at: site).record()
            }
            return nil
        }
    }
}

/// The error of a `^` in a marble diagram.
public struct MarbleFailure: Error, Hashable {
    /// Makes the error.
    public init() {}
}

extension Duration {
    /// The duration of `count` steps of a marble diagram; a step is one second on the clock.
    public static func steps(_ count: Int) -> Duration { .seconds(count) }
}

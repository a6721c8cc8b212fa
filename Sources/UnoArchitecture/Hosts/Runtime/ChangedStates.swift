internal import AsyncKit

/// The parts of the states of a stream: the first, and then each part that is a change from the part returned last.
struct ChangedStates<Whole: Sendable, Part: Sendable>: AsyncSequence, Sendable {
    typealias Element = Part
    typealias Failure = Never

    let base: AsyncStream<Whole>
    let part: @Sendable (Whole) -> Part
    let changes: StateChanges<Part>
    /// A part that was returned before the stream was made.
    var last: Part?

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncStream<Whole>.Iterator
        fileprivate let part: @Sendable (Whole) -> Part
        fileprivate let changes: StateChanges<Part>
        fileprivate var last: Part?

        mutating func next(isolation actor: isolated (any Actor)?) async -> Part? {
            while let whole = await base.next(isolation: actor) {
                let part = part(whole)
                if let last, !changes.isChange(last, part) { continue }
                last = part
                return part
            }
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), part: part, changes: changes, last: last)
    }
}

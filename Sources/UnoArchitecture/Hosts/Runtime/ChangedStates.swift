/// The parts of the states of a stream, the first and then each that is a change from the last one given.
struct ChangedStates<Whole: Sendable, Part: Sendable>: AsyncSequence, Sendable {
    typealias Element = Part
    typealias Failure = Never

    let base: AsyncStream<Whole>
    let part: @Sendable (Whole) -> Part
    let changes: StateChanges<Part>

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
        AsyncIterator(base: base.makeAsyncIterator(), part: part, changes: changes)
    }
}

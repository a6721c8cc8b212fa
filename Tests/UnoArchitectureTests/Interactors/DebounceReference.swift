/// The contract of a debounced sequence as a plain interpreter: no tasks, no sleeper, time in ticks.
///
/// An element is delivered at its deadline if the consumer waits. A real sleeper may wake later, which must not make a
/// difference.
struct DebounceReference {
    enum Outcome: Equatable, Sendable {
        case element(Int)
        case end, failure
    }

    enum Product: Equatable, Sendable {
        case element(Int)
        case finish, failure
    }

    let window: Int
    private(set) var outcomes: [Outcome] = []
    private(set) var isAsking = false
    private(set) var hasEnded = false
    private var now = 0
    private var pending: (element: Int, due: Int)?
    private var hasError = false
    /// The elements that the upstream has produced and the consumer has not requested.
    private var upstream: [Product] = []
    /// The upstream has been asked and has not produced an element.
    private var isPulling = false

    init(window: Int) { self.window = window }

    mutating func advance(by ticks: Int) {
        now += ticks
        deliverWhatIsDue()
    }

    mutating func ask() {
        isAsking = true
        guard !hasEnded else {
            answer(hasError ? .failure : .end)
            hasError = false
            return
        }
        deliverWhatIsDue()
        if isAsking { isPulling = true }
        pull()
    }

    mutating func produce(_ product: Product) {
        upstream.append(product)
        pull()
    }

    mutating func cancel() {
        (hasEnded, hasError, pending) = (true, false, nil)
        if isAsking { answer(.end) }
    }

    private mutating func answer(_ outcome: Outcome) {
        isAsking = false
        outcomes.append(outcome)
    }

    private mutating func deliverWhatIsDue() {
        guard isAsking, let (element, due) = pending, due <= now else { return }
        pending = nil
        answer(.element(element))
    }

    private mutating func pull() {
        while isPulling, !hasEnded, !upstream.isEmpty {
            isPulling = false
            switch upstream.removeFirst() {
            case .element(let element):
                pending = (element, now + window)
                isPulling = isAsking
            case .finish:
                hasEnded = true
                if isAsking { answer(pending.map { .element($0.element) } ?? .end) }
            case .failure:
                hasEnded = true
                if isAsking { answer(.failure) } else { hasError = true }
            }
        }
    }
}

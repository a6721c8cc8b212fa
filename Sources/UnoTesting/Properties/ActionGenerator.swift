/// Makes random actions for a property test, and simpler actions to replace them in a failing sequence.
///
/// ```swift
/// let actions = ActionGenerator<Counter.Action>.of([.increment, .reset])
///     .or(.values(0...100) { .set($0) })
/// ```
public struct ActionGenerator<Action: Sendable>: Sendable {
    /// An action and its simpler alternatives.
    struct Choice: Sendable {
        let action: Action
        /// Simpler actions, the simplest first.
        let simpler: @Sendable () -> [Choice]
        /// The action with the greatest value; nil if values have no order, or if this is it.
        let greatest: (@Sendable () -> Choice)?

        init(
            _ action: Action,
            simpler: @escaping @Sendable () -> [Choice] = { [] },
            greatest: (@Sendable () -> Choice)? = nil
        ) {
            (self.action, self.simpler, self.greatest) = (action, simpler, greatest)
        }
    }

    let generate: @Sendable (inout any RandomNumberGenerator) -> Choice

    private init(choosing generate: @escaping @Sendable (inout any RandomNumberGenerator) -> Choice) {
        self.generate = generate
    }

    /// Makes actions with `generate`, which must take all its randomness from its argument. The actions have no simpler
    /// alternatives; a failing sequence of them is only made shorter.
    public init(_ generate: @escaping @Sendable (inout any RandomNumberGenerator) -> Action) {
        self.init(choosing: { Choice(generate(&$0)) })
    }

    /// One of `actions`, each as likely as every other; those before it are simpler. Requires at least one.
    public static func of(_ actions: [Action]) -> Self {
        guard !actions.isEmpty else { fatalError("A generator of no actions") }
        return Self(choosing: { choice(actions, Int.random(in: actions.indices, using: &$0)) })
    }

    private static func choice(_ actions: [Action], _ index: Int) -> Choice {
        Choice(actions[index]) { (0..<index).map { choice(actions, $0) } }
    }

    /// An action that holds a number of `range`; numbers nearer to the lower bound are simpler.
    public static func values(_ range: ClosedRange<Int>, _ action: @escaping @Sendable (Int) -> Action) -> Self {
        Self(choosing: { choice(Int.random(in: range, using: &$0), range, action) })
    }

    private static func choice(
        _ number: Int,
        _ range: ClosedRange<Int>,
        _ action: @escaping @Sendable (Int) -> Action
    ) -> Choice {
        let greatest: @Sendable () -> Choice = { choice(range.upperBound, range, action) }
        return Choice(
            action(number),
            simpler: { smaller(than: number, range.lowerBound).map { choice($0, range, action) } },
            greatest: number < range.upperBound ? greatest : nil
        )
    }

    /// The smallest numbers, then those that halve the distance to `number`, which so is found in a logarithmic number of steps.
    private static func smaller(than number: Int, _ least: Int) -> [Int] {
        var numbers = (0..<8).map { least.addingReportingOverflow($0) }.filter { !$0.overflow }.map(\.partialValue)
        // From zero, if it is between the two: their distance may be too large for a number.
        let origin = number < 0 ? least : max(least, 0)
        numbers.append(origin)
        var step = (number - origin) / 2
        while step > 0 {
            numbers.append(number - step)
            step /= 2
        }
        var known: Set<Int> = []
        return numbers.filter { $0 < number && known.insert($0).inserted }
    }

    /// An action that holds an element of `values`; those before it are simpler. Requires at least one.
    public static func elements<Value: Sendable>(
        of values: [Value],
        _ action: @escaping @Sendable (Value) -> Action
    ) -> Self {
        of(values.map(action))
    }

    /// As many random actions, the same for the same seed; for a scenario of
    /// ``explore(schedules:seed:preemptions:limit:stepLimit:fileID:filePath:line:column:_:)`` or a test of one's own.
    public func sequence(length: Int, seed: UInt64) -> [Action] {
        var generator: any RandomNumberGenerator = SplitMix(seed: seed)
        return (0..<max(0, length)).map { _ in generate(&generator).action }
    }

    /// An action of this generator or of `other`, each as likely.
    public func or(_ other: Self) -> Self {
        Self(choosing: { Bool.random(using: &$0) ? generate(&$0) : other.generate(&$0) })
    }

    /// An action of one of `generators`, each as likely as every other. Requires at least one.
    public static func any(of generators: [Self]) -> Self {
        guard !generators.isEmpty else { fatalError("A generator of no others") }
        return Self(choosing: { generators[Int.random(in: generators.indices, using: &$0)].generate(&$0) })
    }
}

extension ActionGenerator where Action: CaseIterable {
    /// Any of the action's cases, each as likely as every other.
    public static var allCases: Self { .of(Array(Action.allCases)) }
}

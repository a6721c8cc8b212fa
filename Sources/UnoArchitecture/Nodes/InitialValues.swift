/// The initial values that the parts of one merge bring, while their nodes are made: a scope starts with the first one.
final class InitialValues<State: Sendable> {
    private var first: State?
    /// Whether `starting(with:)` around the parts says what the scope starts with.
    fileprivate let areReplaced: Bool

    fileprivate init(areReplaced: Bool) {
        self.areReplaced = areReplaced
    }

    /// Returns false if `value` is not the first one, nor equal to it.
    fileprivate func add(_ value: State) -> Bool {
        guard !areReplaced, MemoryLayout<State>.size > 0 else { return true }
        guard let first else {
            first = value
            return true
        }
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == first as? Value }
        return (value as? any Equatable).map { isEqual($0) } ?? false
    }
}

extension NodeContext {
    /// The context of the parts of a merge, whose initial values are compared.
    func comparingInitialValues() -> NodeContext {
        guard initialValues == nil, scope.cell != nil else { return self }
        return with(InitialValues(areReplaced: false))
    }

    /// The context of parts whose initial values `starting(with:)` replaces.
    func ignoringInitialValues() -> NodeContext { with(InitialValues(areReplaced: true)) }

    private func with(_ initialValues: InitialValues<State>) -> NodeContext {
        var context = self
        context.initialValues = initialValues
        return context
    }

    /// A part brings an initial value, which is reported if the scope ignores it.
    package func bring(_ value: @autoclosure () -> State, from part: Any.Type, at site: CallSite? = nil) {
        guard let initialValues, !initialValues.add(value()) else { return }
        engine.log.report(
            .ignoredInitialValue,
            """
            The initial value of \(part) is ignored: a part before it starts \(State.self) with another value. Give one part \
            the initial value, or say starting(with:) around them
            """,
            at: site ?? self.site,
            about: "\(part)"
        )
    }
}

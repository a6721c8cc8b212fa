/// The task-locals whose values a host carries from the senders of actions to handlers and effects.
@usableFromInline
package struct ContextCarrier: Sendable {
    private let locals: [any CarriedLocal]

    /// Nil if there are no task-locals to carry.
    @usableFromInline
    package init?<each Value: Sendable>(_ locals: repeat TaskLocal<each Value>) {
        var all: [any CarriedLocal] = []
        repeat all.append(each locals)
        if all.isEmpty { return nil }
        self.locals = all
    }

    /// The values in the running task. Complexity: one allocation, and one for each large value.
    func read() -> CarriedContext { CarriedContext(locals.map { $0.binding() }) }
}

/// The task-local values of an event: those of the task that sent the action.
///
/// The action's entry in the mailbox holds them, then the open step, the effects of the event and its held actions. All
/// give them up when they end; whoever keeps a `Send`, a `Dispatcher` or an `EventTask` does not keep the values.
///
/// They are bound where the event's code runs, on top of what ``CarriedTaskLocals`` gives the tasks of a test.
@usableFromInline
final class CarriedContext: Sendable {
    private let bindings: [any CarriedBinding]

    fileprivate init(_ bindings: [any CarriedBinding]) {
        self.bindings = bindings
    }

    /// Calls `body` with the values.
    func withValues(_ body: () -> Void) { withValues(bindings[...], body) }

    /// Calls `body` with the values, which the tasks that it starts inherit as usual.
    func run(_ body: @Sendable () async -> Void) async { await run(bindings[...], body) }

    private func withValues(_ rest: ArraySlice<any CarriedBinding>, _ body: () -> Void) {
        guard let first = rest.first else { return body() }
        first.withValues { withValues(rest.dropFirst(), body) }
    }

    private func run(_ rest: ArraySlice<any CarriedBinding>, _ body: @Sendable () async -> Void) async {
        guard let first = rest.first else { return await body() }
        await first.run { await run(rest.dropFirst(), body) }
    }
}

/// A task-local, with the type of its value erased.
private protocol CarriedLocal: Sendable {
    func binding() -> any CarriedBinding
}

extension TaskLocal: CarriedLocal {
    fileprivate func binding() -> any CarriedBinding { TaskLocalBinding(local: self, value: get()) }
}

/// A task-local and a value for it, with the type erased.
private protocol CarriedBinding: Sendable {
    func withValues(_ body: () -> Void)
    func run(_ body: () async -> Void) async
}

private struct TaskLocalBinding<Value: Sendable>: CarriedBinding {
    let local: TaskLocal<Value>
    let value: Value

    func withValues(_ body: () -> Void) { local.withValue(value) { body() } }
    func run(_ body: () async -> Void) async { await local.withValue(value) { await body() } }
}

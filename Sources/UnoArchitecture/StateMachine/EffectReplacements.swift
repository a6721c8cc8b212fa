/// What runs the effects of a machine in its place.
package struct EffectReplacement<Machine: StateMachine>: Sendable {
    package typealias Run = @Sendable (Machine.IOEffect) -> Machine.IOResultStream

    let run: Run

    package init(run: @escaping Run) {
        self.run = run
    }
}

/// The replacements for the graphs that the current task makes; for tests.
package enum EffectReplacements {
    @TaskLocal private static var byMachine: [ObjectIdentifier: any Sendable] = [:]

    /// Graphs made in `body` run the effects of `Machine`, nested ones included, through `replacement`.
    package static func with<Machine: StateMachine, Result>(
        _ replacement: EffectReplacement<Machine>,
        _ body: () throws -> Result
    ) rethrows -> Result {
        var all = byMachine
        all[ObjectIdentifier(Machine.self)] = replacement
        return try $byMachine.withValue(all, operation: body)
    }

    static func replacement<Machine: StateMachine>(for machine: Machine) -> EffectReplacement<Machine>.Run? {
        (byMachine[ObjectIdentifier(Machine.self)] as? EffectReplacement<Machine>)?.run
    }
}

/// What a graph still has under way when it has come to rest.
package struct Pending: Sendable {
    package struct Effect: Sendable {
        /// `perform` or `observe`.
        package let kind: String
        package let id: String?
        /// The event that started it.
        package let event: UInt64?
        /// Cancelled, and not wound up.
        package let isCancelled: Bool
        /// The task that it runs in; nil if it waits for its turn, or its work is over.
        package let task: GraphTasks.Identity?
    }

    package let effects: [Effect]
    /// How many parts hold an action back.
    package let heldActions: Int
    /// How many parts run a stream transformer.
    package let transformers: Int
    /// How many of these are timed, by the graph's clock, because the end of the graph waits for them.
    package let timedTransformers: Int

    package var isEmpty: Bool { effects.isEmpty && heldActions == 0 }
}

extension GraphEngine {
    var pending: Pending {
        Pending(
            effects: activities.runsByAge.map { run in
                Pending.Effect(
                    kind: run.kind == .perform ? "perform" : "observe",
                    id: run.id.map { "\($0.base)" },
                    event: run.ticket?.id,
                    isCancelled: !run.isActive,
                    task: run.task.map { GraphTasks.Identity(owner: ObjectIdentifier(tasks), id: $0) }
                )
            },
            heldActions: delays.count,
            transformers: bridges.parts.count(where: \.isBridging),
            timedTransformers: bridges.parts.count(where: \.isWatched)
        )
    }
}

/// A task priority, in one byte.
///
/// The layout of `TaskPriority` is not fixed: its library may change it. A stored property of that type makes the layout
/// of the object, too, known only at run time, and a local variable is an allocation in an asynchronous function. Together
/// they cost a tenth of an event. So `TaskPriority` is used only where a task starts or is asked for its priority, in
/// functions that are not inlined.
package struct PriorityLevel: Comparable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    @inline(never)
    init(_ priority: TaskPriority) {
        rawValue = priority.rawValue
    }

    static var background: PriorityLevel { PriorityLevel(rawValue: 9) }
    static var medium: PriorityLevel { PriorityLevel(rawValue: 21) }

    /// That of the running task.
    static var current: PriorityLevel {
        @inline(never) get { PriorityLevel(rawValue: Task.currentPriority.rawValue) }
    }

    /// Whether the code runs in a task.
    static var isKnown: Bool {
        @inline(never) get { Task.basePriority != nil }
    }

    var taskPriority: TaskPriority { TaskPriority(rawValue: rawValue) }

    package static func < (left: PriorityLevel, right: PriorityLevel) -> Bool { left.rawValue < right.rawValue }
}

extension Task where Success == Void, Failure == Never {
    /// Raises the priority, on systems where the language can.
    @inline(never)
    func raisePriority(to priority: PriorityLevel) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            escalatePriority(to: priority.taskPriority)
        }
    }
}

/// The environment in which figures were measured.
package struct Environment: Sendable, Equatable {
    package var machine: String
    package var cores: Int
    package var system: String
    package var compiler: String
    package var isDebugBuild: Bool
    package var schedule: Schedule

    package init(
        machine: String,
        cores: Int,
        system: String,
        compiler: String,
        isDebugBuild: Bool,
        schedule: Schedule
    ) {
        self.machine = machine
        self.cores = cores
        self.system = system
        self.compiler = compiler
        self.isDebugBuild = isDebugBuild
        self.schedule = schedule
    }

    package var lines: [String] {
        var lines = [
            "\(machine), \(cores) \(cores == 1 ? "core" : "cores"), \(system)",
            "\(compiler), \(isDebugBuild ? "DEBUG BUILD: the figures mean nothing" : "release build")",
            "medians of \(schedule.repetitions) interleaved repetitions of \(schedule.nanoseconds / 1_000_000) ms",
        ]
        if schedule.repetitions == 1 { lines[2] = "one repetition of \(schedule.nanoseconds / 1_000_000) ms" }
        return lines
    }
}

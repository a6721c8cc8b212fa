/// Measures workloads. Each subject warms up and determines how many operations fill a repetition. Then the repetitions
/// of all subjects of a point are interleaved (A B C A B C ...), so that a slow machine slows all of them alike.
package struct Measurement: Sendable {
    private let schedule: Schedule
    private let instruments: Instruments
    private let progress: @Sendable (String) -> Void

    /// - Parameter progress: called with a description of the next measurement.
    package init(_ schedule: Schedule, with instruments: Instruments, progress: @escaping @Sendable (String) -> Void) {
        self.schedule = schedule
        self.instruments = instruments
        self.progress = progress
    }

    /// The figures of `workload`, in the order of its points and subjects.
    package func figures(of workload: Workload) async throws(WrongCount) -> [Figure] {
        var figures: [Figure] = []
        for point in workload.points where schedule.includesSlowPoints || !point.isSlow {
            figures += try await self.figures(of: point, in: workload)
        }
        return figures
    }

    private func figures(of point: Workload.Point, in workload: Workload) async throws(WrongCount) -> [Figure] {
        let title = [workload.name, point.parameter.map { "\($0)" }].compactMap(\.self).joined(separator: " ")
        var counts: [Int] = []
        var perOperation: [Counts] = []
        for subject in point.subjects {
            progress("\(title): \(subject.name) warms up")
            counts.append(try await calibrated(subject, title))
            perOperation.append(try await countsOfOne(subject, counts.last!, title))
        }
        var samples = point.subjects.map { _ in [Sample]() }
        for repetition in 1...schedule.repetitions {
            progress("\(title): repetition \(repetition) of \(schedule.repetitions)")
            for (index, subject) in point.subjects.enumerated() {
                samples[index].append(try await run(subject, counts[index], title))
            }
        }
        return point.subjects.indices.map { index in
            Figure(
                workload: workload.name,
                parameter: point.parameter,
                subject: point.subjects[index].name,
                samples: samples[index],
                counts: perOperation[index]
            )
        }
    }

    /// The counts of one additional operation: the difference between runs of `count` and of twice as many, divided by
    /// `count`, which excludes what happens once. Where the number of operations is fixed, the enqueues of one run.
    ///
    /// These runs are not timed: counting enqueues slows them.
    private func countsOfOne(_ subject: Subject, _ count: Int, _ title: String) async throws(WrongCount) -> Counts {
        instruments.countEnqueues(true)
        defer { instruments.countEnqueues(false) }
        if let fixed = subject.fixedCount {
            let sample = try await run(subject, fixed, title, with: instruments)
            return Counts(enqueues: sample.enqueues.map { Double($0) / Double(fixed) })
        }
        let count = min(count, Schedule.countedOperations)
        var allocations: [Double] = []
        var enqueues: [Double] = []
        for _ in 0..<3 {
            let once = try await run(subject, count, title, with: instruments)
            let twice = try await run(subject, count * 2, title, with: instruments)
            if let few = once.allocations, let many = twice.allocations {
                allocations.append(Double(many - few) / Double(count))
            }
            if let few = once.enqueues, let many = twice.enqueues {
                enqueues.append(Double(many - few) / Double(count))
            }
        }
        return Counts(allocations: allocations.median, enqueues: enqueues.median)
    }

    private func calibrated(_ subject: Subject, _ title: String) async throws(WrongCount) -> Int {
        if let count = subject.fixedCount {
            _ = try await run(subject, count, title)
            return count
        }
        var count = 1
        for _ in 0..<Schedule.mostCalibrations {
            var sample = try await run(subject, count, title)
            if schedule.isLongEnough(sample) {
                // A slow run may have been interrupted: use the fastest of three.
                for _ in 0..<2 {
                    let again = try await run(subject, count, title)
                    if again.nanoseconds < sample.nanoseconds { sample = again }
                }
            }
            count = schedule.count(after: sample)
            if schedule.isLongEnough(sample) { break }
        }
        return count
    }

    /// - Parameter instruments: those of a timed run, if nil.
    private func run(
        _ subject: Subject,
        _ count: Int,
        _ title: String,
        with instruments: Instruments? = nil
    ) async throws(WrongCount) -> Sample {
        var meter = Meter(instruments ?? self.instruments.undisturbing)
        let result = await subject.run(count, &meter)
        let sample = meter.sample(count: count)
        guard result == count else {
            throw WrongCount(title: title, subject: subject.name, expected: count, actual: result)
        }
        return sample
    }
}

import Testing

@testable import BenchmarkKit

struct MeasurementTests {
    let virtual = VirtualInstruments()
    let schedule = Schedule(repetitions: 3, nanoseconds: 1_000, includesSlowPoints: true)

    private func figures(_ workload: Workload, _ schedule: Schedule? = nil) async throws -> [Figure] {
        try await Measurement(schedule ?? self.schedule, with: virtual.instruments, progress: { _ in })
            .figures(of: workload)
    }

    @Test func `A subject runs as many operations as fill a repetition, and subjects take turns`() async throws {
        let workload = Workload(
            "work", "", baseline: "a",
            subjects: [virtual.subject("a", nanoseconds: 10, allocations: 2), virtual.subject("b", nanoseconds: 100)])
        let figures = try await figures(workload)
        #expect(virtual.runs.suffix(6) == ["a 100", "b 10", "a 100", "b 10", "a 100", "b 10"])
        #expect(figures.map(\.nanoseconds) == [10, 100])
        #expect(figures.map(\.fastest) == [10, 100])
        #expect(figures.map(\.allocations) == [2, 0])
    }

    @Test func `A first run that was interrupted does not settle the number of operations`() async throws {
        let subject = virtual.subject("a", nanoseconds: 10, firstTakes: 50_000)
        _ = try await figures(Workload("work", "", baseline: "a", subjects: [subject]))
        #expect(virtual.runs.suffix(3) == ["a 100", "a 100", "a 100"])
    }

    @Test func `A subject with a fixed number of operations warms up and runs with that`() async throws {
        let workload = Workload(
            "work", "", baseline: "a", subjects: [virtual.subject("a", nanoseconds: 1, fixedCount: 7)])
        _ = try await figures(workload)
        // The second run counts enqueues.
        #expect(virtual.runs == ["a 7", "a 7", "a 7", "a 7", "a 7"])
    }

    @Test func `Enqueues are those of one operation more, counted apart from what is timed`() async throws {
        let virtual = virtual
        let subject = Subject("a") { count, _ in
            virtual.pass(nanoseconds: 10 * count, enqueues: 7 + 3 * count)
            return count
        }
        let figures = try await figures(Workload("work", "", baseline: "a", subjects: [subject]))
        #expect(figures[0].enqueues == 3)
        #expect(figures[0].nanoseconds == 10)
    }

    @Test func `Enqueues of a fixed number of operations are those of one run`() async throws {
        let virtual = virtual
        let subject = Subject("a", fixedCount: 4) { count, meter in
            virtual.pass(nanoseconds: 0, enqueues: 100)
            meter.start()
            virtual.pass(nanoseconds: 10 * count, allocations: count, enqueues: 2 * count)
            return count
        }
        let figures = try await figures(Workload("work", "", baseline: "a", subjects: [subject]))
        #expect(figures[0].enqueues == 2)
        #expect(figures[0].allocations == 1)
        #expect(figures[0].nanoseconds == 10)
    }

    @Test func `Without a counter of enqueues their column is empty`() async throws {
        let virtual = virtual
        let instruments = virtual.instruments.undisturbing
        let workload = Workload("work", "", baseline: "a", subjects: [virtual.subject("a", nanoseconds: 10)])
        let figures = try await Measurement(schedule, with: instruments, progress: { _ in }).figures(of: workload)
        #expect(figures[0].enqueues == nil)
        #expect(FigureTable.text(workload, figures).hasSuffix("0         –\n"))
    }

    @Test func `An operation that takes longer than a repetition runs once`() async throws {
        let workload = Workload("work", "", baseline: "a", subjects: [virtual.subject("a", nanoseconds: 10_000)])
        let figures = try await figures(workload)
        #expect(virtual.runs.suffix(3) == ["a 1", "a 1", "a 1"])
        #expect(figures[0].nanoseconds == 10_000)
    }

    @Test func `Set-up and clearing up are not measured`() async throws {
        let virtual = virtual
        let subject = Subject("a", fixedCount: 10) { count, meter in
            virtual.pass(nanoseconds: 1_000, allocations: 50)
            meter.start()
            virtual.pass(nanoseconds: 20 * count, allocations: count)
            meter.stop()
            virtual.pass(nanoseconds: 5_000, allocations: 70)
            meter.bytesEach = 48
            return count
        }
        let figures = try await figures(Workload("work", "", baseline: "a", subjects: [subject]))
        #expect(figures[0].nanoseconds == 20)
        #expect(figures[0].allocations == 1)
        #expect(figures[0].bytesEach == 48)
    }

    @Test func `What a run allocates once does not show in what an operation allocates`() async throws {
        let virtual = virtual
        let subject = Subject("a") { count, _ in
            virtual.pass(nanoseconds: 10 * count, allocations: 30 + 2 * count)
            return count
        }
        let figures = try await figures(Workload("work", "", baseline: "a", subjects: [subject]))
        #expect(figures[0].allocations == 2)
    }

    @Test func `A subject that does not do its work ends the measurement with a message`() async {
        let lazy = Subject("lazy") { count, _ in count - 1 }
        let error = await #expect(throws: WrongCount.self) {
            try await figures(Workload("work", "", baseline: "lazy", points: [Workload.Point(4, [lazy])]))
        }
        #expect(error?.description == "work 4: lazy gave 0 results for 1 operations")
    }

    @Test func `A quick run leaves slow points out`() async throws {
        var quick = schedule
        quick.includesSlowPoints = false
        let workload = Workload(
            "work", "", axis: "size", baseline: "a",
            points: [
                Workload.Point(1, [virtual.subject("a", nanoseconds: 10)]),
                Workload.Point(2, isSlow: true, [virtual.subject("a", nanoseconds: 10)]),
            ])
        #expect(try await figures(workload, quick).map(\.parameter) == [1])
        #expect(try await figures(workload).map(\.parameter) == [1, 2])
    }

    @Test(arguments: [([], nil), ([3], 3), ([5, 1, 3], 3), ([4, 1, 2, 3], 2.5)] as [([Double], Double?)])
    func `The median is the middle`(values: [Double], median: Double?) { #expect(values.median == median) }
}

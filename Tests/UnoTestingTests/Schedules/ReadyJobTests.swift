import Testing

@testable import UnoTesting

@Suite("Ready jobs")
struct ReadyJobTests {
    private func job(in isolation: Int) -> ReadyJob { ReadyJob(task: 0, isolation: isolation, arrival: 0) }

    @Test("commute only if both run in actors, and these differ")
    func commute() {
        for (first, second, expected) in [
            (1, 2, true), (2, 1, true), (1, 1, false), (0, 1, false), (1, 0, false), (0, 0, false),
        ] {
            #expect(job(in: first).commutes(with: job(in: second)) == expected, "\(first), \(second)")
        }
    }
}

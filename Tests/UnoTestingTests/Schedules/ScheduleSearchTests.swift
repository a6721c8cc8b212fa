import Testing

@testable import UnoTesting

/// Which schedules the searches ask for, and in which order.
@Suite("The searches for a schedule")
struct ScheduleSearchTests {
    /// A decision between jobs in these actors, one of which it takes.
    private func decision(_ isolations: [Int], clock: Bool = false, option: Int = 0, _ rule: Schedule.Rule = .oldest)
        -> Decision
    {
        var decision = Decision(ready: isolations.count, hasDeadline: clock)
        decision.take(option, under: rule)
        decision.noteCommuting(jobs(isolations))
        return decision
    }

    private func jobs(_ isolations: [Int]) -> [ReadyJob] {
        isolations.enumerated().map { ReadyJob(task: $0, isolation: $1, arrival: $0 + 1) }
    }

    /// All schedules that the search asks for, if each of them leads to the same decisions.
    private func schedules(_ rule: Schedule.Rule, bound: Int, budget: Int = .max, _ decisions: [Decision]) -> [String] {
        var search = SystematicSearch(rule, bound: bound, budget: budget)
        var all: [String] = []
        while let schedule = search.next() {
            all.append("\(schedule)")
            search.ran(schedule, decisions)
        }
        return all
    }

    @Test func `The systematic search goes through all schedules with one deviation, then through those with two`() {
        let decisions = [decision([0, 0]), decision([0, 0], clock: true)]
        let all = ["", "0:1", "1:1", "1:2", "0:1 1:1", "0:1 1:2"]
        #expect(schedules(.oldest, bound: 0, decisions) == [""])
        #expect(schedules(.oldest, bound: 1, decisions) == Array(all[..<4]))
        #expect(schedules(.oldest, bound: 2, decisions) == all)
        #expect(schedules(.oldest, bound: 3, decisions) == all)
        let newest = all.map { $0.isEmpty ? "newest" : "newest \($0)" }
        #expect(schedules(.newest, bound: 2, decisions) == newest)
        #expect(schedules(.oldest, bound: 2, []) == [""])
    }

    @Test func `It keeps no more schedules than may still be asked for`() {
        let decisions = [decision([0, 0]), decision([0, 0], clock: true)]
        #expect([1, 2, 4, 5].map { schedules(.oldest, bound: 2, budget: $0, decisions).count } == [1, 4, 4, 6])
        let commuting = [decision([1, 2, 1]), decision([1, 1])]
        #expect([3, 4, 5, 6].map { schedules(.oldest, bound: 2, budget: $0, commuting).count } == [4, 4, 5, 6])
    }

    @Test func `Deviations whose jobs commute come last`() {
        let decisions = [decision([1, 2, 1]), decision([1, 1])]
        #expect(schedules(.oldest, bound: 2, decisions) == ["", "0:2", "1:1", "0:2 1:1", "0:1", "0:1 1:1"])
        let reversed = [decision([1, 2, 2, 2], .newest), decision([1, 1], .newest)]
        let expected = ["", " 0:1", " 0:2", " 1:1", " 0:3"].map { "newest\($0)" }
        #expect(schedules(.newest, bound: 1, reversed) == expected)
    }

    @Test(
        "A decision takes an option under either rule; one beyond the last is the last, and the clock is behind the jobs"
    )
    func options() {
        func places(_ rule: Schedule.Rule, clock: Bool) -> [Int] {
            [0, 1, 2, 3, 9].map { decision([0, 0, 0], clock: clock, option: $0, rule).place }
        }
        #expect(places(.oldest, clock: false) == [0, 1, 2, 2, 2])
        #expect(places(.newest, clock: false) == [2, 1, 0, 0, 0])
        #expect(places(.oldest, clock: true) == [0, 1, 2, 3, 3])
        #expect(places(.newest, clock: true) == [2, 1, 0, 3, 3])
        for rule in Schedule.Rule.allCases {
            for option in 0...3 {
                #expect(decision([0, 0, 0], clock: true, option: option, rule).option(under: rule) == option)
            }
        }
        #expect(decision([0, 0, 0]).width == 3)
        #expect(decision([0, 0, 0], clock: true).width == 4)
        let hashes = [
            decision([0, 0]), decision([0, 0], option: 1), decision([0, 0], clock: true), decision([0, 0, 0]),
        ].map(\.hash)
        #expect(Set(hashes).count == 4)
    }

    @Test func `A decision notes which of the first 32 options commute with the chosen one`() {
        #expect(decision([1, 2, 1, 3]).commutingOptions(under: .oldest) == 0b1010)
        #expect(decision([1, 2, 1, 3]).commutingOptions(under: .newest) == 0b0101)
        #expect(decision([0, 2]).commutingOptions(under: .oldest) == 0)
        #expect(decision([1, 2], clock: true, option: 2).commutingOptions(under: .oldest) == 0)
        let many = decision([Int](repeating: 2, count: 39) + [1], .newest)
        #expect(many.commutingOptions(under: .oldest) == .max)
        // The last 32 options are the first 32 jobs; those beyond the 32nd option are left out.
        #expect(many.commutingOptions(under: .newest) == .max << 8)
    }

    /// The places that a search takes at `count` decisions between the same jobs.
    private func places(
        _ count: Int, _ isolations: [Int], clock: Bool = true, _ decide: (inout Decision, [ReadyJob]) -> Void
    ) -> [Int] {
        (0..<count).map { _ in
            var decision = Decision(ready: isolations.count, hasDeadline: clock)
            decide(&decision, jobs(isolations))
            return decision.place
        }
    }

    // A report names a seed, so what a search makes of one must not change by accident.

    @Test(
        "A search by priorities lets one task run, until it changes priorities or has run for twice the length and eight"
    )
    func priorities() {
        func places(depth: Int, length: Int, seed: UInt64) -> String {
            var search = PrioritySearch(depth: depth, length: length, generator: SplitMix(seed: seed))
            return self.places(24, [0, 0, 0]) { search.decide(&$0, ready: $1) }.map(String.init).joined()
        }
        #expect(places(depth: 1, length: 2, seed: 0) == "222222222222" + "010303132222")
        #expect(places(depth: 1, length: 2, seed: 1) == "111111111111" + "133213121210")
        #expect(places(depth: 2, length: 1, seed: 1) == "3333333333" + "32131212102323")
        #expect(places(depth: 2, length: 1, seed: 3) == "0000000000" + "03132211231002")
        #expect(places(depth: 6, length: 6, seed: 2) == "10032222222222222222" + "2130")
        #expect(places(depth: 6, length: 6, seed: 3) == "32201111111111111111" + "1231")
        #expect(places(depth: 0, length: 0, seed: 1) == "11111111" + "1332131212102323")
    }

    @Test func `A search by the order of actors changes the priority of a job when a job runs that it depends on`() {
        func places(_ isolations: [Int], clock: Bool) -> String {
            var search = PartialOrderSearch(seed: 3)
            return self.places(24, isolations, clock: clock) { search.decide(&$0, ready: $1) }.map(String.init).joined()
        }
        #expect(places([1, 2, 3], clock: false) == "100001111111111111110000")
        #expect(places([0, 1, 2], clock: false) == "100011111102101112010122")
        #expect(places([0, 1, 2], clock: true) == "100011111102101112330131")
        #expect(places([1, 2, 4], clock: true) == "100003300203031111303111")
        #expect(places([0, 0, 1], clock: true) == "100021111201101121110122")
    }

    @Test func `A walk takes any option, or mostly the oldest or the newest job`() {
        let walks = RandomSearch.allCases.map { walk in
            var generator = SplitMix(seed: 1)
            return places(24, [0, 0, 0]) { decision, _ in walk.decide(&decision, using: &generator) }.map(String.init)
                .joined()
        }
        #expect(walks == ["213232203300023212222230", "000000000000000200000120", "222222222222222222202122"])
    }
}

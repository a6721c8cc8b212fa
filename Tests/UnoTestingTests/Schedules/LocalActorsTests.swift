import Testing

@testable import UnoTesting

@Suite("Actors that a single task enters")
struct LocalActorsTests {
    private func job(in isolation: Int) -> ReadyJob { ReadyJob(task: 0, isolation: isolation, arrival: 0) }

    @Test func `are those that no run has seen several tasks enter; a job in one of them may run at once`() {
        var actors = LocalActors()
        #expect(!actors.leavesChoice && !actors.sharesPlainActors)
        #expect(actors.firstPlace(in: [job(in: 1), job(in: 0)]) == 1)
        #expect(actors.firstPlace(in: [job(in: 1)]) == nil)
        actors.learn([.none, .one(task: 1), .one(task: 2)])
        #expect(!actors.leavesChoice && !actors.sharesPlainActors)
        #expect(actors.firstPlace(in: [job(in: 3), job(in: 2), job(in: 1)]) == 1)
        actors.learn([.none, .one(task: 1), .several, .one(task: 4)])
        #expect(actors.leavesChoice && !actors.sharesPlainActors)
        #expect(actors.firstPlace(in: [job(in: 2), job(in: 3)]) == 1)
        actors.learn([.none, .several])
        #expect(actors.leavesChoice && actors.sharesPlainActors)
        // What was seen once is not forgotten.
        actors.learn([.none, .none, .none, .none])
        #expect(actors.sharesPlainActors && actors.firstPlace(in: [job(in: 1), job(in: 2)]) == nil)
    }

    @Test func `The visitors of an actor are none, one task however often it enters, or several`() {
        var visitors = ActorVisitors.none
        visitors.note(3)
        #expect(visitors == .one(task: 3))
        visitors.note(3)
        #expect(visitors == .one(task: 3))
        visitors.note(4)
        #expect(visitors == .several)
        visitors.note(3)
        #expect(visitors == .several)
    }
}

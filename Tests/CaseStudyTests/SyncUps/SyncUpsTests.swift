import Foundation
import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoStorageTesting
import UnoTesting

@Suite("Case study: sync-ups, with five screens", .timeLimit(.hang)) struct SyncUpsTests {
    static let design = SyncUp(
        id: 1, title: "Design", minutes: 1, attendees: [.init(id: 11, name: "Blob"), .init(id: 12, name: "Blob Jr.")],
        meetings: [.init(id: 21, transcript: "Hello")])

    let syncUps = SharedRecorder<IdentifiedArrayOf<SyncUp>>([design])
    let clock = TestClock()
    let words = AsyncStream.makeStream(of: String.self)

    /// The feature, with ids that count upwards from 100.
    func list() -> InteractorTestHarness<SyncUpsList.State, SyncUpsList.Action> {
        let last = Counter(99)
        let (clock, words): (any Clock<Duration>, _) = (clock, words)
        return InteractorTestHarness(
            SyncUpsList(syncUps: syncUps.shared)
                .providing(NewID { last.next() })
                .providing(Speech { words.stream })
                .providing(clock, for: ClockKey.self),
            clock: self.clock)
    }

    final class Counter: Sendable {
        private let last: Mutex<Int>
        init(_ last: Int) { self.last = Mutex(last) }
        func next() -> Int {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }

    @Test func `A new meeting is filled in, and saved without the attendees that have no name`() async {
        let list = list()
        await list.send(.addTapped) { $0.new = .init(syncUp: SyncUp(id: 100, attendees: [.init(id: 101)])) }
        await list.send(.new(.titled("Daily"))) { $0.new?.syncUp.title = "Daily" }
        await list.send(.new(.named(101, "Ada"))) { $0.new?.syncUp.attendees[id: 101]?.name = "Ada" }
        await list.send(.new(.attendeeAdded)) {
            $0.new?.syncUp.attendees.append(.init(id: 102))
            $0.new?.focus = .attendee(102)
        }
        let daily = SyncUp(id: 100, title: "Daily", attendees: [.init(id: 101, name: "Ada")])
        await list.send(.addEnded(isSaved: true)) {
            $0.all.append(daily)
            $0.new = nil
        }
        syncUps.expect { $0.append(daily) }
        await list.send(.addTapped) { $0.new = .init(syncUp: SyncUp(id: 103, attendees: [.init(id: 104)])) }
        await list.send(.addEnded(isSaved: false)) { $0.new = nil }
        await list.finish()
        syncUps.finish()
    }

    @Test func `The form keeps one attendee, and moves the focus to a neighbour of the deleted one`() async {
        let form = InteractorTestHarness(SyncUpForm().providing(NewID { 7 }), exhaustivity: .off)
        await form.send(.attendeeAdded) { $0.focus = .attendee(7) }
        await form.send(.named(7, "Ada")) { $0.syncUp.attendees[id: 7]?.name = "Ada" }
        await form.send(.attendeesDeleted([0])) { ($0.syncUp.attendees, $0.focus) = ([.init(id: 7)], .attendee(7)) }
        await form.finish()
    }

    @Test func `A meeting is edited in a form of its own, and changes when the form is saved`() async {
        let list = list()
        await list.send(.tapped(1)) { $0.detail = .init(id: 1, all: $0.all) }
        await list.send(.detail(.editTapped)) { $0.detail?.form = .init(syncUp: Self.design) }
        await list.send(.detail(.form(.titled("Redesign")))) { $0.detail?.form?.syncUp.title = "Redesign" }
        await list.send(.detail(.editEnded(isSaved: true))) {
            $0.detail?.form = nil
            $0.detail?.all[id: 1]?.title = "Redesign"
            $0.all[id: 1]?.title = "Redesign"
        }
        syncUps.expect { $0[id: 1]?.title = "Redesign" }
        await list.send(.detail(.meetingTapped(21))) { $0.detail?.meeting = Self.design.meetings[id: 21] }
        await list.send(.detail(.meetingClosed)) { $0.detail?.meeting = nil }
        await list.finish()
    }

    @Test func `A deleted meeting closes its screen`() async {
        let list = list()
        await list.send(.tapped(1)) { $0.detail = .init(id: 1, all: $0.all) }
        await list.send(.detail(.deleteTapped)) { $0.detail?.question = .delete }
        await list.send(.detail(.answered(isDeleted: false))) { $0.detail?.question = nil }
        await list.send(.detail(.answered(isDeleted: true)), emitting: 3) { ($0.detail, $0.all) = (nil, []) }
        syncUps.expect { $0 = [] }
        await list.finish()
    }

    @Test func `A recording gives each attendee the same time, and is saved with what was said when it ends`() async {
        let list = list()
        list.exhaustivity = .off
        await list.send(.tapped(1))
        await list.send(.detail(.startTapped))
        await list.send(.detail(.recording(.appeared)))
        await list.advance(by: .seconds(10))
        await list.receive(.detail(.recording(.secondPassed))) { $0.detail?.recording?.seconds = 1 }
        words.continuation.yield("I did it.")
        await list.receive(.detail(.recording(.heard("I did it.")))) { state in
            state.detail?.recording?.transcript = "I did it."
        }
        await list.send(.detail(.recording(.nextSpeaker))) { state in
            state.detail?.recording?.speaker = 1
            state.detail?.recording?.seconds = 30
        }
        // While the user is asked, no time passes.
        await list.send(.detail(.recording(.endTapped))) { $0.detail?.recording?.question = .endEarly }
        await list.advance(by: .seconds(60))
        await list.send(.detail(.recording(.answered(nil)))) { $0.detail?.recording?.seconds = 30 }
        await list.advance(by: .seconds(30))
        let meeting = SyncUp.Meeting(id: 100, transcript: "I did it.")
        syncUps.expect { $0[id: 1]?.meetings.insert(meeting, at: 0) }
        await list.send(.closed) {
            $0.detail = nil
            $0.all[id: 1]?.meetings = [meeting, .init(id: 21, transcript: "Hello")]
        }
        await list.finish()
        syncUps.finish()
    }

    @Test func `A recording that is discarded leaves no trace`() async {
        let list = list()
        list.exhaustivity = .off
        await list.send(.tapped(1))
        await list.send(.detail(.startTapped))
        await list.send(.detail(.recording(.endTapped)))
        await list.send(.detail(.recording(.answered(.discarded)))) { $0.detail?.recording = nil }
        await list.finish()
        syncUps.finish()
    }

    @Test func `The meetings survive a relaunch, in a file`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "uno-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func launch() -> SyncUps {
            Shared([], storage: FileStorage(folder.appending(path: "sync-ups.json")), clock: TestClock())
        }
        let syncUps = launch()
        syncUps.update { $0 = [Self.design] }
        let list = InteractorTestHarness(SyncUpsList(syncUps: syncUps), exhaustivity: .off)
        await list.send(.deleted([0])) { $0.all = [] }
        await list.finish()
        syncUps.update { $0.append(Self.design) }
        try await syncUps.flush()
        #expect(launch().value == [Self.design])
    }
}

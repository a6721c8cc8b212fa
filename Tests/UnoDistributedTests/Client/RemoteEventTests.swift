import Testing
import UnoArchitecture

@testable import UnoDistributed

@Suite("The client's side of an action")
struct RemoteEventTests {
    private let place = RemoteEvent.Place(session: SessionID(number: 1), number: 1)

    @Test("takes later outcomes until it is over, and none that are overtaken")
    func ends() {
        let event = RemoteEvent()
        _ = event.decide(.accepted, at: place)
        event.update(.effectsCancelled, isOver: false)
        #expect(event.outcome == .decided(.effectsCancelled) && !event.isOver)
        event.update(.cancelled, isOver: true)
        event.update(.accepted, isOver: false)
        event.update(.accepted, isOver: true)
        #expect(event.outcome == .decided(.cancelled) && event.isOver && event.place != nil)
    }

    @Test("keeps its outcome if the host no longer knows it")
    func forgotten() {
        let event = RemoteEvent()
        _ = event.decide(.effectsCancelled, at: place)
        event.update(nil, isOver: true)
        #expect(event.outcome == .decided(.effectsCancelled) && event.isOver)
    }

    @Test("is cancelled once: taken back, or at the host, or as soon as the host has it")
    func cancels() {
        let waiting = RemoteEvent()
        #expect(waiting.requestCancel() == .takeBack)
        #expect(waiting.requestCancel() == .done)
        #expect(waiting.decide(.accepted, at: place))
        #expect(waiting.requestCancel() == .done)
        let back = RemoteEvent()
        #expect(back.requestCancel() == .takeBack && !back.decide(.cancelled, at: nil))
        let taken = RemoteEvent()
        #expect(!taken.decide(.accepted, at: place))
        #expect(taken.requestCancel() == .tellHost)
        #expect(taken.requestCancel() == .done)
        let over = RemoteEvent()
        _ = over.decide(.accepted, at: place)
        over.update(.accepted, isOver: true)
        #expect(over.requestCancel() == .done)
        #expect(RemoteEvent(.rejected(.mailboxFull)).requestCancel() == .done)
    }
}

import Testing

@testable import UnoArchitecture

@Suite("The text of a snapshot")
struct SnapshotTextTests {
    private func snapshot(
        isBusy: Bool, _ step: RuntimeSnapshot.Step? = nil, effects: [RuntimeSnapshot.Effect] = []
    ) -> RuntimeSnapshot {
        RuntimeSnapshot(
            runtime: RuntimeIdentity(name: "shop", instance: 3), phase: isBusy ? .finishing : .running, isIdle: !isBusy,
            isAtEffectLimit: isBusy, step: step, stall: isBusy ? "Pump, for 2s" : nil,
            mailbox: RuntimeSnapshot.Mailbox(
                depth: isBusy ? 1 : 0, capacity: nil, waitingSenders: isBusy ? 1 : 0,
                oldestAge: .seconds(isBusy ? 60 : 7)),
            effects: effects,
            heldActions: isBusy ? 1 : 0,
            subscribers: isBusy ? [RuntimeSnapshot.Subscriber(policy: "latest", lag: 0, isFull: true, place: nil)] : [],
            transformers: isBusy
                ? [
                    RuntimeSnapshot.Transformer(name: "Pump", isRunning: true, place: nil),
                    RuntimeSnapshot.Transformer(name: "A", isRunning: false, place: nil),
                ] : []
        )
    }

    @Test("has a line for each thing that is under way, from one on")
    func busy() {
        let step = RuntimeSnapshot.Step(action: nil, place: nil, duration: .milliseconds(1_500))
        let effect = RuntimeSnapshot.Effect(
            number: 1, id: nil, status: .ending, isAwaited: false, age: .milliseconds(250), place: nil)
        #expect(
            "\(snapshot(isBusy: true, step, effects: [effect]))" == """
                shop#3: finishing, at its limit of effects
                  mailbox      1, for 1m 0s, 1 sender waits
                  handles      an update, for 1s
                  waits for    Pump, for 2s
                  held actions 1
                  effect       -  ending, observes  250ms
                  subscriber   latest  0 behind, full
                  transformer  Pump  running
                  transformer  A     ended
                """
        )
    }

    @Test("of a runtime at rest has no line more than that of its mailbox")
    func idle() {
        #expect(
            "\(snapshot(isBusy: false))" == """
                shop#3: running, idle
                  mailbox      0
                """
        )
    }

    @Test(
        "gives a time in its largest unit, and the next smaller one",
        arguments: [
            (.milliseconds(999), "999ms"), (.seconds(1), "1s"), (.seconds(59), "59s"), (.seconds(60), "1m 0s"),
            (.seconds(3_599), "59m 59s"), (.seconds(3_600), "1h 0m"), (.seconds(90_060), "25h 1m"),
        ] as [(Duration, String)])
    func time(duration: Duration, text: String) {
        #expect(RuntimeSnapshot.text(duration) == text)
    }
}

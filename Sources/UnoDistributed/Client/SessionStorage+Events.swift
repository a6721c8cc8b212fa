internal import AsyncKit
internal import UnoArchitecture

extension SessionStorage: EventCalls {
    func finish(_ event: RemoteEvent) async -> Bool {
        // Refused or taken back by the client itself.
        guard let place = event.place, !event.isOver else { return true }
        var failures = 0
        // A host remembers sessions that have ended, and another host does not know the session.
        while !isLost {
            let wait = wait(after: failures)
            let result = await call { try await $0.finish(place.number, place.session, wait) }
            switch result {
            case .reply(.over(let outcome)):
                event.update(outcome, isOver: true)
                return true
            case .reply(.underWay(let outcome)):
                event.update(outcome, isOver: false)
                failures = 0
            case .reply(.unknown), .cancelled: return false
            case .changed: continue
            case .failed(let failure):
                guard await pause(after: failures, failure) else { return false }
                failures += 1
            }
        }
        return false
    }

    func cancel(_ event: RemoteEvent) {
        switch event.requestCancel() {
        case .done: break
        case .takeBack: _ = withdraw(event)
        case .tellHost: cancelThere(event)
        }
    }

    /// Takes an action back that has not been sent; false if it may have been.
    func withdraw(_ event: RemoteEvent) -> Bool {
        guard let (_, room) = withMachine({ $0.withdraw(event) }) else { return false }
        _ = event.decide(.cancelled, at: nil)
        room?.open()
        return true
    }

    /// Tells the host to cancel an event that it has taken, until it has heard, and waits for the end; or until the session
    /// is gone. While the host is lost, waits for it.
    func cancelThere(_ event: RemoteEvent) {
        guard let place = event.place else { return }
        Task(executorPreference: executor) {
            var failures = 0
            while let change = self.changeOfLostHost() {
                if let change {
                    await change.wait()
                    continue
                }
                switch await self.call({ try await $0.cancel(place.number, place.session) }) {
                case .reply(.over(let outcome)): return event.update(outcome, isOver: true)
                case .reply(.underWay):
                    // Whether the action was handled before it was cancelled shows when the event is over.
                    _ = await self.finish(event)
                    return
                case .reply(.unknown), .cancelled: return
                case .changed: continue
                case .failed(let failure):
                    _ = await self.pause(after: failures, failure)
                    failures += 1
                }
            }
        }
    }

    /// Waits until the event is decided or unknown; at most until the host is lost, which leaves what was not sent at the
    /// client, or until the waiting task is cancelled.
    func waitForDecision(_ event: RemoteEvent) async {
        // The latch comes first: a loss after the look at the machine opens it.
        while let undecided = event.undecided, !isLost, !Task.isCancelled { await undecided.wait() }
    }

    /// Waits until the event is over, without cancelling it; at most until the host is lost.
    ///
    /// - Returns: whether the event is known to be over.
    func waitUntilOver(_ event: RemoteEvent) async -> Bool {
        await waitForDecision(event)
        return switch event.outcome {
        case .undecided, .unknown: false
        case .decided, .unsendable: await finish(event)
        }
    }

    func isOpen(_ session: SessionID) -> Bool { withMachine { $0.isOpen(session) } }

    private var isLost: Bool { withMachine { $0.isLost } }

    /// What opens when the lost host is reconnected to; nil if the host is not lost. No value if the session has ended.
    private func changeOfLostHost() -> Latch?? {
        withMachine { machine in
            switch machine.stage {
            case .ended: nil
            case .lost: .some(machine.change)
            case .idle, .opening, .open: .some(nil)
            }
        }
    }
}

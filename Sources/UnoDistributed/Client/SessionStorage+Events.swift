internal import UnoArchitecture
internal import UnoAsync

extension SessionStorage: EventCalls {
    func finish(_ event: RemoteEvent) async -> Bool {
        // Refused or taken back by the client itself.
        guard let place = event.place else { return true }
        var failures = 0
        // Another session does not know the event.
        while isOpen(place.session) {
            let result = await call { [options] in try await $0.finish(place.number, place.session, options.wait) }
            switch result {
            case .reply(.over(let outcome)):
                if let outcome { event.update(outcome) }
                return true
            case .reply(.underWay(let outcome)):
                event.update(outcome)
                failures = 0
            case .reply(.unknown), .cancelled: return false
            case .changed: continue
            case .failed, .notEncoded:
                guard await pause(after: failures) else { return false }
                failures += 1
            }
        }
        return false
    }

    func cancel(_ event: RemoteEvent) {
        event.requestCancel()
        if !withdraw(event), event.place != nil { cancelThere(event) }
    }

    /// Takes an action back that has not been sent; false if it may have been.
    func withdraw(_ event: RemoteEvent) -> Bool {
        guard let room = withMachine({ $0.withdraw(event) }) else { return false }
        _ = event.decide(.cancelled, at: nil)
        room?.open()
        return true
    }

    /// Tells the host to cancel an event that it has taken, until it has heard, and waits for the end; or until the session
    /// is gone.
    func cancelThere(_ event: RemoteEvent) {
        guard let place = event.place else { return }
        Task(executorPreference: executor) {
            var failures = 0
            while self.isOpen(place.session) {
                switch await self.call({ try await $0.cancel(place.number, place.session) }) {
                case .reply(.over(let outcome)): return outcome.map { event.update($0) } ?? ()
                case .reply(.underWay):
                    // Whether the action was handled before it was cancelled shows when the event is over.
                    _ = await self.finish(event)
                    return
                case .reply(.unknown), .cancelled: return
                case .changed: continue
                case .failed, .notEncoded:
                    _ = await self.pause(after: failures)
                    failures += 1
                }
            }
        }
    }

    private func isOpen(_ session: SessionID) -> Bool {
        withMachine { machine in
            if case .open(let connection) = machine.stage { connection.session == session } else { false }
        }
    }
}

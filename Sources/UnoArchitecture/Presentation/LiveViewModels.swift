internal import AsyncKit

/// Whether several view models are meant to be made by one line of code.
public enum ViewModelInstances: Sendable, Hashable {
    /// One at a time: debug builds report a second one that is made while the first is alive.
    case one
    /// Any number, as for the rows of a list.
    case many
}

/// Counts, in debug builds, the view models that are alive for each place that makes them.
final class LiveViewModels: Sendable {
    struct Place: Hashable, Sendable {
        let fileID: String
        let line: UInt
        let column: UInt
        let type: ObjectIdentifier
    }

    private struct Count {
        var alive = 0
        var isReported = false
    }

    static let shared = LiveViewModels()

    private let counts = Locked<[Place: Count]>([:])

    /// Counts one more; the answer uncounts it when it is let go of. `report` is called for the first duplicate only.
    func register(_ place: Place, report: () -> Void) -> Registration {
        let isDuplicate = counts.withLock { counts in
            counts[place, default: Count()].alive += 1
            guard counts[place]!.alive > 1, !counts[place]!.isReported else { return false }
            counts[place]!.isReported = true
            return true
        }
        if isDuplicate { report() }
        return Registration(self, place)
    }

    func count(at place: Place) -> Int { counts.withLock { $0[place]?.alive ?? 0 } }

    private func unregister(_ place: Place) {
        counts.withLock { counts in
            counts[place]!.alive -= 1
            // What is not remembered cannot pile up; a place that was reported stays so.
            if counts[place]!.alive == 0, !counts[place]!.isReported { counts[place] = nil }
        }
    }

    /// One view model that is alive.
    final class Registration: Sendable {
        private let models: LiveViewModels
        private let place: Place

        fileprivate init(_ models: LiveViewModels, _ place: Place) {
            self.models = models
            self.place = place
        }

        deinit { models.unregister(place) }
    }
}

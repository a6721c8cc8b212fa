internal import AsyncKit
internal import UnoArchitecture

/// Whether one call of an initialiser is meant to make several view models.
public enum ViewModelInstances: Sendable, Hashable {
    /// One at a time. Debug builds report a second view model that receives an event while the first is still in use.
    case one
    /// Any number, for instance one for each row of a list.
    case many
}

#if DEBUG
    /// Counts, in debug builds, the view models in use, for each place in the source that makes them.
    ///
    /// A view model is in use from its first event until it is released. SwiftUI evaluates the default value of `@State` with
    /// each update and discards it, so a second view model that never receives an event is not a mistake.
    @usableFromInline
    final class LiveViewModels: Sendable {
        /// A call that makes view models of one type.
        @usableFromInline
        struct Place: Hashable, Sendable {
            let site: CallSite
            let column: UInt
            let type: Any.Type

            @usableFromInline
            static func == (left: Place, right: Place) -> Bool {
                left.site.line == right.site.line && left.column == right.column
                    && left.site.fileID == right.site.fileID && left.type == right.type
            }

            @usableFromInline
            func hash(into hasher: inout Hasher) {
                hasher.combine(site.line)
                hasher.combine(column)
                hasher.combine(ObjectIdentifier(type))
            }
        }

        private struct Count {
            var inUse = 0
            var isReported = false
        }

        static let shared = LiveViewModels()

        private let counts = Locked<[Place: Count]>([:])

        /// Counts a view model until the registration is released. Reports one duplicate of a place, and another one only after all
        /// view models of the place have been released.
        func register(_ place: Place, reportingTo log: borrowing DiagnosticLog) -> Registration {
            let isDuplicate = counts.withLock { counts in
                counts[place, default: Count()].inUse += 1
                guard counts[place]!.inUse > 1, !counts[place]!.isReported else { return false }
                counts[place]!.isReported = true
                return true
            }
            if isDuplicate {
                log.report(
                    .duplicateViewModel,
                    """
                    A second \(place.type) made here is in use while the first is still alive. Usually the cause is a view \
                    that makes it in its body or initialiser, which run again with each update: keep it in @State, or make \
                    it where it lives as long as the screen. If several are intended, pass `instances: .many`
                    """,
                    at: place.site
                )
            }
            return Registration(self, place)
        }

        private func unregister(_ place: Place) {
            counts.withLock { counts in
                counts[place]!.inUse -= 1
                if counts[place]!.inUse == 0 { counts[place] = nil }
            }
        }

        /// One view model in use.
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
#endif

internal import UnoAsync

/// Whether several view models are meant to be made by one line of code.
public enum ViewModelInstances: Sendable, Hashable {
    /// One at a time: debug builds report a second one that gets an event while the first is alive and in use.
    case one
    /// Any number, as for the rows of a list.
    case many
}

#if DEBUG
    /// Counts, in debug builds, the view models that are alive and in use for each place that makes them.
    ///
    /// A view model is in use from its first event on. SwiftUI evaluates the default value of `@State` with each update
    /// and drops it, so a second view model that never gets an event is no mistake.
    @usableFromInline
    final class LiveViewModels: Sendable {
        /// The place of a call that makes view models of one type.
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

        /// Counts one more, until the registration is released. Reports the first duplicate of a place, and no other.
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
                    A second \(place.type) that was made here is in use while the first is alive. Usually a view makes \
                    one in its body or its initialiser, which run again with each update: keep it in @State, or make it \
                    where it lives as long as the screen. Where several are meant, say `instances: .many`
                    """,
                    at: place.site
                )
            }
            return Registration(self, place)
        }

        private func unregister(_ place: Place) {
            counts.withLock { counts in
                counts[place]!.inUse -= 1
                // Places at rest are removed, so that the table does not grow; a reported place stays reported.
                if counts[place]!.inUse == 0, !counts[place]!.isReported { counts[place] = nil }
            }
        }

        /// One view model that is alive and in use.
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

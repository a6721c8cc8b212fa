internal import Observation
internal import UnoArchitecture
internal import UnoPresentation
internal import UnoTesting

extension ViewModelTestHarness {
    /// Counts the notifications of these fields from now on.
    public func observe<each Value: Equatable>(_ fields: repeat KeyPath<ViewState, each Value>) {
        repeat begin(each fields)
    }

    private func begin<Value: Equatable>(_ field: KeyPath<ViewState, Value>) {
        guard notifications[field] == nil else { return }
        notifications[field] = 0
        track(field)
    }

    private func track<Value: Equatable>(_ field: KeyPath<ViewState, Value>) {
        let place = ObservedField(self, field)
        withObservationTracking {
            _ = model[field]
        } onChange: {
            MainActor.assumeIsolated { place.hasChanged() }
        }
    }

    func hasChanged<Value: Equatable>(_ field: KeyPath<ViewState, Value>) {
        notifications[field, default: 0] += 1
        track(field)
    }
}

/// A field that a harness observes. Captured by the observation closure, which is called on the thread of the change.
@MainActor
private final class ObservedField {
    private let changed: () -> Void

    init<Action, DomainState, ViewState, Value: Equatable>(
        _ harness: ViewModelTestHarness<Action, DomainState, ViewState>,
        _ field: KeyPath<ViewState, Value>
    ) {
        changed = { [weak harness] in harness?.hasChanged(field) }
    }

    func hasChanged() { changed() }
}

import BenchmarkKit
import Observation
import UnoArchitecture
import UnoPresentation

/// `viewmodel`: this package through `ViewModel`, on the main actor.
enum ViewModelSubject {
    /// Sends to a view model without observers.
    static func loop<State: Sendable, Action: Sendable>(
        _ interactor: some Interactor<State, Action>,
        _ action: Action,
        result: @escaping @Sendable (State) -> Int
    ) -> Subject {
        Subject("viewmodel") { count, _ in
            await MainActor.run {
                let model = DirectViewModel(interactor, instances: .many)
                for _ in 0..<count { model.sendViewEvent(action) }
                return result(model.viewState)
            }
        }
    }
}

/// Reads a field again after each change, like a view that draws it.
///
/// Calls `read` once for each drawing, and counts the drawings.
@MainActor
final class Drawing {
    private(set) var count = 0
    private var isStale = true
    private let read: () -> Int

    init(_ read: @escaping () -> Int) {
        self.read = read
    }

    /// Draws if the field has changed since it was read.
    func drawIfStale() {
        guard isStale else { return }
        isStale = false
        count += 1
        var read = withObservationTracking(read) { [self] in
            MainActor.assumeIsolated { isStale = true }
        }
        touch(&read)
    }
}

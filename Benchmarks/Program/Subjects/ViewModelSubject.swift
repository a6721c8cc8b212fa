import BenchmarkKit
import Observation
import UnoArchitecture

/// `viewmodel`: this package through `ViewModel`, on the main actor.
enum ViewModelSubject {
    /// Nobody observes.
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

/// Reads a field again whenever it is about to change, as a view does that draws it.
///
/// `read` is called once for each drawing; the number of drawings is what is counted.
@MainActor
final class Drawing {
    private(set) var count = 0
    private var isStale = true
    private let read: () -> Int

    init(_ read: @escaping () -> Int) {
        self.read = read
    }

    /// Draws if what was read has changed; the answer is what it reads.
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

import UnoArchitecture
import UnoTesting

// The code of the article "Collections", compiled as it stands there; `ArticleTests` holds the two together.

enum Collections {
    struct Lap: Sendable, Codable, Equatable, Identifiable {
        let id: Int
        var note = ""
        var isCounting = false
        var seconds = 0
    }

    static func change(_ laps: inout IdentifiedArrayOf<Lap>) {
        laps.append(Lap(id: 1))
        laps[id: 1]?.note = "Fast"
        laps.updateOrAppend(Lap(id: 2))
        laps.removeAll { $0.note.isEmpty }
        laps.move(fromOffsets: [0], toOffset: 1)
    }

    struct LapFeature: Interactor {
        enum Action: Sendable, Equatable {
            case start
            case stop
            case removeTapped
        }

        let clock: any Clock<Duration>

        var body: some Interactor<Lap, Action> {
            Interact { lap, action in
                switch action {
                case .start:
                    lap.isCounting = true
                    return .timer(every: .seconds(1), clock: clock, id: "lap") { $0.seconds += 1 }
                case .stop:
                    lap.isCounting = false
                    return .cancel(id: "lap")
                case .removeTapped: return .none
                }
            }
        }
    }

    @Interactor
    struct Laps {
        struct DomainState: Sendable, Equatable {
            var laps: IdentifiedArrayOf<Lap> = []
        }

        enum Action: Sendable, Equatable {
            case add
            case laps(IdentifiedAction<Int, LapFeature.Action>)
        }

        let clock: any Clock<Duration>

        var body: some InteractorOf<Self> {
            Update(initialValue: DomainState()) { state, action, _ in
                switch action {
                case .add: state.laps.append(Lap(id: (state.laps.ids.max() ?? 0) + 1))
                case .laps(.element(let id, .removeTapped)): state.laps.remove(id: id)
                case .laps: break
                }
            }
            .forEach(\.laps, action: \.laps) { LapFeature(clock: clock) }
        }
    }

    static func test() async {
        let harness = InteractorTestHarness { clock in Laps(clock: clock) }
        await harness.send(.add) { $0.laps = [Lap(id: 1)] }
        await harness.send(\.laps[id: 1], .start) { $0.laps[id: 1]?.isCounting = true }
        await harness.advance(by: .seconds(1))
        await harness.receive { $0.laps[id: 1]?.seconds = 1 }
        await harness.send(\.laps[id: 1], .removeTapped) { $0.laps = [] }
        await harness.finish()
    }
}

import Testing
import UnoArchitecture
import UnoLifting

private struct App: Sendable, Equatable {
    var weather = Weather()
    var rows: [Row] = []
}
private struct Weather: Sendable, Equatable { var loads = 0 }
private struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var isDone = false
}
@CasePathable
@dynamicMemberLookup
private enum AppAction: Sendable {
    case weather(WeatherAction)
    case row(IdentifiedAction<Int, RowAction>)
}
private enum WeatherAction: Sendable { case load }
private enum RowAction: Sendable { case toggle }

private let weather = Reducer<WeatherAction, Weather> { action, state in state.loads += 1 }
private let row = Reducer<RowAction, Row> { action, state in state.isDone.toggle() }

@Suite("The words of lifting")
struct LiftingWords {
    @Test("A reducer is lifted by closures, by key paths, and to a collection")
    func reducers() {
        let lifted = [
            weather.lift(
                actionGetter: { if case .weather(let action) = $0 { action } else { nil } },
                stateGetter: { $0.weather },
                stateSetter: { $0.weather = $1 }
            ),
            weather.lift(
                actionGetter: \AppAction.weather, stateGetter: \App.weather, stateSetter: { $0.weather = $1 }
            ),
            weather.lift(action: \AppAction.weather, state: \App.weather),
            weather.lift(actionGetter: \AppAction.weather).lift(
                stateGetter: \App.weather, stateSetter: { $0.weather = $1 }
            ),
        ]
        for reducer in lifted {
            var app = App()
            let rows = row.liftToCollection(action: \AppAction.row, stateCollection: \App.rows)
            app.rows = [Row(id: 1), Row(id: 2)]
            let whole = reducer <> rows <> .identity
            whole.reduce(.weather(.load), &app)
            whole.reduce(.row(IdentifiedAction(id: 2, action: .toggle)), &app)
            whole.reduce(.row(IdentifiedAction(id: 3, action: .toggle)), &app)
            #expect(app.weather.loads == 1 && app.rows.map(\.isDone) == [false, true])
        }
    }

    @Test("An action for which a projection has none is not sent")
    func projection() async {
        let reducer = weather.lift(action: \AppAction.weather, state: \App.weather)
        let runtime = Runtime(reducer.starting(with: App()))
        let projection = runtime.projection(
            action: { (isLoad: Bool) -> AppAction? in isLoad ? .weather(.load) : nil },
            state: { $0.weather.loads },
            emitting: .removeDuplicates
        )
        #expect(projection.send(false).outcome == .rejected(.notForwarded))
        await projection.send(true).finish()
        #expect(await projection.state == 1)
        await runtime.shutdown(.drain)
    }
}

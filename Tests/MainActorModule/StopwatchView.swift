#if canImport(SwiftUI)
    import SwiftUI
    import UnoArchitecture
    import UnoPresentation

    /// A screen, in a module whose types belong to the main actor by default.
    struct StopwatchView: View {
        @State private var model = ViewModel(
            initialValue: StopwatchScreen(),
            Stopwatch(stored: { [] }),
            StopwatchReducer()
        )

        var body: some View {
            VStack {
                Text(model.title)
                TextField("Name", text: model.binding(\.title) { .lap($0.count) })
                Toggle("Running", isOn: model.binding(\.isRunning, send: { .lap($0 ? 1 : 0) }))
                Button("Lap") { model.sendViewEvent(.lap(1)) }
            }
            .refreshable { await model.sendViewEvent(.load).finish() }
        }
    }

    extension StopwatchScreen {
        var isRunning: Bool { total > 0 }
    }
#endif

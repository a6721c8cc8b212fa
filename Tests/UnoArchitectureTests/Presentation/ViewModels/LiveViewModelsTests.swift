import TestSupport
import Testing
import UnoArchitecture

@testable import UnoPresentation

#if DEBUG
    @MainActor @Suite("Two view models of one line", .timeLimit(.hang))
    struct LiveViewModelsTests {
        let diagnostics = DiagnosticsRecorder()

        private func make(
            _ instances: ViewModelInstances = .one, fileID: StaticString = #fileID, line: UInt
        ) -> DirectViewModel<Int, Int> {
            diagnostics { DirectViewModel(Sum.digits(), instances: instances, fileID: fileID, line: line) }
        }

        /// A view model that has had an event.
        private func makeInUse(_ instances: ViewModelInstances = .one, line: UInt) -> DirectViewModel<Int, Int> {
            let model = make(instances, line: line)
            model.sendViewEvent(1)
            return model
        }

        @Test func `are reported once, with the usual cause and its remedy`() {
            let models = (0..<4).map { _ in makeInUse(line: 1_001) }
            #expect(diagnostics.kinds == [.duplicateViewModel])
            let report = diagnostics.reports.elements[0]
            #expect(report.line == 1_001)
            #expect(report.message.contains("@State"))
            #expect(report.message.contains("instances: .many"))
            #expect(models.count == 4)
        }

        @Test func `are not reported if the first has been released`() {
            for _ in 0..<3 { _ = makeInUse(line: 1_002) }
            #expect(diagnostics.kinds.isEmpty)
        }

        @Test func `are not reported if the others never get an event, like the default values of @State`() {
            let kept = make(line: 1_006)
            var latest = make(line: 1_006)
            kept.sendViewEvent(1)
            for _ in 0..<3 {
                latest = make(line: 1_006)
                kept.sendViewEvent(2)
            }
            #expect(diagnostics.kinds.isEmpty)
            latest.sendViewEvent(3)
            #expect(diagnostics.kinds == [.duplicateViewModel])
        }

        @Test func `are reported when a binding sends the second one's event`() {
            let models = (0..<2).map { _ in make(line: 1_007) }
            for model in models { model.binding(\.self, send: { $0 }).value = 1 }
            #expect(diagnostics.kinds == [.duplicateViewModel])
        }

        @Test func `are reported where they show a runtime, too`() async {
            let runtime = diagnostics { Runtime(Sum.digits()) }
            let models = (0..<2).map { _ in DirectViewModel(initialValue: 0, runtime, line: 1_008) }
            for model in models { await model.sendViewEvent(1).finish() }
            #expect(diagnostics.kinds == [.duplicateViewModel])
            await runtime.shutdown(.drain)
        }

        @Test func `are counted correctly when some of several have been released`() {
            var models = (0..<3).map { _ in makeInUse(line: 1_003) }
            #expect(diagnostics.kinds.count == 1)
            models.removeFirst()
            models.append(makeInUse(line: 1_003))
            models.removeAll()
            models.append(makeInUse(line: 1_003))
            #expect(diagnostics.kinds.count == 1)
            #expect(models.count == 1)
        }

        @Test func `are reported again when all that were reported have been released`() {
            for _ in 0..<2 {
                let models = (0..<2).map { _ in makeInUse(line: 1_009) }
                #expect(models.count == 2)
            }
            #expect(diagnostics.kinds == [.duplicateViewModel, .duplicateViewModel])
        }

        @Test func `are not reported where they are intended, of different types or of different files`() {
            let list = (0..<3).map { _ in makeInUse(.many, line: 1_004) }
            let other = diagnostics {
                DirectViewModel(Interact<String, Int>(initialValue: "") { _, _ in .state }, line: 1_005)
            }
            other.sendViewEvent(1)
            let one = makeInUse(line: 1_005)
            let elsewhere = make(fileID: "Module/Elsewhere.swift", line: 1_005)
            elsewhere.sendViewEvent(1)
            #expect(diagnostics.kinds.isEmpty)
            #expect(list.count == 3)
            #expect(other.viewState.isEmpty && one.viewState == 1 && elsewhere.viewState == 1)
        }

        @Test func `have one file, line and column, and one type`() {
            func place(
                _ fileID: StaticString = "Module/File.swift", line: UInt = 1, column: UInt = 1,
                type: Any.Type = Int.self
            ) -> LiveViewModels.Place { LiveViewModels.Place(site: CallSite(fileID, line), column: column, type: type) }
            #expect(place() == place())
            for other in [place("Module/Other.swift"), place(line: 2), place(column: 2), place(type: String.self)] {
                #expect(place() != other)
            }
        }
    }
#endif

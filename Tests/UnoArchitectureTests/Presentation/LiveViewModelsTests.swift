import TestSupport
import Testing
import UnoArchitecture

#if DEBUG
    @MainActor
    @Suite("Two view models of one line")
    struct LiveViewModelsTests {
        let diagnostics = DiagnosticsRecorder()

        private func make(_ instances: ViewModelInstances = .one, line: UInt) -> DirectViewModel<Int, Int> {
            diagnostics { DirectViewModel(Sum.digits(), instances: instances, line: line) }
        }

        @Test("are reported once, with the usual cause and its mend")
        func reported() {
            let models = (0..<4).map { _ in make(line: 1_001) }
            #expect(diagnostics.kinds == [.duplicateViewModel])
            let report = diagnostics.reports.elements[0]
            #expect(report.line == 1_001)
            #expect(report.message.contains("@State"))
            #expect(report.message.contains("instances: .many"))
            #expect(models.count == 4)
        }

        @Test("are no matter if the first has gone")
        func oneAfterTheOther() {
            for _ in 0..<3 { _ = make(line: 1_002) }
            #expect(diagnostics.kinds.isEmpty)
        }

        @Test("are counted right when some of several have gone")
        func counted() {
            var models = (0..<3).map { _ in make(line: 1_003) }
            #expect(diagnostics.kinds.count == 1)
            models.removeFirst()
            models.append(make(line: 1_003))
            models.removeAll()
            models.append(make(line: 1_003))
            #expect(diagnostics.kinds.count == 1)
            #expect(models.count == 1)
        }

        @Test("are no matter where they are meant, or of different types")
        func intended() {
            let list = (0..<3).map { _ in make(.many, line: 1_004) }
            let other = diagnostics {
                DirectViewModel(Interact<String, Int>(initialValue: "") { _, _ in .state }, line: 1_005)
            }
            let one = make(line: 1_005)
            #expect(diagnostics.kinds.isEmpty)
            #expect(list.count == 3)
            #expect(other.viewState.isEmpty && one.viewState == 0)
        }
    }
#endif

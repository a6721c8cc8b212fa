import TestSupport
import Testing
import UnoTesting

/// The table of planted faults: each is caught at the right line, with a message that names its cause, and the correct
/// program beside it passes.
@Suite("A planted fault", .timeLimit(.hang))
struct FeatureFaultTests {
    @MainActor
    @Test(arguments: PlantedFault.all) func `is caught`(fault: PlantedFault) async {
        let found = await failures { await fault.test(true) }
        #expect(found.contains { $0.text.contains(fault.message) && (fault.line == 0 || $0.line == fault.line) })
        #expect(found.count <= 3, "\(found.map(\.text))")
    }

    @MainActor
    @Test(arguments: PlantedFault.all) func `has a correct program beside it`(fault: PlantedFault) async {
        for _ in 0..<Scale.chosen(5) {
            let found = await failures { await fault.test(false) }
            #expect(found.map(\.text) == [])
        }
    }

    @Test func `is one of many`() {
        #expect(PlantedFault.all.count >= 28)
        #expect(Set(PlantedFault.all.map(\.testDescription)).count == PlantedFault.all.count)
    }
}

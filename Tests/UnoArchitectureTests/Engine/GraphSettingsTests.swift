import Testing
import UnoTesting

@testable import UnoArchitecture

@Suite("The settings of a graph")
struct GraphSettingsTests {
    @Test("of a stream exist if one of them is not the default, and the other one keeps it") func ofStream() {
        #expect(GraphSettings.with(nil) == nil)
        let limited = GraphSettings.with(nil, effectLimit: 3)
        #expect(limited?.effectLimit == 3 && limited?.clock == nil)
        let clocked = GraphSettings.with(TestClock())
        #expect(clocked?.effectLimit == GraphSettings.defaultEffectLimit && clocked?.clock != nil)
    }
}

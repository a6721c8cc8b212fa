import MacroChecking
import Testing

/// As this test was built. `MacroCheck operators` runs the same as it was built, for an optimised build.
@Suite("Operators of an enum's own") struct OwnOperatorTests {
    @Test func `A hand-written ==, hash(into:), < or operator is the one that is called, in generic code too`() {
        let operators = OwnOperators()
        #expect(operators.faults == [])
        #expect(operators.count == 23)
    }
}

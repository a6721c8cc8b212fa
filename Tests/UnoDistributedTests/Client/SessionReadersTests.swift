import Testing

@testable import UnoDistributed

@Suite("The readers of a session")
struct SessionReadersTests {
    @Test("have one keeper of the lease at a time, and a new one when it has ended")
    func keepers() throws {
        var readers = SessionReaders()
        let first = readers.insert()
        let keeper = try #require(first.keeper)
        #expect(readers.insert().keeper == nil)
        var goesOn = readers.goesOn(keeper, isOpen: true)
        #expect(goesOn)
        readers.remove(first.number)
        readers.remove(2)
        goesOn = readers.goesOn(keeper, isOpen: true)
        #expect(!goesOn)
        let next = readers.insert()
        #expect(next.number == 3)
        let successor = try #require(next.keeper)
        // The old one has ended, and does not take the place of the new one.
        goesOn = readers.goesOn(keeper, isOpen: true)
        #expect(!goesOn)
        goesOn = readers.goesOn(successor, isOpen: true)
        #expect(goesOn)
        // The session has ended.
        goesOn = readers.goesOn(successor, isOpen: false)
        #expect(!goesOn)
        #expect(readers.insert().keeper != nil)
    }
}

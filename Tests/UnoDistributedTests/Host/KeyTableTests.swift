import Testing

@testable import UnoDistributed

@Suite("The keys of a hosted group")
struct KeyTableTests {
    /// A table whose events can be stated as expectations.
    private final class Table {
        private var table = KeyTable<String>()

        var keys: [String] { table.keys }
        var isEmpty: Bool { table.isEmpty }

        func claim(_ session: SessionID) -> Latch? { table.claim("a", for: session) }
        func open(_ session: SessionID) -> Bool { table.open("a", for: session) }
        func withdraw(_ session: SessionID) { table.withdraw("a", for: session) }
        func use(_ session: SessionID) -> Bool { table.use("a", for: session) }
        func ended(_ session: SessionID) -> Latch? { table.ended("a", session) }
        func released() { table.released("a") }

        /// What is to be done; the sessions are nil if another release is under way.
        func release() -> (release: KeyTable<String>.Release, sessions: Set<SessionID>?) {
            switch table.release("a") {
            case .begins(let release, let sessions): (release, sessions)
            case .isUnderWay(let release): (release, nil)
            }
        }
    }

    private let first = SessionID(number: 1)
    private let second = SessionID(number: 2)

    /// A table in which the key has a session.
    private func used() -> Table {
        let table = Table()
        #expect(table.claim(first) == nil && table.open(first) && table.use(first))
        return table
    }

    @Test("leave nothing behind when their attempts and sessions have ended")
    func tidy() {
        let table = used()
        #expect(table.keys == ["a"])
        #expect(table.ended(first) == nil)
        #expect(table.isEmpty)
        #expect(table.claim(second) == nil)
        table.withdraw(second)
        #expect(table.isEmpty)
        #expect(table.claim(second) == nil && table.open(second))
        #expect(table.ended(second) == nil)
        #expect(table.isEmpty)
    }

    @Test("are kept for an attempt that opens, when another one withdraws")
    func opensBesideAnother() {
        let table = Table()
        #expect(table.claim(first) == nil && table.open(first))
        #expect(table.claim(second) == nil && !table.use(second))
        table.withdraw(second)
        #expect(table.keys == ["a"])
        #expect(table.use(first))
        // Also for a session, and for a claim.
        #expect(table.claim(second) == nil)
        table.withdraw(second)
        #expect(table.keys == ["a"])
        let third = SessionID(number: 3)
        #expect(table.claim(second) == nil && table.claim(third) == nil)
        #expect(table.ended(first) == nil)
        table.withdraw(third)
        #expect(table.open(second))
    }

    @Test("are given up with the sessions that use them, and attempts wait until that is over")
    func release() {
        let table = used()
        let (release, sessions) = table.release()
        #expect(sessions == [first] && release.quiet.isOpen)
        #expect(table.claim(second) === release.over)
        let again = table.release()
        #expect(again.sessions == nil && again.release.over === release.over)
        #expect(table.ended(first) === release.quiet)
        #expect(!table.isEmpty)
        table.released()
        #expect(table.isEmpty)
        #expect(table.claim(second) == nil)
    }

    @Test("are not opened by an attempt whose claim has become void")
    func voidClaim() {
        let table = Table()
        #expect(table.claim(first) == nil)
        #expect(table.release().release.quiet.isOpen)
        #expect(!table.open(first))
        table.released()
        #expect(!table.open(first))
        #expect(table.isEmpty)
    }

    @Test("are not used by an attempt that has opened them meanwhile, and are quiet when it has ended")
    func opening() {
        let table = Table()
        #expect(table.claim(first) == nil && table.open(first))
        let (release, sessions) = table.release()
        #expect(sessions == [] && !release.quiet.isOpen)
        #expect(!table.use(first))
        #expect(table.ended(first) === release.quiet)
    }
}

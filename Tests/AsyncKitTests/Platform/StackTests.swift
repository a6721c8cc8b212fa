import AsyncKit
import Testing

@Suite("The stack's room")
struct StackTests {
    @Test("A thread near the beginning of its stack has room, and none has room in no part of its stack")
    func room() {
        #expect(Stack.hasRoom(atDepth: 1, eighths: 7))
        #expect(!Stack.hasRoom(atDepth: 1, eighths: 0))
    }
}

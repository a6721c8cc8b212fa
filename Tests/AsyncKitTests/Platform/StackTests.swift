import AsyncKit
import Testing

@Suite("The stack's room")
struct StackTests {
    @Test("A thread near the beginning of its stack has room, and none has room in no part of its stack")
    func room() {
        #expect(Stack.hasRoom(atDepth: 1, eighths: 7))
        #expect(!Stack.hasRoom(atDepth: 1, eighths: 0))
        // Where the bounds of the stack are known, they count, and not the depth.
        #expect(Stack.hasRoom(atDepth: .max / 8_192, eighths: 7))
    }
}

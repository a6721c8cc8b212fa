import AsyncKit
import Testing

@Suite("The stack's room")
struct StackTests {
    @Test("A thread near the beginning of its stack has room, and none has room in no part of its stack")
    func room() {
        #expect(Stack.hasRoom(atDepth: 1, eighths: 7))
        #expect(!Stack.hasRoom(atDepth: 1, eighths: 0))
        // What is measured is the stack, and not the depth; the address sanitizer may put variables elsewhere.
        if Platform.symbol("__asan_init") == nil { #expect(Stack.hasRoom(atDepth: 1_000_000, eighths: 7)) }
    }
}

import TestSupport
import Testing
import UnoArchitecture

@testable import UnoDistributed

/// A store that counts, and keeps nothing else.
private actor Counter: FencedStore {
    private(set) var saved: [Int: UInt64] = [:]
    private var token: UInt64 = 0

    func claim(_ key: Int) -> (state: Int?, token: UInt64) {
        token += 1
        return (nil, token)
    }

    func save(_ state: Int, of key: Int, token: UInt64) -> Bool {
        saved[key] = token
        return true
    }
}

@Suite("A fence", .timeLimit(.hang))
struct FenceTests {
    private let store = Counter()

    private func make(_ key: Int, by fence: Fence<Int, Int, Int>) async throws -> Runtime<Int, Int> {
        try await fence.make(key) { Runtime(Interact<Int, Int>(initialValue: $0 ?? 0) { _, _ in .state }) }
    }

    @Test("forgets the runtimes that are gone, and keeps the tokens of those that live")
    func forgets() async throws {
        let fence = Fence<Int, Int, Int>(store)
        var living: [Runtime<Int, Int>] = []
        for key in 0..<10 { living.append(try await make(key, by: fence)) }
        for key in 10..<500 {
            _ = try await make(key, by: fence)
            #expect(fence.count <= 64)
        }
        for key in 0..<10 { #expect(await fence.save(key, of: key)) }
        let saved = await store.saved
        #expect(saved == Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, UInt64($0 + 1)) }))
        for runtime in living { await runtime.shutdown(.cancel) }
    }

    @Test("looks for the runtimes that are gone only when there are many tokens")
    func rarely() async throws {
        let fence = Fence<Int, Int, Int>(store)
        for key in 0..<64 { _ = try await make(key, by: fence) }
        #expect(fence.count == 64)
    }

    @Test("keeps as many tokens as there are runtimes, and saves each once")
    func many() async throws {
        let fence = Fence<Int, Int, Int>(store)
        var living: [Runtime<Int, Int>] = []
        for key in 0..<200 { living.append(try await make(key, by: fence)) }
        // Those that are gone are looked for when there are twice as many as at the last time.
        for key in 200..<210 { _ = try await make(key, by: fence) }
        #expect(fence.count == 210)
        #expect(await fence.save(1, of: 150))
        #expect(await !fence.save(1, of: 150))
        for runtime in living { await runtime.shutdown(.cancel) }
    }
}

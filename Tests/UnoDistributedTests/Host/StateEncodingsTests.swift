import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("Encodings that are kept", .timeLimit(.hang))
struct StateEncodingsTests {
    private let encoded = Record<UInt64>()

    /// Encodes a state as so many bytes, or throws if it is negative.
    private func encodings(limit: Int) -> StateEncodings<(number: UInt64, size: Int)> {
        StateEncodings(limit: limit) { [encoded] state in
            encoded.append(state.number)
            if state.size < 0 { throw HostileError(description: "\(state.number)") }
            return String(repeating: "x", count: state.size)
        }
    }

    /// Asks for states of these numbers; returns the numbers of those that had to be encoded.
    private func ask(
        _ encodings: StateEncodings<(number: UInt64, size: Int)>,
        _ states: (UInt64, size: Int)...
    ) async throws -> [UInt64] {
        let before = encoded.elements.count
        for (number, size) in states {
            let state = NumberedState(number: number, state: (number: number, size: size))
            if size < 0 {
                await #expect(throws: HostileError.self) { try await encodings.encoding(of: state) }
            } else {
                #expect(try await encodings.encoding(of: state).utf8.count == size)
            }
        }
        return Array(encoded.elements.dropFirst(before))
    }

    @Test("fill the limit to its last byte; beyond it the first ones go that were made")
    func limit() async throws {
        let encodings = encodings(limit: 10)
        #expect(try await ask(encodings, (1, size: 6), (2, size: 4), (1, size: 6), (2, size: 4)) == [1, 2])
        #expect(try await ask(encodings, (3, size: 1), (2, size: 4), (3, size: 1)) == [3])
        // The first one is made anew, which is too much together with the second one.
        #expect(try await ask(encodings, (1, size: 6), (3, size: 1), (1, size: 6)) == [1])
        #expect(try await ask(encodings, (2, size: 4), (1, size: 6)) == [2])
        #expect(try await ask(encodings, (3, size: 1)) == [3])
    }

    @Test("The latest one is kept whatever its size, and no other one beside it")
    func large() async throws {
        let encodings = encodings(limit: 10)
        #expect(try await ask(encodings, (1, size: 20), (1, size: 20)) == [1])
        #expect(try await ask(encodings, (2, size: 5), (2, size: 5), (1, size: 20), (1, size: 20)) == [2, 1])
        #expect(try await ask(encodings, (2, size: 5)) == [2])
    }

    @Test("A call waits for the encoding that another one makes")
    func concurrent() async throws {
        let (blockade, thread, executor, texts) = (Blockade(), OwnThread(), ControlledExecutor(), Record<String>())
        let encodings = StateEncodings<UInt64>(limit: 10) { [encoded] state in
            encoded.append(state)
            blockade.block()
            return "\(state)"
        }
        let state = NumberedState(number: 1, state: UInt64(1))
        let first = Task(executorPreference: thread) { try await encodings.encoding(of: state) }
        await blockade.arrivals.waitFor(1)
        executor.start { if let text = try? await encodings.encoding(of: state) { texts.append(text) } }
        #expect(texts.elements.isEmpty)
        blockade.open()
        #expect(try await first.value == "1")
        executor.runUntilIdle()
        #expect(texts.elements == ["1"] && encoded.elements == [1])
        withExtendedLifetime(thread) {}
        executor.runFreely()
    }

    /// A state that can be compared.
    private struct Numbered: Sendable, Equatable {
        let number: UInt64
    }

    @Test("With the number of an emission, the state with which a reader begins has its encoding only if it is equal")
    func beginnings() async throws {
        let encodings = StateEncodings<Numbered>(limit: 10) { [encoded] state in
            encoded.append(state.number)
            return "\(state.number)"
        }
        func ask(_ number: UInt64, isEmitted: Bool) async throws {
            let state = NumberedState(number: 1, state: Numbered(number: number))
            #expect(try await encodings.encoding(of: state, isEmitted: isEmitted) == "\(number)")
        }
        try await ask(1, isEmitted: true)
        try await ask(1, isEmitted: false)
        #expect(encoded.elements == [1])
        // It has changed, and nothing was emitted.
        for _ in 1...2 { try await ask(2, isEmitted: false) }
        #expect(encoded.elements == [1, 2])
        for _ in 1...2 { try await ask(1, isEmitted: true) }
        #expect(encoded.elements == [1, 2, 1])
        // What goes was counted once.
        let next = NumberedState(number: 2, state: Numbered(number: 333_333_333))
        _ = try await encodings.encoding(of: next)
        try await ask(1, isEmitted: true)
        #expect(encoded.elements == [1, 2, 1, 333_333_333])
    }

    @Test("If states cannot be compared, the one with which a reader begins is encoded for that reader")
    func incomparable() async throws {
        let encodings = encodings(limit: 10)
        func ask(isEmitted: Bool) async throws {
            let state = NumberedState(number: 1, state: (number: UInt64(1), size: 2))
            _ = try await encodings.encoding(of: state, isEmitted: isEmitted)
        }
        for isEmitted in [true, true, false, false, true, true] { try await ask(isEmitted: isEmitted) }
        #expect(encoded.elements == [1, 1, 1, 1])
    }

    @Test("A call that is cancelled encodes nothing where another state has the number")
    func cancelled() async throws {
        let encodings = encodings(limit: 10)
        let state = NumberedState(number: 1, state: (number: UInt64(1), size: 2))
        _ = try await encodings.encoding(of: state)
        let asking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await encodings.encoding(of: state, isEmitted: false)
        }
        await #expect(throws: CancellationError.self) { try await asking.value }
        #expect(encoded.elements == [1])
    }

    @Test("That a state cannot be encoded is kept, too, as if it had 64 bytes")
    func failure() async throws {
        let encodings = encodings(limit: 70)
        #expect(try await ask(encodings, (1, size: -1), (1, size: -1), (2, size: 6), (1, size: -1)) == [1, 2])
        #expect(try await ask(encodings, (3, size: 1), (2, size: 6), (1, size: -1)) == [3, 1])
    }
}

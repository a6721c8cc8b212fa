internal import AsyncKit
internal import UnoArchitecture

/// The encodings of the latest states of one runtime, each made once for all readers.
///
/// A reader that is farther behind than what is kept has its states encoded anew.
final class StateEncodings<State: Sendable>: Sendable {
    private enum Entry: Sendable {
        /// Then `made`.
        case underWay(Latch)
        case made(Result<String, any Error>)
    }

    private struct Contents: Sendable {
        var entries: [UInt64: Entry] = [:]
        /// The numbers of what has been made, in that order.
        var order = Deque<UInt64>()
        var bytes = 0
    }

    private let contents = Locked(Contents())
    private let encoder: @Sendable (State) throws -> String
    /// How many bytes are kept, besides the latest encoding.
    private let limit: Int

    init(limit: Int, encoder: @escaping @Sendable (State) throws -> String) {
        (self.encoder, self.limit) = (encoder, limit)
    }

    /// The encoding of a state; another call that encodes it is waited for.
    func encoding(of state: NumberedState<State>) async throws -> String {
        while true {
            let entry = contents.withLock { contents -> Entry? in
                if let entry = contents.entries[state.number] { return entry }
                contents.entries[state.number] = .underWay(Latch())
                return nil
            }
            switch entry {
            case .made(let result): return try result.get()
            case .underWay(let latch): await latch.wait()
            case nil: return try encode(state).get()
            }
            try Task.checkCancellation()
        }
    }

    private func encode(_ state: NumberedState<State>) -> Result<String, any Error> {
        let result = Result { try encoder(state.state) }
        let latch = contents.withLock { contents -> Latch? in
            guard case .underWay(let latch) = contents.entries.updateValue(.made(result), forKey: state.number) else {
                return nil
            }
            contents.order.append(state.number)
            contents.bytes += result.size
            while contents.bytes > limit, contents.order.count > 1, let oldest = contents.order.popFirst() {
                if case .made(let result) = contents.entries.removeValue(forKey: oldest) {
                    contents.bytes -= result.size
                }
            }
            return latch
        }
        latch?.open()
        return result
    }
}

extension Result where Success == String, Failure == any Error {
    fileprivate var size: Int { (try? get().utf8.count) ?? 64 }
}

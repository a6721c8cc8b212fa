internal import AsyncKit
internal import UnoArchitecture

/// The encodings of the latest states of one runtime, each made once for all readers.
///
/// The number of an emitted state says which state it is. The state with which a subscription begins has the number of the last
/// emission that it contains, and may have changed since: so its encoding is that of states equal to it, and if the type is not
/// `Equatable` it is made for each reader that begins.
///
/// A reader that is farther behind than what is kept has its states encoded anew.
final class StateEncodings<State: Sendable>: Sendable {
    /// An encoding, and the state that it is of.
    private final class Made: Sendable {
        let state: State
        let isEmitted: Bool
        let result: Result<String, any Error>

        init(of state: State, isEmitted: Bool, _ result: Result<String, any Error>) {
            (self.state, self.isEmitted, self.result) = (state, isEmitted, result)
        }

        /// Whether it is also the encoding of another state with the same number.
        func isOf(_ other: State, isEmitted: Bool) -> Bool {
            if self.isEmitted, isEmitted { return true }
            func equals<Value: Equatable>(_ value: Value) -> Bool { other as? Value == value }
            guard let value = state as? any Equatable else { return false }
            return equals(value)
        }
    }

    private enum Entry: Sendable {
        /// Then `made`.
        case underWay(Latch)
        /// Then `underWay`, if another state with the number is asked for.
        case made(Made)
    }

    private struct Contents: Sendable {
        var entries: [UInt64: Entry] = [:]
        /// The numbers of what has been made, in that order.
        var order = Deque<UInt64>()
        var bytes = 0

        /// The entry of this number, unless it is the encoding of another state; nil if the caller has to encode the state.
        mutating func begin(_ number: UInt64, unless other: Made?) -> Entry? {
            if let entry = entries[number] {
                guard case .made(let made) = entry, made === other else { return entry }
                bytes -= made.result.size
                _ = order.removeFirst { $0 == number }
            }
            entries[number] = .underWay(Latch())
            return nil
        }

        /// What was under way is made; returns who waits for it, and what is no longer kept.
        mutating func end(_ number: UInt64, with made: Made, limit: Int) -> (latch: Latch?, outdated: [Made]) {
            guard case .underWay(let latch) = entries.updateValue(.made(made), forKey: number) else { return (nil, []) }
            order.append(number)
            bytes += made.result.size
            var outdated: [Made] = []
            while bytes > limit, order.count > 1, let oldest = order.popFirst() {
                if case .made(let made) = entries.removeValue(forKey: oldest) {
                    bytes -= made.result.size
                    outdated.append(made)
                }
            }
            return (latch, outdated)
        }
    }

    private let contents = Locked(Contents())
    private let encoder: @Sendable (State) throws -> String
    /// How many bytes are kept, besides the latest encoding.
    private let limit: Int

    init(limit: Int, encoder: @escaping @Sendable (State) throws -> String) {
        (self.encoder, self.limit) = (encoder, limit)
    }

    /// The encoding of a state; another call that encodes it is waited for.
    ///
    /// - Parameter isEmitted: whether the state is as it was emitted, and not one with which a subscription begins.
    func encoding(of state: NumberedState<State>, isEmitted: Bool = true) async throws -> String {
        var other: Made?
        while true {
            let entry = contents.withLock { [other] contents in contents.begin(state.number, unless: other) }
            switch entry {
            case .made(let made):
                // Compared outside the lock: it is the program that compares.
                if made.isOf(state.state, isEmitted: isEmitted) { return try made.result.get() }
                other = made
            case .underWay(let latch): await latch.wait()
            case nil: return try encode(state, isEmitted: isEmitted).get()
            }
            try Task.checkCancellation()
        }
    }

    private func encode(_ state: NumberedState<State>, isEmitted: Bool) -> Result<String, any Error> {
        let made = Made(of: state.state, isEmitted: isEmitted, Result { try encoder(state.state) })
        // States are released after the lock: the program may do anything then.
        let (latch, outdated) = contents.withLock { [limit] contents in
            contents.end(state.number, with: made, limit: limit)
        }
        withExtendedLifetime(outdated) {}
        latch?.open()
        return made.result
    }
}

extension Result where Success == String, Failure == any Error {
    fileprivate var size: Int { (try? get().utf8.count) ?? 64 }
}

internal import AsyncKit
public import UnoArchitecture

/// Where the states of a placed group are kept: it hands out a token with each state, and refuses what an overtaken host saves.
///
/// In SQL, a row of a key has its state and its token:
/// ```sql
/// UPDATE carts SET token = token + 1 WHERE key = ? RETURNING token, state     -- claim
/// UPDATE carts SET state = ? WHERE key = ? AND token = ?                       -- save
/// ```
public protocol FencedStore<Key, State>: Sendable {
    /// The keys.
    associatedtype Key: Hashable & Sendable
    /// The states.
    associatedtype State: Sendable

    /// Takes the key over: returns its state, nil for none, and a token that is greater than each earlier one of the key.
    ///
    /// From then on the store refuses smaller tokens.
    func claim(_ key: Key) async throws -> (state: State?, token: UInt64)

    /// Saves the state, unless a greater token has been handed out since; returns whether it is saved.
    func save(_ state: State, of key: Key, token: UInt64) async -> Bool
}

/// Sends a fencing token with each save of a group: a host that was cut off cannot overwrite what its successor has saved.
///
/// ```swift
/// let fence = Fence<String, Cart.DomainState, Cart.Action>(store)
/// let carts = RuntimeGroup(passivateAfter: .seconds(60), save: { await fence.save($1, of: $0) }) { customer in
///     try await fence.make(customer) { Runtime(Cart(initialValue: $0 ?? .init())) }
/// }
/// ```
///
/// Complexity: O(1) amortised; it remembers a token for each live runtime of the group.
public final class Fence<Key: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable {
    private struct Stake: Sendable {
        let token: UInt64
        /// A runtime that is cancelled is not saved.
        weak let runtime: Runtime<State, Action>?
    }

    private struct Contents: Sendable {
        var stakes: [Key: Stake] = [:]
        /// At this number, those of runtimes that are gone are forgotten.
        var limit = 64
    }

    private let store: any FencedStore<Key, State>
    private let contents = Locked(Contents())

    /// Makes a fence for the runtimes of one group.
    public init(_ store: some FencedStore<Key, State>) {
        self.store = store
    }

    /// Claims the key, and makes its runtime from the state that the store has.
    ///
    /// - Throws: what the claim or `body` throws.
    public func make(
        _ key: Key,
        _ body: @Sendable (State?) async throws -> Runtime<State, Action>
    ) async throws -> Runtime<State, Action> {
        let (state, token) = try await store.claim(key)
        let runtime = try await body(state)
        contents.withLock { contents in
            if contents.stakes.count >= contents.limit {
                contents.stakes = contents.stakes.filter { $0.value.runtime != nil }
                contents.limit = max(64, contents.stakes.count * 2)
            }
            contents.stakes[key] = Stake(token: token, runtime: runtime)
        }
        return runtime
    }

    /// Saves the last state of the key's runtime with the token of its claim.
    ///
    /// - Returns: whether the store has taken it. False if another host has claimed the key since: then what this host has
    ///   accepted since that claim is lost.
    @discardableResult
    public func save(_ state: State, of key: Key) async -> Bool {
        guard let stake = contents.withLock({ $0.stakes.removeValue(forKey: key) }) else { return false }
        return await store.save(state, of: key, token: stake.token)
    }

    /// For tests: the number of tokens that are remembered.
    var count: Int { contents.withLock { $0.stakes.count } }
}

extension Fence: CustomReflectable, OpaquelyReflected {}

import UnoArchitecture

/// A parent with a counter of its own kind inside: `Level<Level<...>>`.
struct LevelState<Child: Sendable & Equatable>: Sendable, Equatable {
    var child: Child
    var count = 0
}

enum LevelAction<Child: Sendable, ChildState: Sendable>: Sendable, CasePathable {
    case child(Child)
    case childState(ChildState)

    struct AllCasePaths: Sendable {
        var child: AnyCasePath<LevelAction, Child> {
            AnyCasePath(embed: { .child($0) }, extract: { if case .child(let value) = $0 { value } else { nil } })
        }
        var childState: AnyCasePath<LevelAction, ChildState> {
            AnyCasePath(
                embed: { .childState($0) },
                extract: { if case .childState(let value) = $0 { value } else { nil } }
            )
        }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct Level<Child: Interactor>: Interactor where Child.DomainState: Equatable {
    typealias DomainState = LevelState<Child.DomainState>
    typealias Action = LevelAction<Child.Action, Child.DomainState>

    let child: Child
    let childInitialValue: Child.DomainState

    var body: some Interactor<DomainState, Action> {
        Interact<DomainState, Action>(initialValue: DomainState(child: childInitialValue)) { state, action in
            if case .childState(let child) = action {
                state.child = child
                state.count += 1
            }
            return .state
        }
        .when(stateIs: \.child, actionIs: \.child, stateAction: \.childState) { child }
    }
}

/// What a benchmark needs of a nest of any depth.
protocol Countable: Sendable { var count: Int { get } }
extension CountState: Countable {}
extension LevelState: Countable {}

protocol Tickable: Sendable { static var innermost: Self { get } }
extension Tick: Tickable { static var innermost: Tick { .tick } }
extension LevelAction: Tickable where Child: Tickable {
    static var innermost: Self { .child(Child.innermost) }
}

/// `depth` levels around a counter, flooded with actions for the innermost.
func floodNested(depth: Int, count: Int) async -> Int {
    await nest(Counting(), CountState(), depth: depth, count: count)
}

private func nest<Child: Interactor>(
    _ child: Child,
    _ initialValue: Child.DomainState,
    depth: Int,
    count: Int
) async -> Int where Child.DomainState: Equatable & Countable, Child.Action: Tickable {
    guard depth > 0 else {
        let runtime = Runtime(child, mailbox: .unbounded)
        for _ in 1..<count { runtime.send(.innermost) }
        await runtime.send(.innermost).finish()
        return await runtime.state.count
    }
    let level = Level(child: child, childInitialValue: initialValue)
    return await nest(level, LevelState(child: initialValue), depth: depth - 1, count: count)
}

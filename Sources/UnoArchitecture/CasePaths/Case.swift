/// What a ``CaseKeyPath`` walks over: the cases of `Value`, and of the values inside them.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
    let path: any CasePathEnding<Value>

    init() {
        path = CasePathStart<Value>()
    }

    private init(path: any CasePathEnding<Value>) {
        self.path = path
    }

    public subscript<Next>(
        dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
    ) -> Case<Next> where Value: CasePathable {
        Case<Next>(path: path.going(to: Value.allCasePaths[keyPath: keyPath]))
    }
}

/// A case path of which only the end is known, so that a key path can extend it without losing the root.
protocol CasePathEnding<Value>: Sendable {
    associatedtype Value
    func going<Next>(to next: AnyCasePath<Value, Next>) -> any CasePathEnding<Next>
}

extension AnyCasePath: CasePathEnding {
    func going<Next>(to next: AnyCasePath<Value, Next>) -> any CasePathEnding<Next> { appending(next) }
}

/// The path of no steps. The first step replaces it, so that a path of one step is its two closures and no more.
struct CasePathStart<Value>: CasePathEnding {
    /// The path as an ordinary one, for a key path of no steps.
    var identity: any CasePathEnding<Value> { AnyCasePath<Value, Value>(embed: { $0 }, extract: { $0 }, name: "self") }

    func going<Next>(to next: AnyCasePath<Value, Next>) -> any CasePathEnding<Next> { next }
}

/// What has become of somebody's turn to step in a graph.
enum Turn<Result: Sendable>: Sendable {
    case taken(Result)
    /// The turn does not come, for this reason.
    case refused(SendOutcome)
}

extension Turn where Result == SendOutcome {
    var outcome: SendOutcome {
        switch self {
        case .taken(let outcome), .refused(let outcome): outcome
        }
    }
}

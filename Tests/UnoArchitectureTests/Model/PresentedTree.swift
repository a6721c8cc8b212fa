import Synchronization
import UnoArchitecture
import UnoPresentation

extension Tree {
    /// A part of a tree that a child works on in place.
    enum Part: Sendable, Hashable {
        case optional, detail, note
        case element(StackElementID)
    }
}

/// The state of what is presented: one of two features.
@CasePathable indirect enum PresentedTree: Sendable, Hashable {
    case detail(Tree)
    case note(Tree)

    var isDetail: Bool { if case .detail = self { true } else { false } }
}

/// The actions of what is presented.
@CasePathable indirect enum ScreenAct: Sendable, Equatable {
    case detail(Act)
    case note(Act)
}

/// Tells one stack from another one, for the reference. The graph and the reference make different ones, which are equal.
struct StackTag: Sendable, Hashable {
    private static let count = Atomic(0)
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue

    static func == (left: StackTag, right: StackTag) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

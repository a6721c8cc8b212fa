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
indirect enum PresentedTree: Sendable, Hashable, CasePathable {
    case detail(Tree)
    case note(Tree)

    var isDetail: Bool { if case .detail = self { true } else { false } }

    struct AllCasePaths: Sendable {
        let detail = AnyCasePath<PresentedTree, Tree>(
            embed: { .detail($0) }, extract: { if case .detail(let tree) = $0 { tree } else { nil } })
        let note = AnyCasePath<PresentedTree, Tree>(
            embed: { .note($0) }, extract: { if case .note(let tree) = $0 { tree } else { nil } })
    }
    static let allCasePaths = AllCasePaths()
}

/// The actions of what is presented.
indirect enum ScreenAct: Sendable, Equatable, CasePathable {
    case detail(Act)
    case note(Act)

    struct AllCasePaths: Sendable {
        let detail = AnyCasePath<ScreenAct, Act>(
            embed: { .detail($0) }, extract: { if case .detail(let act) = $0 { act } else { nil } })
        let note = AnyCasePath<ScreenAct, Act>(
            embed: { .note($0) }, extract: { if case .note(let act) = $0 { act } else { nil } })
    }
    static let allCasePaths = AllCasePaths()
}

/// Tells one stack from another one, for the reference. The graph and the reference make different ones, which are equal.
struct StackTag: Sendable, Hashable {
    private static let count = Atomic(0)
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue

    static func == (left: StackTag, right: StackTag) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

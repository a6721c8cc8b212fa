import UnoArchitecture
import UnoPresentation

/// The state of every part of a random composition: a number, a mode, and a child's state in either of two places.
struct Tree: Sendable, Hashable, CasePathable {
    enum Slot: Sendable, Hashable { case fixed, optional }

    var number = 0
    /// For state machines.
    var mode = Mode.off
    private var children: [Slot: Tree] = [:]
    /// What is presented.
    var screen: PresentedTree?
    var stack: StackState<Tree> = []
    /// Tells one stack from the next.
    private(set) var stackTag = StackTag()

    init(_ number: Int = 0) { self.number = number }

    /// Always there.
    var fixed: Tree {
        get { children[.fixed] ?? Tree() }
        set { children[.fixed] = newValue }
    }

    /// There or not, as the case of an enum is.
    var optional: Tree? {
        get { children[.optional] }
        set { children[.optional] = newValue }
    }

    subscript(slot: Slot) -> Tree? { slot == .fixed ? fixed : optional }

    /// A part that is there or not; setting it does nothing if it is not.
    subscript(part: Part) -> Tree? {
        get {
            switch (part, screen) {
            case (.optional, _): optional
            case (.detail, .detail(let tree)), (.note, .note(let tree)): tree
            case (.detail, _), (.note, _): nil
            case (.element(let id), _): stack[id: id]
            }
        }
        set {
            guard let newValue, self[part] != nil else { return }
            switch part {
            case .optional: optional = newValue
            case .detail: screen = .detail(newValue)
            case .note: screen = .note(newValue)
            case .element(let id): stack[id: id] = newValue
            }
        }
    }

    mutating func push(_ tree: Tree) { stack.append(tree) }
    mutating func popLast() { stack.popLast() }
    mutating func replaceStack(by trees: [Tree]) { (stack, stackTag) = (StackState(trees), StackTag()) }

    /// Tells children apart, where they are: changes now and then.
    var kind: Int { number % 3 }

    /// Changes the number so that the order of the changes can be told from the result.
    mutating func mix(_ digit: Int) { number = (number * 31 + digit) % 1_000_003 }

    struct AllCasePaths: Sendable {
        let optional = AnyCasePath<Tree, Tree>(
            embed: { child in
                var tree = Tree()
                tree.optional = child
                return tree
            },
            extract: { $0.optional }
        )
    }
    static let allCasePaths = AllCasePaths()
}

extension Tree: CustomStringConvertible {
    var description: String {
        guard mode != .off || !children.isEmpty || screen != nil || !stack.isEmpty else { return "\(number)" }
        let mode = mode == .off ? "" : " \(mode)"
        let screen = screen.map { " s:\($0)" } ?? ""
        let stack = stack.isEmpty ? "" : " " + stack.entries.map { "\($0.id):\($0.element)" }.joined(separator: ",")
        let fixed = children[.fixed].map { " f:\($0)" } ?? ""
        let optional = children[.optional].map { " o:\($0)" } ?? ""
        return "(\(number)\(mode)\(fixed)\(optional)\(screen)\(stack))"
    }
}

/// The actions of every part of a random composition.
@CasePathable indirect enum Act: Sendable, Equatable {
    case step(Int)
    /// Changes the state and begins nothing.
    case note(Int)
    /// Of an effect of the machine with that label.
    case result(Int, MachineMove)
    /// For the child in the slot.
    case fixed(Act)
    case optional(Act)
    case screen(PresentationAction<ScreenAct>)
    case stack(StackAction<Tree, Act>)
    /// From the child in the slot.
    case fixedState(Tree)
    case optionalState(Tree)

    /// Whether it is a note, for whatever child.
    var isNote: Bool {
        switch self {
        case .note: true
        case .fixed(let act), .optional(let act): act.isNote
        case .screen(.presented(.detail(let act))), .screen(.presented(.note(let act))): act.isNote
        case .stack(.element(_, let act)): act.isNote
        case .step, .result, .fixedState, .optionalState, .screen, .stack: false
        }
    }

    func child(in slot: Tree.Slot) -> Act? {
        switch (self, slot) {
        case (.fixed(let act), .fixed), (.optional(let act), .optional): act
        default: nil
        }
    }

    static func state(_ tree: Tree, of slot: Tree.Slot) -> Act {
        slot == .fixed ? .fixedState(tree) : .optionalState(tree)
    }
}

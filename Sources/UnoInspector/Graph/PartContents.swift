internal import UnoArchitecture

/// What an interactor is and what is inside it: for a feature its body, for a transformer or a part of the library the
/// interactors among its stored properties.
struct PartContents {
    typealias Inside = (label: String?, interactor: any Interactor)

    private(set) var kind: GraphDescription.Kind
    private(set) var outline: PartOutline?
    private(set) var inside: [Inside] = []
    /// The label of what has a scope of its own.
    let child: String?
    /// Whether it does nothing but hide a type.
    let isErasing: Bool

    /// - Parameter kind: nil if the type is not one of the library's.
    init(of interactor: any Interactor, _ kind: GraphDescription.Kind?) {
        let erased = (interactor as? any GraphPart)?.erasedBase
        isErasing = erased != nil
        self.kind = kind ?? .transformer
        outline = (interactor as? any DescribedPart)?.outline
        switch kind {
        case .when, .scope, .ifLet, .forEach, .presents, .stack, .nestedMachine: child = "child"
        default: child = nil
        }
        if let erased {
            inside = [(nil, erased)]
        } else if let content = outline?.content {
            inside = [(nil, content)]
        } else if kind == nil, let body = Self.body(of: interactor) {
            read(body, of: interactor)
        } else if !self.kind.isLeaf {
            inside = Self.interactors(in: interactor)
        }
        if kind == .stack { lookThroughElements() }
    }

    /// Nil for a transformer.
    private static func body<Part: Interactor>(of part: Part) -> (any Interactor)? {
        Part.Body.self == Never.self || Part.Body.self == Part.self ? nil : part.body as? any Interactor
    }

    private mutating func read(_ body: any Interactor, of interactor: any Interactor) {
        switch TypeName.kind(of: type(of: body)) {
        case .stateMachine:
            kind = .stateMachine
            outline = (body as? any DescribedPart)?.outline
        case .interact where interactor is any SynchronousInteractor:
            kind = .synchronous
        default:
            kind = .feature
            inside = [(nil, body)]
        }
    }

    private static func interactors(in value: Any) -> [Inside] {
        Mirror(reflecting: value).children.flatMap { child -> [Inside] in
            if let interactor = child.value as? any Interactor { return [(child.label, interactor)] }
            guard let list = child.value as? [Any] else { return [] }
            return list.compactMap { element in (element as? any Interactor).map { (child.label, $0) } }
        }
    }

    /// The child of a stack is the element in its entry.
    private mutating func lookThroughElements() {
        for place in inside.indices where inside[place].label == child {
            if let element = Self.interactors(in: inside[place].interactor).first { inside[place] = element }
        }
    }

    /// The branch of an `if`, the number of rounds of a loop, or what the part tells.
    var detail: String? {
        switch kind {
        case .conditional: inside.first.flatMap(\.label).map { "(\($0) branch)" }
        case .loop: "(\(inside.count))"
        default: outline?.detail
        }
    }
}

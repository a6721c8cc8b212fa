internal import Synchronization
public import UnoArchitecture

/// The id of an element of a ``StackState``: never used again within that stack.
public struct StackElementID: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    let number: Int

    /// Creates the id of the element that was pushed as the `number`-th onto its stack, counting from 0: for tests.
    public init(_ number: Int) { self.number = number }

    /// Creates an id as ``init(_:)`` does: `\.path[id: 0]`.
    public init(integerLiteral number: Int) { self.init(number) }

    /// Reads the id from a single number.
    public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }

    /// Writes the id as a single number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// The number, as in `#3`.
    public var description: String { "#\(number)" }
}

extension StackElementID: WrittenAsSource {
    package var sourceParts: [SourcePart] { [.text("\(number)")] }
}

/// The screens of a navigation stack, from the first that was pushed to the one on top, each with an id.
///
/// ```swift
/// var path = StackState<Path.State>()
/// ...
/// state.path.append(.detail(Detail.State(item: item)))
/// ```
///
/// A deep link is a stack that is built at once: `state.path = [.list(...), .detail(...)]`. Two stacks are equal if they have
/// equal elements with the same ids.
///
/// Complexity: access by id is O(*n*) in the depth of the stack.
public struct StackState<Element> {
    /// An element and its id.
    public struct Entry: Identifiable {
        /// The id, which stays as long as the element is on the stack.
        public let id: StackElementID
        /// The element.
        public var element: Element
        fileprivate let origin = PresentedOrigin.next()

        /// Tells the element from one that takes its place with an equal id, on another stack or on an earlier copy of this one.
        /// The copies of a stack share it, and comparisons ignore it.
        var identity: StackElementIdentity { StackElementIdentity(id: id, origin: origin) }

        init(id: StackElementID, element: Element) { (self.id, self.element) = (id, element) }
    }

    /// The elements with their ids, the top last.
    public internal(set) var entries: [Entry] = []
    private var nextNumber = 0
    /// That of the element that was appended last, which may have left. Two stacks with the same one differ at most in how many elements
    /// have left them.
    private(set) var lastOrigin: UInt64 = 0

    /// Creates an empty stack.
    public init() {}

    /// Creates a stack of elements, the top last.
    public init(_ elements: some Sequence<Element>) {
        self.init()
        for element in elements { append(element) }
    }

    /// The ids, the top last.
    public var ids: [StackElementID] { entries.map(\.id) }

    /// Pushes an element and returns its id.
    @discardableResult
    public mutating func append(_ element: Element) -> StackElementID {
        let id = StackElementID(nextNumber)
        nextNumber += 1
        let entry = Entry(id: id, element: element)
        lastOrigin = entry.origin
        entries.append(entry)
        return id
    }

    /// Removes the element with an id and everything above it; does nothing if there is none.
    public mutating func pop(from id: StackElementID) {
        if let place = entries.firstIndex(where: { $0.id == id }) { entries.removeSubrange(place...) }
    }

    /// Removes everything above the element with an id; does nothing if there is none.
    public mutating func pop(to id: StackElementID) {
        if let place = entries.firstIndex(where: { $0.id == id }) { entries.removeSubrange((place + 1)...) }
    }

    /// Removes the element on top; returns it, or nil for an empty stack.
    @discardableResult
    public mutating func popLast() -> Element? { entries.popLast()?.element }

    /// Removes all elements: back to the root.
    public mutating func removeAll() { entries.removeAll() }

    /// The element with an id. Setting it to nil removes the element and everything above it; setting an element that is not on
    /// the stack does nothing.
    public subscript(id id: StackElementID) -> Element? {
        get { entries.first { $0.id == id }?.element }
        set {
            guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
            if let newValue { entries[place].element = newValue } else { pop(from: id) }
        }
    }

}

/// The id of an element, and which of the elements with that id it is.
struct StackElementIdentity: Hashable, Sendable {
    let id: StackElementID
    let origin: UInt64
}

/// Numbers the elements and dialogs that are made.
enum PresentedOrigin {
    private static let count = Atomic<UInt64>(0)

    static func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension StackState: RandomAccessCollection, MutableCollection {
    /// The position of the first element that was pushed: 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { entries.count }

    /// The element at `position`; changing it keeps its id.
    public subscript(position: Int) -> Element {
        get { entries[position].element }
        set { entries[position].element = newValue }
    }
}

extension StackState: ExpressibleByArrayLiteral {
    /// Creates a stack of elements, the top last.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: WrittenAsSource {
    /// The elements alone: their ids count from 0 again.
    package var sourceParts: [SourcePart] { [.value(Array(self))] }
}

extension StackState.Entry: Sendable where Element: Sendable {}

extension StackState.Entry: Equatable where Element: Equatable {
    /// Whether two entries have equal ids and elements.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.element == right.element }
}

extension StackState.Entry: Hashable where Element: Hashable {
    /// Hashes the id and the element.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(element)
    }
}

extension StackState.Entry: CustomReflectable {
    /// A mirror of the id and the element.
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "element": element], displayStyle: .struct) }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Equatable where Element: Equatable {
    /// Whether two stacks have equal elements with the same ids.
    public static func == (left: StackState, right: StackState) -> Bool { left.entries == right.entries }
}

extension StackState: Hashable where Element: Hashable {
    /// Hashes the elements and their ids.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension StackState: Encodable where Element: Encodable {
    /// Writes the elements, the top last. The ids are not written, except to a recording: a restored stack counts anew.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.userInfo[.keepsIDs] == nil else {
            return try RecordedStack(elements: Array(self), ids: ids, nextNumber: nextNumber).encode(to: encoder)
        }
        var container = encoder.unkeyedContainer()
        for entry in entries { try container.encode(entry.element) }
    }
}

extension StackState: Decodable where Element: Decodable {
    /// Reads the elements, the top last.
    public init(from decoder: any Decoder) throws {
        self.init()
        if decoder.userInfo[.keepsIDs] != nil {
            let recorded = try RecordedStack<Element>(from: decoder)
            entries = zip(recorded.ids, recorded.elements).map { Entry(id: $0, element: $1) }
            nextNumber = recorded.nextNumber
            lastOrigin = entries.last?.origin ?? 0
            return
        }
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { append(try container.decode(Element.self)) }
    }
}

/// A stack as a recording has it.
private struct RecordedStack<Element> {
    var elements: [Element]
    var ids: [StackElementID]
    var nextNumber: Int

    private enum CodingKeys: CodingKey { case elements, ids, nextNumber }
}

extension RecordedStack: Encodable where Element: Encodable {}
extension RecordedStack: Decodable where Element: Decodable {}

/// The actions of a navigation stack.
public enum StackAction<Element: Sendable, Action: Sendable>: Sendable {
    /// An action of an element.
    case element(id: StackElementID, action: Action)
    /// Pushes an element.
    case push(Element)
    /// Removes an element and everything above it: the user goes back, or the element has asked to be dismissed.
    case popFrom(StackElementID)
    /// Removes everything above an element; with nil, everything.
    case popTo(StackElementID?)
}

extension StackAction: Equatable where Element: Equatable, Action: Equatable {}
extension StackAction: Codable where Element: Codable, Action: Codable {}

/// The type of the value in the case that `presents(stack:action:)` takes: ``StackAction``.
///
/// A protocol for the sake of the compiler's message: it says of any other case that its value does not conform.
public protocol StackActionProtocol<Element, Action>: Sendable {
    /// An element of the stack.
    associatedtype Element: Sendable
    /// The action of an element.
    associatedtype Action: Sendable

    /// Converts a case path to `Self` into one to a ``StackAction``.
    static func stackPath<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, StackAction<Element, Action>>
}

extension StackAction: StackActionProtocol {
    /// The path of the actions of a stack, unchanged.
    @inlinable
    public static func stackPath<Root>(_ path: AnyCasePath<Root, Self>) -> AnyCasePath<Root, Self> { path }
}

extension StackAction: IdentifiedActionProtocol {
    /// The path to the actions of the stack's elements.
    @inlinable
    public static func path<Root>(
        _ path: AnyCasePath<Root, Self>
    ) -> AnyCasePath<Root, IdentifiedAction<StackElementID, Action>> {
        AnyCasePath<Root, IdentifiedAction<StackElementID, Action>>(
            embed: { path.embed(.element(id: $0.id, action: $0.action)) },
            extract: { root in
                guard case .element(let id, let action)? = path.extract(from: root) else { return nil }
                return .element(id: id, action: action)
            },
            name: path.name
        )
    }
}

extension StackAction: CasePathable {
    /// The paths to the cases.
    public struct AllCasePaths: Sendable {
        /// The path to an action of an element.
        public var element: AnyCasePath<StackAction, (id: StackElementID, action: Action)> {
            AnyCasePath(
                embed: { .element(id: $0.id, action: $0.action) },
                extract: { if case .element(let id, let action) = $0 { (id, action) } else { nil } }
            )
        }

        /// The path to a pushed element.
        public var push: AnyCasePath<StackAction, Element> {
            AnyCasePath(embed: { .push($0) }, extract: { if case .push(let element) = $0 { element } else { nil } })
        }

        /// The path to the id of an element that is removed.
        public var popFrom: AnyCasePath<StackAction, StackElementID> {
            AnyCasePath(embed: { .popFrom($0) }, extract: { if case .popFrom(let id) = $0 { id } else { nil } })
        }

        /// The path to the id of an element that stays on top.
        public var popTo: AnyCasePath<StackAction, StackElementID?> {
            AnyCasePath(embed: { .popTo($0) }, extract: { if case .popTo(let id) = $0 { .some(id) } else { nil } })
        }
    }

    /// The paths to the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

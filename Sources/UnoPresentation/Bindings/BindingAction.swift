public import UnoArchitecture

/// The change of one field of a state, as a value: what a control sends when its value changes.
///
/// One case of an action enum stands for all fields that controls change, and a ``BindingInteractor`` carries the changes out:
///
/// ```swift
/// @CasePathable
/// enum Action: Sendable, Equatable {
///     case binding(BindingAction<State>)
///     case submit
/// }
///
/// var body: some InteractorOf<Self> {
///     BindingInteractor()
///     Interact(initialValue: State()) { state, action in
///         switch action {
///         case .binding(\.name): ...        // the name has been changed
///         case .binding, .submit: ...
///         }
///     }
/// }
/// ```
///
/// Two changes are equal if they set the same field to equal values.
public struct BindingAction<State>: Sendable {
    private let path: any PartialKeyPath<State> & Sendable
    /// The case of the enum at `path` whose value is changed; nil for a change of the field itself.
    private let caseName: String?
    private let value: any Equatable & Sendable
    private let change: @Sendable (inout State) -> Void
    #if DEBUG
        private var use: BindingUse?
    #endif

    private var field: AnyKeyPath { path }

    private init(
        _ path: any PartialKeyPath<State> & Sendable,
        case caseName: String? = nil,
        _ value: any Equatable & Sendable,
        _ change: @escaping @Sendable (inout State) -> Void
    ) {
        self.path = path
        self.caseName = caseName
        self.value = value
        self.change = change
    }

    /// The change that sets the field at `path` to `value`.
    public static func set<Value: Equatable & Sendable>(
        _ path: any WritableKeyPath<State, Value> & Sendable,
        _ value: Value
    ) -> BindingAction {
        BindingAction(path, value) { $0[keyPath: path] = value }
    }

    /// The change that sets the value of a case of the enum at `path`. It does nothing while the enum is in another case.
    public static func set<Whole: CasePathable, Value: Equatable & Sendable>(
        _ path: any WritableKeyPath<State, Whole> & Sendable,
        case casePath: CaseKeyPath<Whole, Value>,
        _ value: Value
    ) -> BindingAction {
        let casePath = AnyCasePath(casePath)
        return BindingAction(path, case: casePath.name, value) { state in
            guard casePath.extract(from: state[keyPath: path]) != nil else { return }
            state[keyPath: path] = casePath.embed(value)
        }
    }

    #if DEBUG
        /// The same change, which notes in `use` that it has been read or made.
        init(_ action: BindingAction, notingUseIn use: BindingUse) {
            self = action
            self.use = use
        }
    #endif

    private func noteUse() {
        #if DEBUG
            use?.note()
        #endif
    }

    /// A field as it follows the type in a key path: `name`, `user.name`.
    static func name(of field: any PartialKeyPath<State> & Sendable) -> String {
        "\(field)".split(separator: ".").dropFirst().joined(separator: ".")
    }

    /// Makes the change. `BindingInteractor` calls it.
    public func apply(to state: inout State) {
        noteUse()
        change(&state)
    }

    /// Whether the change is one of the field at `path`, or of the value of a case of the enum there.
    public func `is`(_ path: PartialKeyPath<State>) -> Bool {
        guard field == path else { return false }
        noteUse()
        return true
    }

    /// The value that the field at `path` is set to; nil for a change of another field.
    public subscript<Value>(_ path: KeyPath<State, Value>) -> Value? {
        guard field == path, caseName == nil else { return nil }
        noteUse()
        return value as? Value
    }

    /// Matches the changes of one field: `case .binding(\.name):`.
    public static func ~= (path: PartialKeyPath<State>, action: BindingAction) -> Bool { action.is(path) }
}

extension BindingAction: CasePathable {
    /// The paths to the changes of the fields, in paths to actions: `\.binding.title`.
    @dynamicMemberLookup
    public struct AllCasePaths: Sendable {
        /// The path to the value that the change of a field sets it to.
        public subscript<Field: Equatable & Sendable>(
            dynamicMember field: any WritableKeyPath<State, Field> & Sendable
        ) -> AnyCasePath<BindingAction, Field> {
            AnyCasePath(
                embed: { .set(field, $0) },
                extract: { $0[field] },
                name: BindingAction.name(of: field)
            )
        }
    }

    /// The paths to the changes of the fields.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension BindingAction: Equatable {
    /// Whether two changes set the same field to equal values.
    public static func == (left: BindingAction, right: BindingAction) -> Bool {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == right.value as? Value }
        return left.field == right.field && left.caseName == right.caseName && isEqual(left.value)
    }
}

extension BindingAction: CustomStringConvertible {
    /// The field and its value: `\State.name = "Ada"`.
    public var description: String {
        "\(path)\(caseName.map { ", case \($0)" } ?? "") = \(value is String ? String(reflecting: value) : "\(value)")"
    }
}

extension BindingAction: WrittenAsSource {
    package var sourceParts: [SourcePart] {
        let enumCase = caseName.map { ", case: \\.\($0)" } ?? ""
        return [.text(".set(\\.\(Self.name(of: path))\(enumCase), "), .value(value), .text(")")]
    }
}

/// The case paths of an action with a case `binding` for changes of fields.
///
/// `@CasePathable` adds this conformance to the case paths of an enum that declares `case binding(BindingAction<State>)`.
public protocol BindingCasePaths<Root, BoundState>: Sendable {
    /// The action.
    associatedtype Root
    /// The state whose fields are changed.
    associatedtype BoundState

    /// The path to the case with the change.
    var binding: AnyCasePath<Root, BindingAction<BoundState>> { get }
}

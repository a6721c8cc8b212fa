/// An enum with a case path for each of its cases.
///
/// ```swift
/// enum Action: CasePathable {
///     case query(String)
///
///     struct AllCasePaths: Sendable {
///         var query: AnyCasePath<Action, String> {
///             AnyCasePath(embed: { .query($0) }, extract: { if case .query(let text) = $0 { text } else { nil } })
///         }
///     }
///     static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CasePathable: CasePathRoot, SendableMetatype {
    /// One ``AnyCasePath`` property per case, named after it.
    associatedtype AllCasePaths: Sendable

    /// The case paths of the enum.
    static var allCasePaths: AllCasePaths { get }
}

/// A key path to a case: `\.query` where a ``CasePathable`` enum is expected.
///
/// Spelled as in swift-case-paths, so that code can move between the two.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path to a case with a value of any type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
    /// Returns the case with `value` in it: `path(3)`.
    public func callAsFunction<Enum, Associated>(_ value: Associated) -> Enum
    where Root == Case<Enum>, Value == Case<Associated> {
        AnyCasePath(self).embed(value)
    }

    /// Returns the case without a value: `path()`.
    public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
        AnyCasePath(self).embed(())
    }
}

extension PartialKeyPath {
    /// Returns the case with `value` in it; nil if the case holds another type.
    @_disfavoredOverload
    public func callAsFunction<Enum>(_ value: Any) -> Enum? where Root == Case<Enum> {
        erasedPath().erasedRoot(with: value) as? Enum
    }

    fileprivate func erasedPath<Enum>() -> any CasePathEnding where Root == Case<Enum> {
        // The cast cannot fail: key paths from a `Case` lead to others.
        (Case<Enum>()[keyPath: self] as! any AnyCase).erasedPath
    }
}

extension CasePathRoot {
    /// The root of key paths to the cases: `\Route.Cases.detail`.
    public typealias Cases = Case<Self>

    /// Returns whether the value is in the case: `action.is(\.query)`.
    ///
    /// Complexity: a key-path look-up of some microseconds. In code that runs per action, keep an ``AnyCasePath``.
    public func `is`(_ path: PartialCaseKeyPath<Self>) -> Bool { self[case: path] != nil }

    /// Whether `value` is in the case, in a `switch`: `case \.detail:`.
    ///
    /// Complexity: as for ``is(_:)``.
    public static func ~= (path: PartialCaseKeyPath<Self>, value: Self) -> Bool { value.is(path) }

    /// The value of the case, for a path that does not know its type, or nil in another case.
    ///
    /// Complexity: as for ``is(_:)``.
    @_disfavoredOverload
    public subscript(case path: PartialCaseKeyPath<Self>) -> Any? { path.erasedPath().erasedValue(in: self) }

    /// The value of the case, or nil in another case: `action[case: \.query]`.
    ///
    /// Setting a value replaces the whole, whatever case it is in: `route[case: \.detail] = 2`. An enum is always in a case,
    /// so nil cannot be set: in this case, that is reported and changes nothing.
    ///
    /// Complexity: as for ``is(_:)``.
    public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
        get { AnyCasePath(path).extract(from: self) }
        set {
            let casePath = AnyCasePath(path)
            if let newValue {
                self = casePath.embed(newValue)
            } else if casePath.extract(from: self) != nil {
                let message =
                    "[case: \\.\(casePath.name)] was set to nil, and changed nothing: set the case that is to follow"
                Diagnostics.current.report(Diagnostic(.otherCase, message))
            }
        }
    }

    /// Changes the value of the case in place: `state.modify(\.results) { $0.selection = 0 }`.
    ///
    /// Behavior: in another case, `change` does not run and the enum keeps its value; the call is reported with the
    /// names of both cases.
    ///
    /// - Returns: Whether the value was in the case.
    ///
    /// Complexity: as for ``is(_:)``, plus a copy of the value if it is shared.
    @discardableResult
    public mutating func modify<Value>(
        _ path: CaseKeyPath<Self, Value>,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ change: (inout Value) throws -> Void
    ) rethrows -> Bool {
        let casePath = AnyCasePath(path)
        guard var value = casePath.extract(from: self) else {
            let message = "modify(\\.\(casePath.name)) found \(StateCase.name(of: self)), and changed nothing"
            Diagnostics.current.report(Diagnostic(.otherCase, message, at: CallSite(fileID, line)))
            return false
        }
        try change(&value)
        self = casePath.embed(value)
        return true
    }
}

extension CasePathable {
    /// The value of a case as an optional property, for a `@dynamicMemberLookup` enum: `\Action.query` is a
    /// `KeyPath<Action, String?>`.
    public subscript<Value>(dynamicMember path: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value? {
        Self.allCasePaths[keyPath: path].extract(from: self)
    }

    /// The value of a case with its case path, for key paths that must also embed; see ``CaseMatch``.
    ///
    /// Disfavoured: where the context does not ask for a ``CaseMatch``, the member is the value.
    @_disfavoredOverload
    public subscript<Value>(
        dynamicMember path: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
    ) -> CaseMatch<Self, Value>? {
        CaseMatch(self, Self.allCasePaths[keyPath: path])
    }
}

/// Makes an enum ``CasePathable``, with a path for each case.
///
/// ```swift
/// @CasePathable
/// enum Action {
///     case query(String)
///     case moved(by: Int, at: Instant)
///     case cleared
/// }
/// ```
///
/// The value of the path is a `String` for `query`, a tuple `(by: Int, at: Instant)` for `moved` and `Void` for `cleared`. It may
/// be a function, also behind a type alias, and a type without values, such as `Never`.
///
/// If the enum is `@dynamicMemberLookup` too, each case is also an optional property: `\Action.query` is a
/// `KeyPath<Action, String?>`. A property that the enum declares takes precedence over a case of the same name.
///
/// Behavior:
/// - *Access*: the generated declarations have the access level of the enum. `@available` on a case, and `#if` around it,
///   apply to its path.
/// - *Errors*: the type is not an enum, is not copyable, or has two cases of the same name.
/// - *Conformance*: the macro adds it unless the type already conforms, in whatever form and place.
@attached(extension, conformances: CasePathable)
@attached(
    member,
    names: named(AllCasePaths),
    named(allCasePaths),
    named(_PathsBoundState),
    named(_PathsRoot),
    named(_PathsSelf)
)
public macro CasePathable() = #externalMacro(module: "UnoMacrosPlugin", type: "CasePathableMacro")

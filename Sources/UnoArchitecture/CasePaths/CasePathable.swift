/// An enum with a case path for each of its cases.
///
/// ```swift
/// enum Action: CasePathable {
///     case query(String)
///
///     struct AllCasePaths: Sendable {
///         let query = AnyCasePath<Action, String>(
///             embed: { .query($0) },
///             extract: { if case .query(let text) = $0 { text } else { nil } }
///         )
///     }
///     static let allCasePaths = AllCasePaths()
/// }
/// ```
public protocol CasePathable: SendableMetatype {
    /// One ``AnyCasePath`` property per case, named after it.
    associatedtype AllCasePaths: Sendable

    static var allCasePaths: AllCasePaths { get }
}

/// A key path to a case: `\.query` where an ``CasePathable`` enum is expected.
///
/// The type follows the one of swift-case-paths, so that code moves over.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

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
/// The value of the path is a `String` for `query`, a tuple `(by: Int, at: Instant)` for `moved` and `Void` for `cleared`.
///
/// If the enum is `@dynamicMemberLookup` too, each case is also an optional property: `\Action.query` is a
/// `KeyPath<Action, String?>`. A property that the enum declares takes precedence over a case of the same name.
///
/// Behavior:
/// - *Access*: the generated declarations have the access level of the enum. `@available` on a case, and `#if` around it,
///   apply to its path.
/// - *Errors*: the type is not an enum, is not copyable, or has two cases of the same name.
@attached(extension, conformances: CasePathable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() = #externalMacro(module: "UnoMacrosPlugin", type: "CasePathableMacro")

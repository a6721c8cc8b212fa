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

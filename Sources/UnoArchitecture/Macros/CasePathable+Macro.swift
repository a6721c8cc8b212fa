/// Makes an enum ``CasePathable``, with a path for each of its cases.
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
/// The path of `query` is of a `String`, that of `moved` of a tuple `(by: Int, at: Instant)`, that of `cleared` of `Void`.
///
/// Where the enum is `@dynamicMemberLookup` too, each case is also an optional property: `\Action.query` is a
/// `KeyPath<Action, String?>`. A property of the enum's own comes before the case of its name.
///
/// Behavior:
/// - *Access* of what is made is that of the enum. `@available` on a case, and `#if` around it, apply to its path.
/// - *Errors*: for a type other than an enum, one without copies, and two cases of one name.
@attached(extension, conformances: CasePathable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() = #externalMacro(module: "UnoMacrosPlugin", type: "CasePathableMacro")

internal import UnoArchitecture

/// Makes the states, the actions and the interactor of a set of features, of which one is presented at a time.
///
/// ```swift
/// @Destination
/// enum Destination {
///     case edit(Edit)
///     case question(AlertState<Answer>)
/// }
///
/// var destination: Destination.State?
/// case destination(PresentationAction<Destination.Action>)
///
/// .presents(\.destination, action: \.destination) { Destination.interactor(edit: Edit(store: store)) }
/// ```
///
/// Each case names a feature, or the state of an alert or a confirmation dialog. The macro adds:
/// - `State`, a `@CasePathable` enum of the features' states and of the dialogs;
/// - `Action`, a `@CasePathable` enum of their actions;
/// - `interactor(...)`, which takes the features, one parameter for each case with one.
///
/// Cases inside `#if` are there under the same condition, in `State` and `Action` and as parameters. An `indirect` enum or case
/// has `indirect` states and actions, as recursive features need. A dialog is recognised by the name of its type: write
/// `AlertState<Answer>` or `ConfirmationDialogState<Answer>`, not a type alias.
///
/// The same set can be the elements of a navigation stack: `StackState<Destination.State>`. Where the states are `Equatable`, say
/// so: `extension Destination.State: Equatable {}`.
///
/// *Errors*: the type is not an enum, or a case has no value, several, or one with a label.
@attached(member, names: named(State), named(Action), named(interactor))
public macro Destination() = #externalMacro(module: "UnoMacrosPlugin", type: "DestinationMacro")

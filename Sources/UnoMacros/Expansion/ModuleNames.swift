// How generated code names what it uses.
//
// A module selector (SE-0491) finds the module even where a type or a case has its name.
#if compiler(>=6.3)
    private let selector = "::"
#else
    private let selector = "."
#endif

let standard = "Swift\(selector)"

/// The name of a type or a macro of the library that generated code uses, with its module.
func qualified(_ name: String) -> String { (homes[name] ?? "UnoArchitecture") + selector + name }

/// The modules of what is not in `UnoArchitecture`.
private let homes = [
    "BindingCasePaths": "UnoPresentation",
    "ComposableEffect": "UnoStateMachines",
    "ComposedEffects": "UnoStateMachines",
    "DialogInteractor": "UnoPresentation",
    "NestedStateMachine": "UnoStateMachines",
    "StateMachine": "UnoStateMachines",
    "StateMachineEvent": "UnoStateMachines",
    "ViewStateReducer": "UnoPresentation",
    "ViewStateReducerBuilder": "UnoPresentation",
]

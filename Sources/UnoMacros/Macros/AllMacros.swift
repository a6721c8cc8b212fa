/// The macros of the plug-in, by the `type:` of their `#externalMacro`.
public let allMacros: [String: any AttachedMacro.Type] = [
    "CasePathableMacro": CasePathableMacro.self,
    "ComposableEffectMacro": ComposableEffectMacro.self,
    "ComposableStateMachineMacro": ComposableStateMachineMacro.self,
    "EffectCompositionMacro": EffectCompositionMacro.self,
    "ForwardMacro": ForwardMacro.self,
    "InteractorMacro": InteractorMacro.self,
    "NestedStateMacro": NestedStateMacro.self,
    "StateMachineMacro": StateMachineMacro.self,
    "ViewStateReducerMacro": ViewStateReducerMacro.self,
]

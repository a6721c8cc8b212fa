/// The macros of the plug-in, by the `type:` of their `#externalMacro`.
public let allMacros: [String: any AttachedMacro.Type] = [
    "CasePathableMacro": CasePathableMacro.self,
    "InteractorMacro": InteractorMacro.self,
    "ViewStateReducerMacro": ViewStateReducerMacro.self,
]

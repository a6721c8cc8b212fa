// The modules that generated code names, each with the sign that separates it from a member.
//
// A module selector (SE-0491) finds the module even where a type or a case has its name.
#if compiler(>=6.3)
    let library = "UnoArchitecture::"
    let standard = "Swift::"
#else
    let library = "UnoArchitecture."
    let standard = "Swift."
#endif

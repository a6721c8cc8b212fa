/// What the compiler asks an attached macro for; the names are the protocol's.
public enum MacroRole: String, Sendable {
    case accessor, memberAttribute, member, peer, conformance, `extension`, body, preamble
}

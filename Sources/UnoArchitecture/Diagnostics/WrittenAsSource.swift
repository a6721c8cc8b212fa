/// A type that says how its values are written in Swift source: one whose stored properties do not make them.
///
/// A failing property test prints its actions as source, to be pasted into a test.
package protocol WrittenAsSource {
    /// The source of the value, part by part.
    var sourceParts: [SourcePart] { get }
}

/// A part of the source of a value.
package enum SourcePart {
    /// Source as it stands.
    case text(String)
    /// Another value, in its own source.
    case value(Any)
}

extension CodingUserInfoKey {
    /// Is set where a value is written to be equal when it is read, as in a recording: a stack then writes its ids.
    package static let keepsIDs = CodingUserInfoKey(rawValue: "UnoArchitecture.keepsIDs")!
}

/// Where a call was made; it travels with each action.
@usableFromInline
package struct CallSite: Sendable {
    @usableFromInline let file: LiteralText
    @usableFromInline let caller: LiteralText?
    /// In 32 bits, so that an action has 32 bytes more to carry, not 40.
    @usableFromInline let lineNumber: UInt32
    @usableFromInline let remark: Remark?

    /// What the sender has to say; seldom there.
    @usableFromInline
    final class Remark: Sendable {
        let text: String

        @usableFromInline
        init(_ text: String) { self.text = text }
    }

    @inlinable
    init(_ fileID: StaticString, _ line: UInt) {
        self.init(fileID, line, nil, note: nil)
    }

    @inlinable
    init(_ fileID: StaticString, _ line: UInt, _ function: StaticString?, note: String?) {
        file = LiteralText(fileID)
        caller = function.map { LiteralText($0) }
        lineNumber = UInt32(clamping: line)
        remark = note.map { Remark($0) }
    }

    var fileID: String { file.string }
    var function: String? { caller?.string }
    var line: UInt { UInt(lineNumber) }
    var note: String? { remark?.text }
}

/// The text of a literal, in one word.
///
/// Why this is `Sendable`: the pointer is that of a `StaticString`, whose characters are in the program itself, are
/// never written and never freed, and end with a zero. A `StaticString` that is a single scalar has no pointer and is
/// not kept.
@usableFromInline
struct LiteralText: @unchecked Sendable {
    @usableFromInline let start: UnsafePointer<UInt8>?

    @inlinable
    init(_ text: StaticString) {
        start = text.hasPointerRepresentation ? text.utf8Start : nil
    }

    var string: String { start.map { String(cString: $0) } ?? "" }
}

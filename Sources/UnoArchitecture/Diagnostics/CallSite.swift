/// The source location of a call, carried by the action that the call sends.
@usableFromInline
package struct CallSite: Sendable {
    @usableFromInline let file: LiteralText
    @usableFromInline let caller: LiteralText?
    /// 32 bits, so that an action carries 32 bytes more, not 40.
    @usableFromInline let lineNumber: UInt32
    @usableFromInline let remark: Remark?

    /// The sender's note. Rare, so stored out of line.
    @usableFromInline
    final class Remark: Sendable {
        let text: String

        @usableFromInline
        init(_ text: String) { self.text = text }
    }

    @inlinable
    package init(_ fileID: StaticString, _ line: UInt) {
        self.init(fileID, line, nil, note: nil)
    }

    @inlinable
    package init(_ fileID: StaticString, _ line: UInt, _ function: StaticString?, note: String?) {
        file = LiteralText(fileID)
        caller = function.map { LiteralText($0) }
        lineNumber = UInt32(clamping: line)
        remark = note.map { Remark($0) }
    }

    /// The call at a place.
    package init(_ place: LiteralPlace) {
        (file, caller, lineNumber, remark) = (place.file, nil, place.line, nil)
    }

    package var fileID: String { file.string }
    package var function: String? { caller?.string }
    package var line: UInt { UInt(lineNumber) }
    package var note: String? { remark?.text }
}

/// The text of a literal, in one word.
///
/// Why this is `Sendable`: the pointer is that of a `StaticString`, whose characters are part of the program, end with
/// a zero and are never written or freed. A `StaticString` that is a single scalar has no pointer and is not kept.
@usableFromInline
struct LiteralText: @unchecked Sendable, Hashable {
    @usableFromInline let start: UnsafePointer<UInt8>?

    @inlinable
    init(_ text: StaticString) {
        start = text.hasPointerRepresentation ? text.utf8Start : nil
    }

    /// - Parameter address: that of another literal's text; 0 for none.
    init(address: UInt) {
        start = UnsafePointer(bitPattern: address)
    }

    /// The text, as a number that can be stored atomically; 0 for none.
    var address: UInt { UInt(bitPattern: start) }

    var string: String { start.map { String(cString: $0) } ?? "" }
}

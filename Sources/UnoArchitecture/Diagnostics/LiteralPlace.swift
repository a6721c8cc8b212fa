/// A place in the source code, in less than two words, for each action.
@usableFromInline
package struct LiteralPlace: Sendable, Hashable {
    let file: LiteralText
    let line: UInt32

    init(file: LiteralText, line: UInt32) {
        (self.file, self.line) = (file, line)
    }

    @usableFromInline
    package init(_ site: CallSite?) {
        (file, line) = (site?.file ?? LiteralText(address: 0), site?.lineNumber ?? 0)
    }
}

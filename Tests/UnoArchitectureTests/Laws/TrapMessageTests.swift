import Foundation
import TestSupport
import Testing

@Suite("A message of a trap", .tags(.loudNotFatal))
struct TrapMessageTests {
    @Test("is printed in release builds, too: no silent form is used", arguments: ["Sources", "Benchmarks"])
    func printed(folder: String) throws {
        let silent = try Regex("\\b(precondition|preconditionFailure|assert|assertionFailure)\\(")
        let files = FileManager.default.enumerator(atPath: CodeListing.package.appending(path: folder).path())
        var count = 0
        while let file = files?.nextObject() as? String {
            guard file.hasSuffix(".swift") else { continue }
            count += 1
            for line in try CodeListing("\(folder)/\(file)").lines where !line.hasPrefix("//") {
                #expect(!line.contains(silent), "\(folder)/\(file): \(line)")
            }
        }
        #expect(count > 10)
    }
}

import Foundation
import Synchronization
import Testing
import UnoTesting

@Suite("The article \"Finding a race\"")
struct FindingARaceTests {
    @Test("shows the report that its exploration makes")
    func report() throws {
        let report = Mutex("")
        withKnownIssue {
            let exploration = FindingARace.explored()
            #expect(exploration.failure?.problem == ScheduleProblem(.expectation, "the balance is -60"))
        } matching: { issue in
            report.withLock { $0 = issue.comments.map(\.rawValue).joined() }
            return true
        }
        let article = try CodeListing("Sources/UnoTesting/UnoTesting.docc/FindingARace.md")
        let lines = report.withLock { $0 }.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        // How many hops each of them takes is the run time's affair; what is shown begins and ends alike.
        #expect(lines.prefix(3).allSatisfy { article.lines.contains($0) }, "\(lines.joined(separator: "\n"))")
    }
}

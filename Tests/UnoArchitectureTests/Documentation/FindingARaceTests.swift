import Foundation
import TestSupport
import Testing
import UnoTesting

@Suite("The article \"Finding a race\"", .timeLimit(.hang))
struct FindingARaceTests {
    @Test("shows the report that its exploration makes")
    func report() async throws {
        let reports = await failures {
            let exploration = FindingARace.explored()
            #expect(exploration.failure?.problem == ScheduleProblem(.expectation, "the balance is -60"))
        }
        try #require(reports.count == 1)
        let article = try CodeListing("Sources/UnoTesting/UnoTesting.docc/FindingARace.md")
        let lines = reports[0].text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        // How many hops each of them takes is the run time's affair; what is shown begins and ends alike.
        #expect(lines.prefix(3).allSatisfy { article.lines.contains($0) }, "\(lines.joined(separator: "\n"))")
    }
}

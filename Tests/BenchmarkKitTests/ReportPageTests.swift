import Foundation
import Testing

@testable import BenchmarkKit

struct ReportPageTests {
    private var page: String {
        let deep = Workload.sample("deep", axis: "depth", subjects: ["asyncstream", "runtime"], parameters: [1, 16])
        let single = Workload.sample("single", subjects: ["direct", "runtime-latest"])
        let figures = [
            Figure.sample("asyncstream", 1_000, workload: "deep", parameter: 1),
            .sample("runtime", 80, workload: "deep", parameter: 1, allocations: 0),
            .sample("asyncstream", 1_100, workload: "deep", parameter: 16),
            .sample("runtime", 900, workload: "deep", parameter: 16),
            .sample("direct", 2, workload: "single"),
            .sample("runtime-latest", 200, workload: "single"),
        ]
        let bar = Threshold(
            workload: "deep",
            parameter: 16,
            subject: "runtime",
            quantity: .ratio,
            to: Threshold.Reference(subject: "asyncstream"),
            target: 1
        )
        return ReportPage(
            environment: .sample,
            workloads: [deep, single],
            figures: figures,
            verdicts: [Verdict(bar, figures: figures)]
        ).html
    }

    @Test func `Each workload has a chart with a point and its values for every figure`() {
        #expect(page.matches(of: /<svg/).count == 2)
        #expect(page.matches(of: /<title>runtime, depth/).count == 2)
        #expect(page.contains("<title>runtime, depth 1\n80.0 ns per action\n72.0 ns to 88.0 ns\n0 allocations</title>"))
        #expect(page.contains("<title>runtime-latest\n200 ns per action"))
    }

    @Test func `The bars are shown with what was measured`() {
        #expect(page.contains("deep 16: runtime, ratio to asyncstream"))
        #expect(page.contains("<span class=\"met\">met</span>"))
    }

    @Test func `Text is escaped, and nothing is loaded from anywhere`() {
        #expect(page.contains("A &lt;fast&gt; machine"))
        #expect(!page.contains("http"))
        #expect(!page.contains("src="))
    }

    @Test func `The markup is well formed`() throws {
        let body = page.replacing("<!DOCTYPE html>", with: "").replacing(/<meta [^>]*>/, with: "")
            .replacing("<br>", with: "")
        let elements = body.matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/)
        var open: [Substring] = []
        for element in elements where element.output.3.isEmpty {
            if element.output.1.isEmpty {
                open.append(element.output.2)
            } else {
                #expect(open.popLast() == element.output.2)
            }
        }
        #expect(open.isEmpty)
    }

    @Test(
        arguments: [
            ([], []), ([50], [50]), ([50, 52], [50, 60]), ([95, 96], [90, 100]), ([1, 2, 3], [1, 11, 21]),
        ] as [([Double], [Double])]
    )
    func `Labels that are close are pushed apart and stay inside`(places: [Double], spread: [Double]) {
        #expect(LineChart.spread(places, apart: 10, within: 0...100) == spread)
    }

    @Test func `A logarithmic axis reaches from one power of ten to another`() {
        let scale = LogScale(covering: [3, 40, 2_000])
        #expect(scale.ticks == [1, 10, 100, 1_000, 10_000])
        #expect(scale.ticks.map(scale.position) == [0, 0.25, 0.5, 0.75, 1])
        #expect(LogScale(covering: [10]).ticks == [10, 100])
        #expect(Format.tick(10_000) == "10 µs")
    }

    @Test(arguments: [
        ("runtime", "series blue"), ("runtime-latest", "series blue dashed"), ("plan-off-main", "series red dashed"),
        ("asyncstream-pump", "series orange dashed"), ("something", "series grey dashed"),
    ])
    func `A variant of a subject has its colour and a dashed line`(subject: String, classes: String) {
        #expect(SeriesStyle(subject).classes == classes)
    }
}

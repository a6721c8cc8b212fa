import Foundation
import Testing

@testable import BenchmarkKit

struct ReportPageTests {
    private var page: String { report.html }

    private var report: ReportPage {
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
            workload: "deep", parameter: 16, subject: "runtime", quantity: .ratio,
            to: Threshold.Reference(subject: "asyncstream"), target: 1)
        return ReportPage(
            environment: .sample, workloads: [deep, single], figures: figures,
            verdicts: [Verdict(bar, figures: figures)])
    }

    @Test func `Each workload has a chart with a point and its values for every figure`() {
        // The overview, a chart of each workload, and the allocations of the one that counts them.
        #expect(page.matches(of: /<svg/).count == 4)
        #expect(page.matches(of: /<title>runtime, depth/).count == 2)
        #expect(page.contains("<title>runtime, depth 1\n80.0 ns per action\n72.0 ns to 88.0 ns\n0 allocations</title>"))
        #expect(page.contains("<title>runtime-latest\n200 ns per action"))
    }

    @Test func `The overview has a row for each workload, with its ratio and its allocations`() throws {
        let rows = OverviewChart.rows(
            [
                .sample("deep", axis: "depth", subjects: ["asyncstream", "plan", "runtime"], parameters: [1, 16]),
                .sample("single", subjects: ["direct", "reducer", "runtime-latest", "viewmodel"]),
                .sample("remote", subjects: ["actor", "direct", "pipelined"]),
                .sample("alone", subjects: ["runtime"]), .sample("others", subjects: ["direct", "actor"]),
            ],
            [
                .sample("asyncstream", 100, workload: "deep", parameter: 1),
                .sample("runtime", 400, workload: "deep", parameter: 1, allocations: 9),
                .sample("asyncstream", 1_000, workload: "deep", parameter: 16),
                .sample("plan", 500, workload: "deep", parameter: 16),
                .sample("runtime", 250, workload: "deep", parameter: 16, allocations: 3),
                .sample("direct", 2, workload: "single"),
                .sample("reducer", 3, workload: "single"),
                .sample("runtime-latest", 3, workload: "single"),
                .sample("viewmodel", 3, workload: "single", allocations: 0),
                .sample("actor", 1, workload: "remote"),
                .sample("direct", 1, workload: "remote"),
                .sample("pipelined", 20, workload: "remote", allocations: 1),
                .sample("direct", 1, workload: "others"),
                .sample("actor", 1, workload: "others"),
                .sample("runtime", 1, workload: "alone"),
            ], bars: [Threshold(workload: "deep", parameter: 1, subject: "runtime", quantity: .allocations, target: 0)])
        #expect(rows.map(\.name) == ["deep 16", "single", "remote"])
        #expect(rows.map(\.subject) == ["runtime", "viewmodel", "pipelined"])
        #expect(rows.map(\.ratio) == [0.25, 1.5, 20])
        #expect(rows.map(\.allocations) == [3, 0, 1])
        let svg = OverviewChart(rows).svg
        #expect(svg.contains("<title>deep 16: runtime takes 0.250× of asyncstream, 3 allocations</title>"))
        // The longest bar fills its half; none is drawn for zero.
        #expect(svg.matches(of: /class="bar"/).count == 2)
        #expect(svg.contains(#"class="bar" x1="630.0" x2="790.0""#))
    }

    @Test func `Allocations are drawn for the last point that counts them`() throws {
        let workload = Workload.sample(
            "deep", axis: "depth", subjects: ["asyncstream", "runtime"], parameters: [1, 16])
        let counted: [Figure] = [
            .sample("asyncstream", 1, workload: "deep", parameter: 1, allocations: 9),
            .sample("asyncstream", 1, workload: "deep", parameter: 16, allocations: 4),
            .sample("runtime", 1, workload: "deep", parameter: 16, allocations: 0),
        ]
        let svg = try #require(AllocationChart(counted, of: workload)).svg
        #expect(svg.contains("allocations per action, depth 16"))
        #expect(svg.contains(">4</text>"))
        #expect(svg.contains(">0</text>"))
        #expect(!svg.contains(">9</text>"))
        #expect(AllocationChart([.sample("runtime", 1, workload: "deep", parameter: 16)], of: workload) == nil)
    }

    @Test func `The chart as a file brings its style for both modes, and loads nothing`() throws {
        let chart = try #require(report.chart)
        #expect(chart.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg""#))
        #expect(chart.contains("prefers-color-scheme: dark"))
        #expect(chart.contains(#"role="img""#))
        #expect(chart.contains("<desc>deep 16: runtime takes 0.818× of asyncstream, – allocations; single: "))
        #expect(!chart.contains("url("))
        #expect(!chart.contains("@import"))
        let none = ReportPage(environment: .sample, workloads: [], figures: [], verdicts: [])
        #expect(none.chart == nil)
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
        ] as [([Double], [Double])])
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

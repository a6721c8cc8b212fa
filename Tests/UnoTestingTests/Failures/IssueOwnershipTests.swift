import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// What handlers, effects and mocks record belongs to the test whose code made the host.
@Suite("An issue within a feature", .timeLimit(.hang))
struct IssueOwnershipTests {
    @TaskLocal static var owner = "nobody"

    enum Host: CaseIterable, Sendable { case harness, runtime, viewModel, stream }

    /// Reads the task-local value, and records an issue, in the handler, in an effect and in what the effect feeds back.
    struct Feature: Interactor {
        let seen: Record<String>

        var body: some Interactor<Int, Int> {
            Interact(initialValue: 0) { [seen] state, number, dispatch in
                state = number
                seen.append("handler \(number) of \(owner)")
                Failure("handler \(number)", at: TestSite()).record()
                guard number == 1 else { return .state }
                return .perform { _, _ in
                    seen.append("effect of \(owner)")
                    Failure("effect", at: TestSite()).record()
                    await dispatch(2)
                }
            }
        }
    }

    @MainActor
    static func run(_ feature: Feature, in host: Host) async {
        switch host {
        case .harness:
            let harness = InteractorTestHarness(feature, exhaustivity: .off)
            // The values of the host's maker count, not those of the sender.
            await $owner.withValue("the sender") { _ = await harness.sendAndAwait(1) }
            await harness.finish()
        case .runtime:
            let runtime = Runtime(feature)
            await $owner.withValue("the sender") { await runtime.send(1).finish() }
            await runtime.shutdown(.drain)
        case .viewModel:
            let model = DirectViewModel(feature, instances: .many)
            await model.sendViewEvent(1).finish()
            #expect(model.viewState == 2)
        case .stream:
            let (actions, source) = AsyncStream<Int>.makeStream()
            source.yield(1)
            source.finish()
            for await _ in feature.interact(actions) {}
        }
    }

    @Test(arguments: Host.allCases) func `belongs to the test that made the host`(host: Host) async {
        let seen = Record<String>()
        let found = await failures {
            await Self.$owner.withValue("the test") { await Self.run(Feature(seen: seen), in: host) }
        }
        #expect(found.map(\.text) == ["handler 1", "effect", "handler 2"])
        #expect(seen.elements == ["handler 1 of the test", "effect of the test", "handler 2 of the test"])
    }

    @Test func `is a known one where the test says so`() async {
        let line = #line + 4
        await withKnownIssue {
            let harness = InteractorTestHarness { _ in
                Interact<Int, Int>(initialValue: 0) { _, number in
                    #expect(number == 0)
                    return .perform { _, _ in #expect(number == 0) }
                }
            }
            await harness.sendAndAwait(1)
            await harness.finish()
        } matching: { issue in
            issue.sourceLocation.map { [line, line + 1].contains($0.line) } == true
        }
    }

    @Test func `belongs to the test, where the graph is used by many at once`() async {
        let runtime = Self.$owner.withValue("the test") {
            Runtime(
                Interact<[String], Int>(initialValue: []) { _, _ in
                    .perform { _, send in await send { $0.append(Self.owner) } }
                }
            )
        }
        await withTaskGroup { group in
            for number in 0..<8 { group.addTask { for _ in 0..<50 { await runtime.send(number).finish() } } }
        }
        #expect(await runtime.state == Array(repeating: "the test", count: 400))
        await runtime.shutdown(.drain)
    }

    @Test func `frees the feature, whatever it carries`() async {
        enum Local { @TaskLocal static var canary: Canary? }
        let watch = await {
            let canary = Canary()
            let runtime = Local.$canary.withValue(canary) {
                Runtime(Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in } })
            }
            await runtime.send(1).finish()
            await runtime.shutdown(.drain)
            return canary.watch
        }()
        // The last task may be ending still.
        await watch.freed()
    }
}

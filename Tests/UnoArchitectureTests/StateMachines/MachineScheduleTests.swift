import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

@Suite("A search as phases, under explored schedules", .timeLimit(.hang)) struct MachineScheduleTests {
    fileprivate enum Event: Equatable {
        case started(String)
        case cancelled(String)
        case answered(String)
    }

    @Test func `Typing while a request runs cancels it, and no answer to an earlier text arrives`() {
        let seen = Record<[Event]>()
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let (events, misuse) = (Record<Event>(), DiagnosticsRecorder())
            let search = PhasedSearch(clock: scenario.clock) { [clock = scenario.clock] text in
                events.append(.started(text))
                let hasSlept = (try? await clock.sleep(for: .milliseconds(200))) != nil
                events.append(hasSlept ? .answered(text) : .cancelled(text))
                return text + "!"
            }
            let runtime = misuse { Runtime(search, executor: .on(scenario.executor)) }
            scenario.task("typist") {
                for text in ["r", "re", "rey"] {
                    await runtime.deliver(.input(.type(text)))
                    try await scenario.clock.sleep(for: .milliseconds(400))
                }
                try await scenario.clock.sleep(for: .milliseconds(1_000))
                await runtime.shutdown(.drain)
                #expect(await runtime.state == .found("rey!"))
                // An answer to an earlier text would be a transition that the search does not define.
                #expect(misuse.kinds == [])
                let story = events.elements
                for text in ["r", "re"] {
                    let isOver = story.contains(.cancelled(text)) || story.contains(.answered(text))
                    #expect(isOver || !story.contains(.started(text)))
                }
                // A request may hear late of its answer or its cancellation, even after the last answer.
                #expect(story.contains(.answered("rey")))
                seen.append(story)
            }
        }
        let stories = seen.elements
        #expect(stories.contains { $0.contains(.cancelled("r")) }, "A request was cancelled while it ran")
    }

    @Test func `Many schedules of nested machines with effects in phases leave nothing behind`() {
        explore(schedules: Scale.chosen(debug: 1_000, release: 10_000)) { scenario in
            let workshop = Workshop(counter: CounterFact(service: .known), presets: Presets(store: PresetStore()))
            let runtime = Runtime(workshop, mailbox: .suspend(capacity: 2), executor: .on(scenario.executor))
            scenario.task("user") {
                await runtime.deliver(.input(.counterIncrement))
                let saved = await runtime.deliver(.input(.presetsSave(count: 1, fact: "one")))
                await runtime.deliver(.input(.counterAsk))
                await saved.finish()
                await runtime.deliver(.input(.presetsSave(count: 2, fact: "two")))
                await runtime.deliver(.input(.rename("bench")))
                await runtime.shutdown(.drain)
                let state = await runtime.state
                #expect(state?.presets == .loaded([Preset(count: 1, fact: "one"), Preset(count: 2, fact: "two")]))
                #expect(state?.counter.fact == "1 is a number")
                #expect(state?.counter.log.count == 4)
                #expect(state?.audits == 1)
                #expect(runtime.tasks.liveCount == 0)
            }
        }
    }
}

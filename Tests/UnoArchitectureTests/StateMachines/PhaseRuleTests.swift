import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// Which effects of a machine end with a transition, and which continue.
@Suite("The rules of phases", .timeLimit(.hang)) struct PhaseRuleTests {
    private static let seeds: [UInt64?] = [nil] + (1...Scale.chosen(debug: 3, release: 40)).map { UInt64($0) }

    /// - Parameter asBurst: sends inputs that follow each other before any of them is handled.
    private static func play(_ rule: PhaseRule, on stage: ScriptedStage, asBurst: Bool) {
        for event in rule.events {
            switch event {
            case .input(let input):
                stage.queue(input)
                if !asBurst { stage.run() }
            case .release(let name):
                stage.run()
                stage.release(name)
                stage.run()
            }
        }
        stage.run()
    }

    @Test(arguments: PhaseRule.all) func `A scenario ends according to the rule`(_ rule: PhaseRule) {
        for setting in ScriptedStage.Setting.allCases {
            for host in Host.allCases {
                for seed in Self.seeds {
                    for asBurst in [false, true] {
                        let place: Comment = "\(setting), \(host), seed \(String(describing: seed)), burst: \(asBurst)"
                        let stage = DiagnosticsRecorder()({ ScriptedStage(setting, in: host, seed: seed) })
                        Self.play(rule, on: stage, asBurst: asBurst)
                        #expect(stage.log == rule.log, place)
                        #expect(stage.desk.waiting == rule.waiting, place)
                        stage.finish()
                        while let name = stage.desk.waiting.first {
                            stage.release(name)
                            stage.run()
                        }
                        #expect(stage.hasEnded(), place)
                    }
                }
            }
        }
    }

    // MARK: Queued results

    /// The logs of a story in which `events` come after each number of jobs, in many schedules.
    private static func logs(
        _ host: Host, _ setting: ScriptedStage.Setting = .alone, begin: (ScriptedStage) -> Void,
        then events: (ScriptedStage) -> Void
    ) -> [[String]] {
        var logs: [[String]] = []
        for seed in 1...UInt64(Scale.chosen(debug: 6, release: 100)) {
            for jobs in 0..<30 {
                let stage = ScriptedStage(setting, in: host, seed: seed)
                begin(stage)
                stage.run(jobs: jobs)
                events(stage)
                stage.run()
                logs.append(stage.log)
                stage.finish()
                #expect(stage.hasEnded())
            }
        }
        return logs
    }

    @Test(arguments: Host.allCases) func `No queued result arrives after the input that ended its effect`(host: Host) {
        for end in [ScriptedMachine.Input.go(.idle, note: "left"), .go(.loading("b"), .find("b"), note: "left")] {
            let logs = Self.logs(host) { stage in
                stage.send(.go(.loading("a"), .find("a", .stay, .stay, .stay, .stay, .stay)))
                stage.release("a", times: 4)
            } then: { stage in
                stage.queue(end)
                stage.run()
                stage.release("b")
            }
            let ended = logs.compactMap { $0.split(separator: "left", omittingEmptySubsequences: false).last }
            #expect(ended.allSatisfy { !$0.contains("a") })
            #expect(Set(logs.map(\.count)).count > 1, "The input came before some results and after others")
        }
    }

    @Test("No queued result arrives after another effect's result that ended its effect", arguments: Host.allCases)
    func queuedBehindResult(host: Host) {
        let logs = Self.logs(host) { stage in
            stage.send(
                .go(.loading("a"), .merge([.find("a", .stay, .stay, .stay, .stay), .post("b", .to(.idle), .stay)]))
            )
            stage.release("a", times: 3)
        } then: { stage in
            stage.release("b", times: 2)
        }
        #expect(logs.allSatisfy { $0.suffix(2) == ["b", "b"] })
        #expect(Set(logs.map(\.count)).count > 2, "The result came between different results")
    }

    @Test(arguments: Host.allCases)
    func `All results of an effect arrive that lead from phase to phase, however many are queued`(host: Host) {
        let logs = Self.logs(host) { stage in
            stage.send(.go(.loading("a"), .find("a", .to(.shown), .to(.idle), .stay, .to(.shown))))
            stage.release("a", times: 2)
        } then: { stage in
            stage.release("a", times: 2)
        }
        #expect(logs.allSatisfy { $0 == ["a", "a", "a", "a"] })
    }

    @Test(
        "No result arrives in a child that comes after the one that started the effect",
        arguments: ScriptedStage.Setting.passing, Host.allCases)
    func passing(setting: ScriptedStage.Setting, host: Host) {
        let logs = Self.logs(host, setting) { stage in
            stage.send(
                .go(.loading("a"), .merge([.find("a", .stay, .stay, .stay), .post("b", traits: .outlivesPhase)]))
            )
            stage.release("a", times: 2)
            stage.release("b")
        } then: { stage in
            stage.queue(.dismiss, .present)
        }
        #expect(logs.allSatisfy { $0.isEmpty })
    }

    @Test("When actions finish, long-running effects end, and their follow-ups begin", arguments: Host.allCases)
    func finishing(host: Host) {
        let stage = ScriptedStage(.alone, in: host)
        stage.send(
            .go(.loading("a"), .concatenate([.find("a", traits: .longRunning), .post("b")])),
            .run(.find("c", .to(.shown), .stay))
        )
        stage.finish()
        #expect(stage.desk.waiting == ["b", "c"])
        stage.release("c")
        stage.run()
        #expect(stage.desk.waiting == ["c"], "A finishing machine has phases, too")
        stage.release("c")
        stage.run()
        #expect(stage.log == ["c", "c"])
        #expect(stage.hasEnded())
    }
}

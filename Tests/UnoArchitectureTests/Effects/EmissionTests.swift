import TestSupport
import Testing
import UnoArchitecture

/// How often emissions emit, and in which order their effects begin.
@Suite(.timeLimit(.hang))
struct EmissionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many times the state is emitted by the step, after the first release and after the second.
        let counts: [Int]
        let emission: @Sendable (HeldWork, HeldWork) -> Emission<Int>

        init(
            _ name: String, _ counts: [Int], _ emission: @escaping @Sendable (HeldWork, HeldWork) -> Emission<Int>
        ) { (testDescription, self.counts, self.emission) = (name, counts, emission) }
    }

    private static func work(_ work: HeldWork, id: Int? = nil, policy: EffectPolicy = .runBoth) -> Emission<Int> {
        .perform(id: id, policy: policy) { _, _ in await work.run() }
    }

    static let table: [Row] = [
        Row("none", [0, 0, 0]) { _, _ in .none },
        Row("state", [1, 1, 1]) { _, _ in .state },
        Row("merge of none", [0, 0, 0]) { _, _ in .merge([]) },
        Row("concatenation of none", [0, 0, 0]) { _, _ in .concatenate([]) },
        Row("state after a merge and a concatenation of none", [1, 1, 1]) { _, _ in
            .concatenate([.merge([]), .concatenate([]), .state])
        },
        Row("cancel", [1, 1, 1]) { _, _ in .cancel(id: 1) },
        Row("perform", [1, 1, 1]) { a, _ in work(a) },
        Row("two performs", [1, 1, 1]) { a, b in .merge([work(a), work(b)]) },
        Row("state, then perform", [1, 1, 1]) { a, _ in .merge([.state, work(a)]) },
        Row("perform, then state", [1, 1, 1]) { a, _ in .merge([work(a), .state]) },
        Row("state and state", [1, 1, 1]) { _, _ in .merge([.state, .state]) },
        Row("cancel, then state", [1, 1, 1]) { _, _ in .merge([.cancel(id: 1), .state]) },
        Row("concatenation of cancel and state", [1, 1, 1]) { _, _ in .concatenate([.cancel(id: 1), .state, .state]) },
        Row("an effect that is dropped, and state", [1, 1, 1]) { a, b in
            .merge([work(a, id: 1), .concatenate([work(b, id: 1, policy: .dropNew), .state]), .state])
        },
        Row("none and state", [1, 1, 1]) { _, _ in Emission.none.merging(with: .state) },
        Row("concatenation", [1, 2, 3]) { a, b in .concatenate([work(a), .state, work(b), .state]) },
        Row("state after a merge", [1, 1, 2]) { a, b in .concatenate([.merge([work(a), work(b)]), .state]) },
        Row("merge of concatenations", [1, 2, 4]) { a, b in
            .merge([.concatenate([work(a), .state]), .concatenate([work(b), .state, .state])])
        },
    ]

    @Test("Each emission emits the expected number of times", arguments: table, Host.allCases)
    func counts(row: Row, host: Host) {
        let (first, second) = (HeldWork(), HeldWork())
        let stage = Stage(Interact<Int, Int>(initialValue: 0) { _, _ in row.emission(first, second) }, in: host)
        var counts: [Int] = []
        stage.send(1)
        counts.append(stage.states.count - 1)
        for work in [first, second] {
            stage.release(work)
            counts.append(stage.states.count - 1)
        }
        #expect(counts == row.counts)
    }

    @Test(
        "A dismissal where no parent presents the feature emits the state, once with what else does",
        arguments: Host.allCases)
    func dismissal(host: Host) {
        let emissions: [Emission<Int>] = [
            .dismiss(), .merge([.state, .dismiss()]), .merge([.dismiss(), .state]),
            .merge([.cancel(id: 1), .dismiss()]),
        ]
        let diagnostics = DiagnosticsRecorder()
        let stage = diagnostics {
            Stage(
                Interact<Int, Int>(initialValue: -1) { number, action in
                    number = action
                    return emissions[action]
                },
                in: host)
        }
        for action in emissions.indices { stage.send(action) }
        #expect(stage.states == [-1, 0, 1, 2, 3])
        #expect(Set(diagnostics.kinds) == [.notPresented])
    }

    @Test("A concatenation begins a part when the effects of the one before have ended", arguments: Host.allCases)
    func order(host: Host) {
        let works = (0..<3).map { _ in HeldWork() }
        let feature = Interact<[Int], Int>(initialValue: []) { _, _ in
            .concatenate(
                works.indices.map { index in
                    .perform { _, send in
                        await works[index].run()
                        await send { $0.append(index) }
                    }
                }
            )
        }
        let stage = Stage(feature, in: host)
        stage.send(1)
        #expect(works.map(\.starts.count) == [1, 0, 0])
        stage.release(works[0])
        #expect(works.map(\.starts.count) == [1, 1, 0])
        stage.release(works[1])
        #expect(stage.release(works[2]).states == [[], [], [0], [0, 1], [0, 1, 2]])
    }

    @Test("Cancelling one effect of a concatenation by its id starts the next one", arguments: Host.allCases)
    func passing(host: Host) {
        let work = HeldWork()
        let feature = Interact<Int, Bool>(initialValue: 0) { count, isStart in
            count += 1
            return isStart
                ? .concatenate([
                    .perform(id: "work") { _, _ in await work.run() }, .perform { _, send in await send { $0 += 10 } },
                ])
                : .cancel(id: "work")
        }
        let stage = Stage(feature, in: host)
        #expect(stage.send(true, false).states == [0, 1, 2, 12])
    }

    @Test("A row of a hundred thousand emissions does not grow the stack") func longRow() {
        let count = Scale.chosen(debug: 100_000, release: 1_000_000)
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            .concatenate(Array(repeating: .none, count: count) + [.state])
        }
        let stage = Stage(feature)
        #expect(stage.send(1).states == [0, 0])
    }

    @Test("A Send that outlives its effect does not retain the captures of the effect's work", arguments: Host.allCases)
    func keptSend(host: Host) async {
        let (kept, watches) = (Record<Send<Int>>(), Record<Canary.Watch>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            let canary = Canary()
            watches.append(canary.watch)
            return .perform { _, send in
                canary.sing()
                kept.append(send)
            }
        }
        let stage = Stage(feature, in: host)
        stage.send(1)
        #expect(kept.elements.count == 1)
        await watches.elements[0].freed()
    }

    @Test("A Send that outlives its effect is rejected and reported, once per place", arguments: Host.allCases)
    func lateSend(host: Host) {
        let diagnostics = DiagnosticsRecorder()
        let kept = Record<Send<Int>>()
        let stage = diagnostics {
            Stage(Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, send in kept.append(send) } }, in: host)
        }
        stage.send(1)
        let outcomes = Record<SendOutcome>()
        let send = kept.elements[0]
        let line: UInt = #line + 1
        stage.run { for _ in 0..<2 { outcomes.append(await send { $0 = 9 }) } }
        #expect(outcomes.elements == [.rejected(.effectEnded), .rejected(.effectEnded)])
        #expect(diagnostics.kinds == [.effectEnded])
        #expect(diagnostics.reports.elements.first?.line == line)
        #expect(diagnostics.reports.elements.first?.fileID?.hasSuffix("EmissionTests.swift") == true)
        #expect(stage.last == 0)
    }
}

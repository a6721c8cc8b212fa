import AsyncKit
import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// Graphs composed at run time from deeply nested parts.
@Suite(.timeLimit(.hang), .tags(.boundedStackAndMemory))
struct NestingTests {
    typealias Part = AnyInteractor<Deep.State, Deep.Action>

    /// Wraps a part that adds each number to its state in a number of levels.
    enum Kind: CaseIterable, Sendable {
        case scope, scopeOfOptional, whenFixed, mergeFirst, mergeSecond, mergeEmpty, collected

        /// The kinds whose step is linear in the depth. An optional that is computed is read through all of those around it.
        static let linear = allCases.filter { $0 != .scopeOfOptional }

        func nest(_ levels: Int, around innermost: Part = Deep.adding.eraseToAnyInteractor()) -> Part {
            var part = innermost
            for _ in 0..<levels { part = level(around: part) }
            return self == .scope ? part.starting(with: .init()).eraseToAnyInteractor() : part
        }

        private func level(around part: Part) -> Part {
            let path = AnyCasePath<Deep.Action, Deep.Action>(embed: { $0 }, extract: { $0 })
            return switch self {
            case .scope: Scope(state: \.self, actionPath: path) { part }.eraseToAnyInteractor()
            case .scopeOfOptional: Deep.silent.ifLet(\.itself, action: \.same) { part }.eraseToAnyInteractor()
            case .whenFixed:
                Deep.storing.when(stateIs: \.self, actionIs: \.inner, stateAction: \.state) { part }
                    .eraseToAnyInteractor()
            case .mergeFirst: Interactors.Merge(part, Deep.silent).eraseToAnyInteractor()
            case .mergeSecond: Interactors.Merge(Deep.silent, part).eraseToAnyInteractor()
            case .mergeEmpty: Interactors.Merge(part, EmptyInteractor()).eraseToAnyInteractor()
            case .collected: Interactors.CollectInteractors { part }.eraseToAnyInteractor()
            }
        }
    }

    /// Returns the sums that the graph emits for an action, and the reports. Runs on the calling thread.
    static func run(_ part: Part, levels: Int) -> (sums: [Int], reports: [Diagnostic]) {
        let recorder = DiagnosticsRecorder()
        let sums = recorder {
            let stage = Stage(part)
            stage.send(Deep.Action(level: levels, number: 5))
            stage.finish()
            return stage.states.map(\.sum)
        }
        return (sums, recorder.reports.elements)
    }

    @Test("A thousand levels work on a stack of 8 MB", arguments: Kind.linear) func thousand(kind: Kind) {
        let levels = 1_000 / Sanitizer.stackFactor
        let part = kind.nest(levels)
        let (sums, reports) = onStack(ofBytes: 8 << 20) { Self.run(part, levels: levels) }
        #expect(sums == [0, 5])
        #expect(reports.isEmpty)
    }

    @Test("Fifty levels work on a stack of 512 KB", arguments: Kind.allCases) func smallStack(kind: Kind) {
        let levels = 50 / Sanitizer.stackFactor
        let part = kind.nest(levels)
        let (sums, reports) = onStack(ofBytes: 512 << 10) { Self.run(part, levels: levels) }
        #expect(sums == [0, 5])
        #expect(reports.isEmpty)
    }

    @Test(
        "What is nested too deep for the stack is reported by name, once, and left out",
        arguments: Kind.linear.map { ($0, 8) } + Kind.allCases.map { ($0, 0.5) }
    )
    func tooDeep(kind: Kind, megabytes: Double) {
        let part = kind.nest(10_000)
        let (sums, reports) = onStack(ofBytes: Int(megabytes * 1_048_576)) { Self.run(part, levels: 10_000) }
        #expect(sums == [0])
        #expect(reports.map(\.kind) == [.tooDeep])
        #expect(reports.first?.message.contains("State, ") == true)
    }

    @Test("Thirty-two late levels are made on any stack, and every fourth one after them is measured") func assured() {
        var (nesting, levels) = (Nesting(), 0)
        // The depth counts where the stack cannot be measured, as under the address sanitizer.
        let hasRoom = nesting.descend()
        #expect(hasRoom)
        while nesting.descendLate(within: 0) { levels += 1 }
        #expect(levels == 35)
    }

    @Test("A part is as deep as there are parts around it") func depth() {
        var nesting = Nesting()
        for around in 0..<20 as Range<Int32> {
            let hasRoom = nesting.descend()
            #expect(hasRoom && nesting.outerDepth == around)
        }
    }

    @Test("Making parts to learn what is in them makes each kind once, and tells of those within that were not made")
    func probing() async {
        let runtime = Runtime(Sum.digits())
        let found = await runtime.isolation.visit { isolation -> [Bool] in
            let (engine, site) = (isolation.engine, CallSite(#fileID, #line))
            var found = [engine.probes(Int.self, at: site)]
            let (_, isUnsure) = engine.probing {
                engine.noteUnmade()
                found.append(engine.probes(Int.self, at: site))
                let (_, isInnerUnsure) = engine.probing { found.append(engine.probes(Int.self, at: site)) }
                found.append(isInnerUnsure)
                found.append(engine.probes(Bool.self, at: site))
            }
            found.append(isUnsure)
            found.append(engine.probing { engine.probing { engine.noteUnmade() } }.isUnsure)
            found.append(engine.probing {}.isUnsure)
            found.append(engine.probes(Double.self, at: site))
            return found
        }
        #expect(found == [false, true, false, false, true, true, true, false, false])
        await runtime.shutdown(.cancel)
    }

    @Test("The sender of an action for a part that was left out gets a rejection") func refused() async {
        let part = Kind.mergeFirst.nest(10_000)
        let recorder = DiagnosticsRecorder()
        let outcome = await recorder.during {
            let runtime = Runtime(part)
            let task = await runtime.deliver(Deep.Action(level: 0, number: 5))
            await task.finish()
            return task.outcome
        }
        #expect(outcome == .rejected(.childEnded) && recorder.kinds == [.tooDeep])
    }

    @Test("A body can contain its own type, erased, in rows", arguments: Host.allCases)
    func recursive(host: Host) async {
        let states = await host.states(of: Family(generations: 3), [.renameYoungest(of: 3)])
        #expect(states.first?.youngest.name == 0)
        #expect(states.last?.youngest.name == 5)
    }

    @Test("A deeper nest asks its innermost body no more often", arguments: Kind.allCases) func linear(kind: Kind) {
        func evaluations(_ levels: Int) -> Int {
            let evaluations = Record<Void>()
            let counted = Deep.Counted(evaluations: evaluations).eraseToAnyInteractor()
            _ = Self.run(kind.nest(levels, around: counted), levels: levels)
            return evaluations.count
        }
        #expect(evaluations(10) == evaluations(40))
    }

    @Test(
        "Making a child reads its body once, and once more for each initial value that its scope takes",
        arguments: [(Kind.whenFixed, 3), (.scope, 1), (.scopeOfOptional, 1)]
    )
    func bodyIsReadOnce(kind: Kind, expected: Int) {
        let evaluations = Record<Void>()
        let child = Deep.Counted(evaluations: evaluations).eraseToAnyInteractor()
        _ = Self.run(kind.nest(1, around: child), levels: 1)
        #expect(evaluations.count == expected)
    }
}

/// A feature that has itself as the child of its rows.
private struct Family: Interactor {
    struct Person: Sendable, Identifiable {
        var id = 0
        var name = 0
        var children: [Person] = []

        /// Returns the innermost state after a number of generations.
        static func line(_ generations: Int) -> Person {
            (0..<generations).reduce(Person()) { descendants, _ in Person(children: [descendants]) }
        }

        var youngest: Person {
            var person = self
            while let child = person.children.first { person = child }
            return person
        }
    }

    @CasePathable indirect enum Action: Sendable {
        case rename(Int)
        case child(IdentifiedAction<Int, Action>)

        static func renameYoungest(of generations: Int) -> Action {
            (0..<generations).reduce(.rename(5)) { action, _ in .child(.element(id: 0, action: action)) }
        }
    }

    var generations = 0

    var body: some Interactor<Person, Action> {
        Interact(initialValue: Person.line(generations)) { person, action in
            if case .rename(let name) = action { person.name = name }
            return .state
        }
        .forEach(\.children, action: \.child) { AnyInteractor(Family()) }
    }
}

/// The state that the levels work on.
enum Deep {
    struct State: Sendable, Equatable {
        var sum = 0
        var ballast = (0, 0, 0, 0, 0, 0, 0, 0)
        /// The state itself as an optional.
        var itself: State? {
            get { self }
            set { if let newValue { self = newValue } }
        }

        static func == (left: State, right: State) -> Bool { left.sum == right.sum }
    }

    struct Action: Sendable, CasePathable {
        /// The number of `when` levels that remain.
        var level = 0
        var number = 0
        var state: State?

        struct AllCasePaths: Sendable {
            let same = AnyCasePath<Action, Action>(embed: { $0 }, extract: { $0 })
            let inner = AnyCasePath<Action, Action>(
                embed: { Action(level: $0.level + 1, number: $0.number) },
                extract: { $0.level > 0 ? Action(level: $0.level - 1, number: $0.number) : nil }
            )
            let state = AnyCasePath<Action, State>(embed: { Action(state: $0) }, extract: { $0.state })
        }
        static let allCasePaths = AllCasePaths()
    }

    static let adding = Interact<State, Action>.changing(State()) { state, action in state.sum += action.number }

    static let silent = Interact<State, Action>(initialValue: State()) { _, _ in .none }

    static let storing = Interact<State, Action>(initialValue: State()) { state, action in
        guard let new = action.state else { return .none }
        state = new
        return .state
    }

    struct Counted: Interactor {
        let evaluations: Record<Void>

        var body: some Interactor<State, Action> {
            let _: Void = evaluations.append()
            adding
        }
    }
}

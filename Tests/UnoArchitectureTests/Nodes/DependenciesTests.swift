import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite(.timeLimit(.hang)) struct DependenciesTests {
    struct Greeter: FeatureDependency {
        var greet: @Sendable (_ name: String) async throws -> String
        var limit = 3
        static var unprovided: Greeter { Greeter(greet: Unprovided.throwing("Greeter.greet"), limit: 0) }

        static func named(_ greeting: String, limit: Int = 3) -> Greeter {
            Greeter(greet: { "\(greeting), \($0)" }, limit: limit)
        }
    }
    enum Offset: FeatureDependency {
        static var unprovided: Int { 100 }
    }

    struct State: Sendable, Equatable {
        var limit = -1
        var offset = -1
        var greeting = ""
    }

    /// Reads its dependencies in the initial state, in the handler and in an effect.
    struct Greeting: Interactor {
        typealias DomainState = State
        enum Action: Sendable, Equatable {
            case greet(String)
            case addOffset
        }

        var body: some InteractorOf<Self> {
            Requiring(Greeter.self, Offset.self) { greeter, offset in
                Interact(initialValue: State(limit: greeter.limit, offset: offset)) { state, action in
                    switch action {
                    case .addOffset:
                        state.offset += offset
                        return .state
                    case .greet(let name):
                        return .perform { _, send in
                            let text = (try? await greeter.greet(name)) ?? "failed"
                            await send { $0.greeting = text }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: Host.allCases)
    func `A part gets what is provided around it: in its initial state, its handler and its effects`(host: Host) async {
        let feature = Greeting().providing(Greeter.named("Hi", limit: 7)).providing(2, for: Offset.self)
        let states = await host.states(of: feature, [.addOffset, .greet("Ada")])
        #expect(states.first == State(limit: 7, offset: 2))
        #expect(states.last == State(limit: 7, offset: 4, greeting: "Hi, Ada"))
    }

    @Test func `Where nothing is provided, the default is used; a harness records its call as an issue`() async {
        let offset = await Host.runtime.states(of: Greeting(), [.addOffset])
        #expect(offset == [State(limit: 0, offset: 100), State(limit: 0, offset: 200)])
        let found = await failures {
            let harness = InteractorTestHarness(Greeting())
            await harness.send(.greet("Ada"))
            await harness.receive { $0.greeting = "failed" }
            await harness.finish()
        }
        #expect(found.map { $0.text.contains("Greeter.greet was called, but is not provided") } == [true])
    }

    @Test(.diagnosticsAreIssues) func `With the trait, a runtime's report is an issue of the test`() async {
        let found = await failures {
            let runtime = Runtime(Greeting())
            let event = runtime.send(.greet("Ada"))
            await event.finish()
            #expect(await runtime.state?.greeting == "failed")
            await runtime.shutdown(.cancel)
        }
        #expect(found.map { $0.text.contains("Greeter.greet") } == [true])
    }

    @Test func `The innermost value counts, and what is provided is seen inside only`() async {
        struct Pair: Sendable, Equatable {
            var left = State()
            var right = State()
            var none = State()
        }
        let parts = Interactors.CollectInteractors<Pair, Greeting.Action, _> {
            Scope(state: \.left) { Greeting().providing(1, for: Offset.self) }
            Scope(state: \.right) { Greeting().providing(Offset.self) { $0 += 20 } }
            Scope(state: \.none) { Greeting() }
            Interact<Pair, Greeting.Action>(
                initialValue: Pair(left: .init(offset: 0), right: .init(offset: 0), none: .init(offset: 0))
            ) { _, _ in .state }
        }.providing(10, for: Offset.self)
        let last = await Host.runtime.states(of: parts, [.addOffset]).last
        #expect([last?.left.offset, last?.right.offset, last?.none.offset] == [1, 30, 10])
    }

    // MARK: Children that are made late

    @CasePathable enum ParentAction: Sendable {
        case open
        case row(IdentifiedAction<Int, Greeting.Action>)
        case child(Greeting.Action)
        case childState(State)
    }
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var state = State()
    }
    struct Parent: Sendable, Equatable {
        var rows: [Row] = []
        var child: State?
    }

    static let parent = Interact<Parent, ParentAction>(initialValue: Parent()) { state, action in
        switch action {
        case .open:
            state.rows = (0..<3).map { Row(id: $0, state: State(offset: 0)) }
            state.child = State(offset: 0)
        case .childState(let child): state.child = child
        case .row, .child: return .none
        }
        return .state
    }

    @Test(arguments: Host.allCases)
    func `Rows and children that appear later get the dependencies of their place`(host: Host) async {
        let feature = Self.parent
            .forEach(\.rows, action: \.row) { Scope(state: \.state) { Greeting() } }
            .ifLet(\.child, action: \.child) { Greeting() }
            .providing(5, for: Offset.self)
        let states = await host.states(
            of: feature, [.open, .row(.element(id: 1, action: .addOffset)), .child(.addOffset)])
        #expect(states.last?.rows.map(\.state.offset) == [0, 5, 0])
        #expect(states.last?.child?.offset == 5)
    }

    @Test func `An erased interactor starts from an initial state with the provided values`() async {
        let erased = AnyInteractor(Greeting()).providing(5, for: Offset.self)
        #expect(erased.initialValue.offset == 5)
        #expect(await Host.runtime.states(of: erased).first?.offset == 5)
    }

    @Test func `Functions of any form can be unprovided`() async {
        struct Client {
            var log: @Sendable (String) -> Void = Unprovided.function("log")
            var count: @Sendable () async -> Int = Unprovided.function("count", returning: 4)
            var join: @Sendable (Int, String) throws -> String = Unprovided.throwing("join")
            var save: @Sendable (Int) async throws -> Void = Unprovided.throwing("save")
        }
        let (recorder, client) = (DiagnosticsRecorder(), Client())
        await recorder.during {
            client.log("a")
            #expect(await client.count() == 4)
            #expect(throws: UnprovidedDependency(name: "join")) { try client.join(1, "b") }
            await #expect(throws: UnprovidedDependency(name: "save")) { try await client.save(2) }
        }
        #expect(recorder.kinds == [.unprovided, .unprovided, .unprovided, .unprovided])
        #expect(recorder.reports.elements.map { String($0.message.prefix(4)) } == ["log ", "coun", "join", "save"])
        #expect(recorder.reports.elements.allSatisfy { $0.fileID?.hasSuffix("DependenciesTests.swift") ?? false })
    }

    final class Register: FeatureDependency, Sendable {
        static var unprovided: Register { Register() }
    }

    struct Registers: Sendable, Equatable {
        var first: ObjectIdentifier?
        var second: ObjectIdentifier?
        var third: ObjectIdentifier?

        static func reader(
            at place: any WritableKeyPath<Registers, ObjectIdentifier?> & Sendable
        ) -> some Interactor<Registers, Int> {
            Requiring(Register.self) { register in
                Update { state, _, _ in state[keyPath: place] = ObjectIdentifier(register) }
            }
        }

        static var feature: some Interactor<Registers, Int> {
            Interactors.Merge(
                Update<Registers, Int>(initialValue: Registers()) { _, _, _ in },
                Interactors.Merge(reader(at: \.first), reader(at: \.second)))
        }
    }

    @Test func `Where nothing is provided, all parts of a graph get one value, and another graph another`() async {
        // Both are alive while they are compared: the memory of one that has gone may be used again.
        let stages = [Stage(Registers.feature), Stage(Registers.feature)]
        for stage in stages { stage.send(0) }
        let seen = stages.map(\.last)
        #expect(seen.allSatisfy { $0.first != nil && $0.first == $0.second })
        #expect(seen[0].first != seen[1].first)
        withExtendedLifetime(stages) {}
        let varied = Stage(
            Interactors.Merge(Registers.feature, Registers.reader(at: \.third).providing(Register.self) { _ in }))
        varied.send(0)
        #expect(varied.last.third != nil && varied.last.third == varied.last.first)
    }

    enum Nickname: FeatureDependency {
        static var unprovided: String? { "none given" }
    }

    @Test func `A dependency may be an optional, which is not provided, or provided as nil`() {
        let feature = Requiring(Nickname.self) { name in
            Interact<[String?], Int>(initialValue: []) { state, _ in
                state.append(name)
                return .state
            }
        }
        for (stage, name) in [
            (Stage(feature.providing(nil, for: Nickname.self)), nil),
            (Stage(feature.providing("Ada", for: Nickname.self)), "Ada"),
            (Stage(feature.providing(Nickname.self) { $0 = $0.map { $0 + "!" } }), "none given!"),
        ] {
            stage.send(0)
            #expect(stage.last == [name])
        }
        let stage = Stage(feature)
        stage.send(0)
        #expect(stage.last == ["none given"])
    }
}

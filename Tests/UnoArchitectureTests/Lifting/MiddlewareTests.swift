import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoLifting

@Suite(.timeLimit(.hang)) struct MiddlewareTests {
    typealias Part = AnyMiddleware<Int, Int, [Int]>
    typealias Outer = RandomReducer.Outer
    typealias Middle = RandomReducer.Middle
    typealias Whole = RandomReducer.Whole

    /// Produces numbers derived from a seed, the action and the state, some at once and some later.
    static func random(_ random: inout SplitMix) -> Part {
        let (mark, kind) = (Int.random(in: 1...9, using: &random), Int.random(in: 0..<3, using: &random))
        return Part { action, _, state in
            let count = state.before.count
            switch kind {
            case 0: return .pure(action * 100 + mark * 10 + count)
            case 1: return .run { [live = state.live] in await $0(action * 100 + mark * 10 + live.count) }
            default: return action % 2 == 0 ? .none : .pure(mark) <> .run { await $0(mark) }
            }
        }
    }

    func outputs<Input, Output: Sendable, State>(
        _ middleware: some MiddlewareProtocol<Input, Output, State>, _ action: Input, _ state: State
    ) async -> [Output] {
        let record = Record<Output>()
        await middleware.handle(action: action, from: ActionSource(), state: MiddlewareState(state))
            .perform { record.append($0) }
        return record.elements
    }

    @Test(arguments: UInt64(0)..<30)
    func `Composition is associative, with identity on both sides`(seed: UInt64) async {
        var random = SplitMix(seed: seed)
        let (a, b, c) = (Self.random(&random), Self.random(&random), Self.random(&random))
        let identity = IdentityMiddleware<Int, Int, [Int]>()
        for action in 0..<10 {
            let state = Array(0..<(action % 3))
            let expected = await outputs((a <> b) <> c, action, state)
            #expect(await outputs(a <> (b <> c), action, state) == expected)
            let alone = await outputs(a, action, state)
            #expect(await outputs(a <> identity, action, state) == alone)
            #expect(await outputs(identity <> a, action, state) == alone)
            #expect(await outputs(a.eraseToAnyMiddleware(), action, state) == alone)
        }
    }

    func lifts(_ part: some MiddlewareProtocol<Int, Int, [Int]>) -> [AnyMiddleware<Outer, Outer, Whole>] {
        [
            part.lift(
                inputAction: \Outer.inner?.digit, outputAction: { Outer.inner(.digit($0)) },
                state: \Whole.inner.part.digits
            ).eraseToAnyMiddleware(),
            part.lift(action: \Case<Outer>.inner.digit, state: \Whole.inner.part.digits).eraseToAnyMiddleware(),
            part.lift(inputAction: \Middle.digit, outputAction: Middle.digit, state: \RandomReducer.Inner.part.digits)
                .lift(inputAction: \Outer.inner, outputAction: Outer.inner, state: \Whole.inner)
                .eraseToAnyMiddleware(),
            part.lift(outputAction: \Case<Middle>.digit).lift(outputAction: \Case<Outer>.inner)
                .lift(state: \Whole.inner.part.digits).lift(inputAction: \Outer.inner?.digit)
                .eraseToAnyMiddleware(),
            part.lift(outputAction: \Case<Outer>.inner.digit).lift(inputAction: \Outer.inner?.digit)
                .lift(state: \Whole.inner.part.digits).eraseToAnyMiddleware(),
            part.lift(action: \Outer.inner?.digit, state: \Whole.inner.part.digits).eraseToAnyMiddleware(),
            part.lift(action: \Middle.digit).lift(action: \Outer.inner, state: \Whole.inner.part.digits)
                .eraseToAnyMiddleware(),
            part.lift(action: \Case<Outer>.inner.digit).lift(state: { (whole: Whole) in whole.inner.part.digits })
                .eraseToAnyMiddleware(),
        ]
    }

    @Test(arguments: UInt64(0)..<20)
    func `Lifting preserves identity and composition, and lifting twice equals lifting along both paths`(
        seed: UInt64
    ) async {
        var random = SplitMix(seed: seed)
        let (a, b) = (Self.random(&random), Self.random(&random))
        var whole = Whole()
        whole.inner.part.digits = [1, 2]
        for action in RandomReducer.actions(&random) {
            let expected = await outputs(lifts(a <> b)[0], action, whole)
            for (liftedA, liftedB) in zip(lifts(a), lifts(b)) {
                #expect(await outputs(liftedA <> liftedB, action, whole) == expected)
            }
            for lifted in lifts(a <> b) { #expect(await outputs(lifted, action, whole) == expected) }
            for lifted in lifts(IdentityMiddleware<Int, Int, [Int]>()) {
                #expect(await outputs(lifted, action, whole).isEmpty)
            }
        }
    }

    @Test func `A middleware without state or without output lifts with the plain functions`() async {
        let seen = Record<Int>()
        let logger = AnyMiddleware<Int, Never, Void> { action, _, state in
            state.before
            seen.append(action)
            return .none
        }
        let lifted =
            logger.lift(inputAction: Lifting.identity, outputAction: Lifting.absurd, state: Lifting.ignore)
            as LiftedMiddleware<AnyMiddleware<Int, Never, Void>, Int, Outer, Whole>
        #expect(await outputs(lifted, 7, Whole()).isEmpty)
        #expect(seen.elements == [7])
        #expect(Lifting.identity(3) == 3)
    }

    @Test func `Of two middlewares the left one handles an action first, and its outputs come first`() async {
        let seen = Record<String>()
        func part(_ name: String, _ output: Int) -> Part {
            Part { action, _, _ in
                seen.append("\(name) \(action)")
                return .pure(action * 10 + output) <> .run { await $0(action * 100 + output) }
            }
        }
        let (a, b, c) = (part("a", 1), part("b", 2), part("c", 3))
        #expect(await outputs(a <> b, 4, []) == [41, 401, 42, 402])
        #expect(await outputs(b <> a, 4, []) == [42, 402, 41, 401])
        #expect(seen.elements == ["a 4", "b 4", "b 4", "a 4"])
        #expect(await outputs((a <> b) <> c, 4, []) == [41, 401, 42, 402, 43, 403])
        #expect(await outputs(a <> (b <> c), 4, []) == [41, 401, 42, 402, 43, 403])
        #expect(seen.elements.suffix(6) == ["a 4", "b 4", "c 4", "a 4", "b 4", "c 4"])
        let store = Store(initialValue: [], reducer: StoreTests.appending, middleware: once(a) <> once(b))
        let stage = Stage(store)
        stage.send(4)
        #expect(stage.last == [4, 41, 42, 401, 402])
    }

    /// `part` for actions below 10.
    private func once(_ part: Part) -> Part {
        Part { action, source, state in action < 10 ? part.handle(action: action, from: source, state: state) : .none }
    }

    @Test func `Outputs that take the place of another one have the outcome of the first that is not accepted`() async {
        let rows: [(outcomes: [SendOutcome], first: SendOutcome)] = [
            ([], .accepted), ([.accepted, .accepted], .accepted),
            ([.accepted, .rejected(.mailboxFull), .accepted], .rejected(.mailboxFull)),
            ([.rejected(.childEnded), .cancelled], .rejected(.childEnded)),
        ]
        for (outcomes, first) in rows {
            let io = outcomes.indices.reduce(IO<Int>.none) { $0 <> .pure($1) }
            #expect(await io.perform(into: IOOutput { index, _ in outcomes[index] }) == first)
        }
    }

    @Test func `IO obeys the monad laws`() async {
        func run(_ io: IO<Int>) async -> [Int] {
            let record = Record<Int>()
            await io.perform { record.append($0) }
            return record.elements
        }
        let (f, g): (@Sendable (Int) -> IO<Int>, @Sendable (Int) -> IO<Int>) = (
            { n in .pure(n + 1) <> .run { await $0(n + 2) } }, { n in n % 2 == 0 ? .none : .pure(n * 10) }
        )
        let samples: [IO<Int>] = [
            .none, .pure(1), .pure(1) <> .pure(2),
            .run { output in
                await output(3)
                await output(4)
            } <> .pure(5),
        ]
        for io in samples {
            #expect(await run(io.flatMap { .pure($0) }) == run(io))
            #expect(await run(io.flatMap(f).flatMap(g)) == run(io.flatMap { f($0).flatMap(g) }))
            #expect(await run(io.map { $0 + 1 }) == run(io.flatMap { .pure($0 + 1) }))
            #expect(await run(io <> .none) == run(io))
            #expect(await run(.none <> io) == run(io))
            for other in samples {
                #expect(await run((io <> other) <> .pure(9)) == run(io <> (other <> .pure(9))))
            }
        }
        #expect(await run(IO.pure(1).flatMap(f)) == run(f(1)))
    }
}

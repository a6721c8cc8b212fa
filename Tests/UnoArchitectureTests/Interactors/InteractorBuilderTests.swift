import TestSupport
import Testing
import UnoArchitecture

/// The types that the builder makes of blocks, and when it evaluates conditions.
@Suite(.misuse, .timeLimit(.hang)) struct InteractorBuilderTests {
    private struct Existential: Interactor {
        let part: any Interactor<Int, Int>
        var body: some Interactor<Int, Int> { part }
    }

    private func built<Part: Interactor<Int, Int>>(@InteractorBuilder<Int, Int> _ part: () -> Part) -> Part { part() }

    @Test("A part keeps its type; only an existential is erased") func types() {
        #expect("\(type(of: built { Sum.digits() }))" == "Interact<Int, Int>")
        #expect("\(type(of: Existential(part: Sum.digits()).body))" == "AnyInteractor<Int, Int>")
        #expect("\(type(of: built {}))" == "EmptyInteractor<Int, Int>")
        #expect(type(of: SelfReferringTransformer().body) == SelfReferringTransformer.self)
    }

    @Test("A block of more than ten parts merges them in the order written", arguments: Host.allCases)
    func long(host: Host) async {
        let interactor = built {
            Sum.digits()
            Sum.constant(1)
            Sum.constant(2)
            Sum.constant(3)
            Sum.constant(4)
            Sum.constant(5)
            Sum.constant(6)
            Sum.constant(7)
            Sum.constant(8)
            Sum.constant(9)
            Sum.constant(0)
        }
        #expect(await host.states(of: interactor, [7]).last == 71_234_567_890)
    }

    @Test("Conditions and loops choose when the block is evaluated", arguments: [true, false], Host.allCases)
    func conditions(isOn: Bool, host: Host) async {
        let interactor = built {
            Sum.digits()
            if isOn { Sum.constant(1) }
            if isOn { Sum.constant(2) } else { Sum.constant(3) }
            for digit in 4...5 { Sum.constant(digit) }
            switch isOn {
            case true: Sum.constant(6)
            case false: Sum.constant(7)
            }
        }
        #expect(await host.states(of: interactor, [9]).last == (isOn ? 912_456 : 93_457))
    }

    @Test("The empty block does nothing, and is the identity of merging", arguments: Host.allCases)
    func identity(host: Host) async {
        let digits = Sum.digits(from: 3)
        let plain = await host.states(of: digits, [1, 2])
        #expect(await host.states(of: Interactors.Merge(EmptyInteractor(), digits), [1, 2]) == plain)
        #expect(await host.states(of: Interactors.Merge(digits, EmptyInteractor()), [1, 2]) == plain)
    }

    @Test("Merging is associative", arguments: Host.allCases) func associativity(host: Host) async {
        let (a, b, c) = (Sum.digits(from: 3), Sum.constant(4), PullingTransformer(factor: 2))
        let left = Interactors.Merge(Interactors.Merge(a, b), c)
        let right = Interactors.Merge(a, Interactors.Merge(b, c))
        let states = await host.states(of: left, [1, 2])
        #expect(states == [3, 31, 314, 2, 22, 224, 4])
        #expect(await host.states(of: right, [1, 2]) == states)
    }
}

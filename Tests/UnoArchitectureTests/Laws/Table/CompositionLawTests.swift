import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Composition does not change behaviour: for handlers with effects, transformers and children, in every host.
@Suite(.timeLimit(.hang), .misuse, .tags(.fusedAndHostedAlike))
struct CompositionLawTests {
    typealias Part = AnyInteractor<Int, Int>

    /// Three different parts of each kind.
    struct Parts: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parts: [Part]

        init(_ name: String, _ part: (Int) -> Part) {
            testDescription = name
            parts = (1...3).map(part)
        }
    }

    static let table: [Parts] = [
        Parts("handlers") { Sum.constant($0, from: 7 + $0).eraseToAnyInteractor() },
        Parts("handlers with effects") { digit in
            Interact<Int, Int>(initialValue: digit) { sum, _ in
                sum = Sum.appending(digit, to: sum)
                return .concatenate([.state, .merge([.none, .state])])
            }.eraseToAnyInteractor()
        },
        Parts("stream transformers") { PullingTransformer(factor: $0).eraseToAnyInteractor() },
        Parts("a mixture") { digit in
            digit == 2
                ? PushingTransformer().eraseToAnyInteractor() : Sum.constant(digit, from: digit).eraseToAnyInteractor()
        },
        Parts("nothing") { _ in EmptyInteractor().eraseToAnyInteractor() },
    ]

    private func expectSame(_ host: LawHost, _ one: some Interactor<Int, Int>, _ other: some Interactor<Int, Int>) async
    {
        for actions in [[], [1], [1, 2, 3]] {
            let (left, right) = (await host.states(of: one, actions), await host.states(of: other, actions))
            #expect(left == right, "for \(actions)")
        }
    }

    @Test("Merge is associative", arguments: table, LawHost.allCases)
    func associative(row: Parts, host: LawHost) async {
        let (a, b, c) = (row.parts[0], row.parts[1], row.parts[2])
        let left = Interactors.Merge(Interactors.Merge(a, b), c)
        // The parts bring different initial values: which of them is reported, InitialValueTests hold.
        let failures = await failures {
            await expectSame(host, left, Interactors.Merge(a, Interactors.Merge(b, c)))
            await expectSame(host, left, Interactors.MergeMany(interactors: [a, b, c]))
        }
        #expect(failures.allSatisfy { host == .harness && $0.text.contains("is ignored: a part before it") })
    }

    @Test("EmptyInteractor is the identity of Merge, on either side", arguments: table, LawHost.allCases)
    func identity(row: Parts, host: LawHost) async {
        for part in row.parts {
            await expectSame(host, part, Interactors.Merge(part, EmptyInteractor()))
            await expectSame(host, part, Interactors.Merge(EmptyInteractor(), part))
        }
    }

    @Test("Erasing, collecting and a MergeMany of one change nothing", arguments: table, LawHost.allCases)
    func wrapping(row: Parts, host: LawHost) async {
        for part in row.parts {
            await expectSame(host, part, AnyInteractor(AnyInteractor(part)))
            await expectSame(host, part, Interactors.CollectInteractors { part })
            await expectSame(host, part, Interactors.MergeMany(interactors: [part]))
        }
    }

    @Test("Conditional behaves as the branch that it has chosen", arguments: table, LawHost.allCases)
    func conditional(row: Parts, host: LawHost) async {
        typealias Either = Interactors.Conditional<Part, Part>
        await expectSame(host, row.parts[0], Either.first(row.parts[0]))
        await expectSame(host, row.parts[1], Either.second(row.parts[1]))
    }
}

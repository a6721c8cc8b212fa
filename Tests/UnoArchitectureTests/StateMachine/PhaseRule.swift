import Testing
import UnoArchitecture

/// A story of a scripted machine, and how it ends.
struct PhaseRule: CustomTestStringConvertible {
    enum Event {
        case input(ScriptedMachine.Input)
        /// Makes an effect yield its next result.
        case release(String)
    }

    let testDescription: String
    let events: [Event]
    /// The results that have arrived.
    let log: [String]
    /// The effects that wait to give more.
    let waiting: [String]

    init(_ description: String, _ events: [Event], log: [String] = [], waiting: [String] = []) {
        self.testDescription = description
        self.events = events
        self.log = log
        self.waiting = waiting
    }
}

extension PhaseRule.Event {
    typealias Effects = ComposableEffect<ScriptedMachine.IOEffect>

    static func go(_ place: ScriptedMachine.Place, _ effects: Effects? = nil) -> Self { .input(.go(place, effects)) }
    static func run(_ effects: Effects) -> Self { .input(.run(effects)) }
}

extension PhaseRule {
    // Made anew for each use: a table that lives as long as the process would look like a leak.
    static var all: [PhaseRule] { replacing + carrying + leaving + following + traits }

    private static var replacing: [PhaseRule] {
        [
            PhaseRule(
                "Another value of the case with an effect of the same case: the old effect ends",
                [.go(.loading("a"), .find("a")), .go(.loading("b"), .find("b")), .release("b")],
                log: ["b"]
            ),
            PhaseRule(
                "Many values in a row: only the last effect is left",
                [
                    .go(.loading("a"), .find("a")), .go(.loading("b"), .find("b")), .go(.loading("c"), .find("c")),
                    .go(.loading("d"), .find("d")), .release("d"),
                ],
                log: ["d"]
            ),
            PhaseRule(
                "An unchanged state replaces nothing",
                [
                    .go(.shown), .go(.shown, .post("a")), .go(.shown, .post("b")), .release("a"), .release("b"),
                    .go(.loading("a"), .post("c")), .go(.loading("a"), .post("d")), .release("d"),
                ],
                log: ["a", "b", "d"],
                waiting: ["c"]
            ),
            PhaseRule(
                "An effect without a next state replaces nothing",
                [.go(.loading("a"), .find("a")), .run(.find("b")), .release("a"), .release("b")],
                log: ["a", "b"]
            ),
            PhaseRule(
                "Another value without an effect replaces nothing",
                [
                    .go(.loading("a"), .find("a")), .go(.loading("b")), .go(.loading("c"), ComposableEffect.none),
                    .release("a"),
                ],
                log: ["a"]
            ),
            PhaseRule(
                "An effect of another case replaces nothing",
                [.go(.loading("a"), .find("a")), .go(.loading("b"), .post("b")), .release("a"), .release("b")],
                log: ["a", "b"]
            ),
            PhaseRule(
                "Of several effects only those end whose case starts anew",
                [.go(.loading("a"), .merge([.find("a"), .post("b")])), .go(.loading("b"), .find("c"))],
                waiting: ["b", "c"]
            ),
            PhaseRule(
                "Of several new effects each replaces those of its case",
                [
                    .go(.loading("a"), .merge([.find("a"), .find("b")])), .run(.post("c")),
                    .go(.loading("b"), .concatenate([.post("d"), .find("e")])),
                ],
                waiting: ["d"]
            ),
            PhaseRule(
                "Effects of one composition and one case run as composed",
                [
                    .go(.loading("a"), .find("a")),
                    .go(.loading("b"), .merge([.find("b"), .find("c"), .concatenate([.find("d"), .find("e")])])),
                    .release("c"), .release("d"), .release("e"), .release("b"),
                ],
                log: ["c", "d", "e", "b"]
            ),
            PhaseRule(
                "What was to follow a replaced effect is dropped",
                [
                    .go(.loading("a"), .concatenate([.find("a"), .post("b")])), .go(.loading("b"), .find("c")),
                    .release("a"),
                    .release("c"),
                ],
                log: ["c"]
            ),
            PhaseRule(
                "An effect that is still to come is replaced, too, and what was to follow it is dropped",
                [
                    .go(.loading("a"), .concatenate([.post("a"), .find("b"), .post("c")])),
                    .go(.loading("b"), .find("d")),
                    .release("a"), .release("d"),
                ],
                log: ["a", "d"]
            ),
            PhaseRule(
                "An effect that is still to come stays if effects of other cases start anew",
                [
                    .go(.loading("a"), .post("a")), .go(.loading("b"), .concatenate([.post("b"), .post("c")])),
                    .go(.loading("c"), .find("d")), .release("b"),
                ],
                log: ["b"],
                waiting: ["c", "d"]
            ),
            PhaseRule(
                "A result that changes the value replaces nothing",
                [
                    .go(.loading("a"), .find("a", .to(.loading("b"), .find("b")), .stay)), .release("a"), .release("a"),
                    .release("b"),
                ],
                log: ["a", "a", "b"]
            ),
            PhaseRule(
                "An effect that has brought the machine here is replaced as any other",
                [
                    .go(.idle, .find("a", .to(.loading("a")), .stay)), .release("a"), .go(.loading("b"), .find("b")),
                    .release("b"),
                ],
                log: ["a", "b"]
            ),
            PhaseRule(
                "Undefined transitions and those that stay replace nothing",
                [.go(.loading("a"), .find("a")), .input(.undefined), .input(.identity), .release("a")],
                log: ["a"]
            ),
        ]
    }

    private static var carrying: [PhaseRule] {
        [
            PhaseRule(
                "An effect whose own result changes the phase gives its other results",
                [
                    .go(.loading("a"), .find("a", .to(.shown), .to(.idle), .to(.loading("b")), .stay)), .release("a"),
                    .release("a"), .release("a"), .release("a"),
                ],
                log: ["a", "a", "a", "a"]
            ),
            PhaseRule(
                "An effect that went along ends when an input leaves the new phase",
                [.go(.loading("a"), .find("a", .to(.shown), .stay)), .release("a"), .go(.idle)],
                log: ["a"]
            ),
            PhaseRule(
                "An effect that went along ends when another effect's result leaves the new phase",
                [
                    .go(.loading("a"), .find("a", .to(.shown), .stay)), .release("a"),
                    .run(.post("b", .to(.idle), .stay)),
                    .release("b"), .release("b"),
                ],
                log: ["a", "b", "b"]
            ),
            PhaseRule(
                "A result starts effects in the phase that it leads to",
                [
                    .go(.loading("a"), .find("a", .to(.shown, .post("b")), .stay)), .release("a"), .release("b"),
                    .release("a"),
                ],
                log: ["a", "b", "a"]
            ),
            PhaseRule(
                "The effects of a transition by a result end with the phase that it leads to",
                [.go(.loading("a"), .find("a", .to(.shown, .post("b")), .stay)), .release("a"), .go(.idle)],
                log: ["a"]
            ),
        ]
    }

    private static var leaving: [PhaseRule] {
        [
            PhaseRule(
                "An input that leaves the phase ends its effects",
                [.go(.loading("a"), .merge([.find("a"), .post("b")])), .run(.post("c")), .go(.shown)]
            ),
            PhaseRule(
                "A phase that is entered again does not bring its effects back",
                [.go(.loading("a"), .find("a")), .go(.idle), .go(.loading("a"), .find("b")), .release("b")],
                log: ["b"]
            ),
            PhaseRule(
                "An effect's result that leaves the phase ends the others",
                [.go(.loading("a"), .find("a")), .run(.post("b", .to(.shown), .stay)), .release("b"), .release("b")],
                log: ["b", "b"]
            ),
            PhaseRule(
                "An effect's result that leaves the phase ends those that were started beside it",
                [.go(.loading("a"), .merge([.find("a"), .find("b", .to(.shown), .stay)])), .release("b")],
                log: ["b"],
                waiting: ["b"]
            ),
        ]
    }

    private static var following: [PhaseRule] {
        [
            PhaseRule(
                "What follows an effect that went along begins",
                [
                    .go(.loading("a"), .concatenate([.find("a", .to(.shown)), .post("b"), .find("c")])), .release("a"),
                    .release("b"),
                ],
                log: ["a", "b"],
                waiting: ["c"]
            ),
            PhaseRule(
                "What follows several effects does not begin if one of them was ended",
                [
                    .go(.loading("a"), .concatenate([.merge([.find("a", .to(.shown)), .post("b")]), .find("c")])),
                    .release("a"),
                ],
                log: ["a"]
            ),
            PhaseRule(
                "What follows several effects begins if those that did not go along have ended",
                [
                    .go(
                        .loading("a"),
                        .concatenate([
                            .merge([.find("a", .to(.shown)), .post("b")]), .merge([.find("c"), .find("d")]),
                        ])
                    ),
                    .release("b"), .release("a"),
                ],
                log: ["b", "a"],
                waiting: ["c", "d"]
            ),
            PhaseRule(
                "What follows an effect of an earlier phase does not begin",
                [
                    .go(.loading("a"), .concatenate([.find("a"), .post("b")])),
                    .run(.concatenate([.find("c"), .post("d", traits: .outlivesPhase)])), .go(.shown), .release("a"),
                    .release("c"),
                ]
            ),
            PhaseRule(
                "What follows an effect beside the one that went along does not begin",
                [
                    .go(
                        .loading("a"),
                        .merge([
                            .concatenate([.find("a", .to(.shown)), .post("b")]),
                            .concatenate([.find("c", traits: .outlivesPhase), .post("d")]),
                            .concatenate([.find("e", traits: .outlivesPhase), .merge([.post("f"), .post("g")])]),
                        ])
                    ),
                    .release("a"), .release("c"), .release("e"),
                ],
                log: ["a", "c", "e"],
                waiting: ["b"]
            ),
            PhaseRule(
                "What follows an outliving effect, and outlives its phase as well, begins in any phase",
                [
                    .go(
                        .loading("a"),
                        .concatenate([
                            .find("a", traits: .outlivesPhase), .find("b", traits: .outlivesPhase), .post("c"),
                        ])
                    ),
                    .go(.idle), .release("a"), .go(.shown), .release("b"),
                ],
                log: ["a", "b"]
            ),
            PhaseRule(
                "What follows an outliving effect begins in the phase that the effect's result leads to",
                [
                    .go(.loading("a"), .concatenate([.find("a", .to(.shown), traits: .outlivesPhase), .post("b")])),
                    .release("a"),
                ],
                log: ["a"],
                waiting: ["b"]
            ),
            PhaseRule(
                "What follows an effect in a branch of its own does not go along with an effect beside it",
                [
                    .go(
                        .loading("a"),
                        .concatenate([
                            .merge([
                                .find("a", .to(.shown), traits: .outlivesPhase),
                                .concatenate([.find("b", .to(.idle), traits: .outlivesPhase), .post("c")]),
                            ]),
                            .post("d"),
                        ])
                    ),
                    .release("a"), .release("b"),
                ],
                log: ["a", "b"]
            ),
            PhaseRule(
                "What follows two outliving effects begins after both have led the machine on",
                [
                    .go(
                        .loading("a"),
                        .concatenate([
                            .merge([
                                .find("a", .to(.shown), traits: .outlivesPhase),
                                .find("b", .to(.idle), traits: .outlivesPhase),
                            ]),
                            .post("c"),
                        ])
                    ),
                    .release("a"), .release("b"),
                ],
                log: ["a", "b"],
                waiting: ["c"]
            ),
            PhaseRule(
                "What follows an outliving effect ends with the phase in which it began",
                [
                    .go(.loading("a"), .concatenate([.find("a", .to(.shown), traits: .outlivesPhase), .post("b")])),
                    .release("a"),
                    .go(.idle),
                ],
                log: ["a"]
            ),
            PhaseRule(
                "What follows an outliving effect does not begin if another event has left the phase before",
                [
                    .go(.loading("a"), .concatenate([.find("a", .to(.shown), traits: .outlivesPhase), .post("b")])),
                    .go(.idle),
                    .run(.post("c")), .release("a"),
                ],
                log: ["a"]
            ),
        ]
    }

    private static var traits: [PhaseRule] {
        [
            PhaseRule(
                "An effect that outlives its phase neither ends with it nor is replaced nor replaces",
                [
                    .go(.loading("a"), .merge([.find("a", traits: .outlivesPhase), .find("b")])),
                    .go(.loading("b"), .find("c", traits: .outlivesPhase)), .release("b"),
                    .go(.loading("c"), .find("d")), .go(.idle), .release("a"), .release("c"),
                ],
                log: ["b", "a", "c"]
            ),
            PhaseRule(
                "An effect that runs beside others is not replaced and replaces nothing, and ends with its phase",
                [
                    .go(.loading("a"), .find("a", traits: .runsBeside)), .go(.loading("b"), .find("b")),
                    .go(.loading("c"), .find("c", traits: .runsBeside)), .release("a"), .release("b"), .go(.idle),
                ],
                log: ["a", "b"]
            ),
            PhaseRule(
                "An effect that runs beside others and is still to come is not replaced either",
                [
                    .go(.loading("a"), .concatenate([.post("a"), .find("b", traits: .runsBeside)])),
                    .go(.loading("b"), .find("c")),
                    .release("a"),
                ],
                log: ["a"],
                waiting: ["b", "c"]
            ),
            PhaseRule(
                "A long-running effect is replaced, and ends with its phase",
                [
                    .go(.loading("a"), .find("a", traits: .longRunning)), .run(.post("b", traits: .longRunning)),
                    .go(.loading("b"), .find("c", traits: .longRunning)), .release("c"), .go(.idle),
                ],
                log: ["c"]
            ),
            PhaseRule(
                "A long-running effect goes along with its own result",
                [
                    .go(.loading("a"), .find("a", .to(.shown), .stay, traits: .longRunning)), .release("a"),
                    .release("a"),
                ],
                log: ["a", "a"]
            ),
            PhaseRule(
                "A long-running effect that runs beside others stays, and one that outlives its phase stays after it",
                [
                    .go(
                        .loading("a"),
                        .merge([
                            .find("a", traits: [.longRunning, .runsBeside]),
                            .find("b", traits: [.longRunning, .outlivesPhase]),
                        ])
                    ),
                    .go(.loading("b"), .find("c")), .release("a"), .go(.idle), .release("b"),
                ],
                log: ["a", "b"]
            ),
        ]
    }
}

import UnoArchitecture
import UnoStateMachines

// Rules for effects that follow others, and for the traits of effects.
extension PhaseRule {
    static var following: [PhaseRule] {
        [
            PhaseRule(
                "What follows an effect that went along begins",
                .go(.loading("a"), .concatenate([.find("a", .to(.shown)), .post("b"), .find("c")])), .release("a"),
                .release("b"), log: ["a", "b"], waiting: ["c"]),
            PhaseRule(
                "What follows several effects does not begin if one of them was ended",
                .go(.loading("a"), .concatenate([.merge([.find("a", .to(.shown)), .post("b")]), .find("c")])),
                .release("a"), log: ["a"]),
            PhaseRule(
                "What follows several effects begins if those that did not go along have ended",
                .go(
                    .loading("a"),
                    .concatenate([.merge([.find("a", .to(.shown)), .post("b")]), .merge([.find("c"), .find("d")])])),
                .release("b"), .release("a"), log: ["b", "a"], waiting: ["c", "d"]),
            PhaseRule(
                "What follows an effect of an earlier phase does not begin",
                .go(.loading("a"), .concatenate([.find("a"), .post("b")])),
                .run(.concatenate([.find("c"), .post("d", traits: .outlivesPhase)])), .go(.shown), .release("a"),
                .release("c")),
            PhaseRule(
                "What follows an effect beside the one that went along does not begin",
                .go(
                    .loading("a"),
                    .merge([
                        .concatenate([.find("a", .to(.shown)), .post("b")]),
                        .concatenate([.find("c", traits: .outlivesPhase), .post("d")]),
                        .concatenate([.find("e", traits: .outlivesPhase), .merge([.post("f"), .post("g")])]),
                    ])),
                .release("a"), .release("c"), .release("e"), log: ["a", "c", "e"], waiting: ["b"]),
            PhaseRule(
                "What follows an outliving effect, and outlives its phase as well, begins in any phase",
                .go(
                    .loading("a"),
                    .concatenate([.find("a", traits: .outlivesPhase), .find("b", traits: .outlivesPhase), .post("c")])),
                .go(.idle), .release("a"), .go(.shown), .release("b"), log: ["a", "b"]),
            PhaseRule(
                "What follows an outliving effect begins in the phase that the effect's result leads to",
                .go(.loading("a"), .concatenate([.find("a", .to(.shown), traits: .outlivesPhase), .post("b")])),
                .release("a"), log: ["a"], waiting: ["b"]),
            PhaseRule(
                "What follows an effect in a branch of its own does not go along with an effect beside it",
                .go(
                    .loading("a"),
                    .concatenate([
                        .merge([
                            .find("a", .to(.shown), traits: .outlivesPhase),
                            .concatenate([.find("b", .to(.idle), traits: .outlivesPhase), .post("c")]),
                        ]), .post("d"),
                    ])),
                .release("a"), .release("b"), log: ["a", "b"]),
            PhaseRule(
                "What follows a merge in a branch of its own does not go along with an effect beside the branch",
                .go(
                    .loading("a"),
                    .concatenate([
                        .merge([
                            .find("a", .to(.shown), traits: .outlivesPhase),
                            .concatenate([.merge([.find("b", traits: .outlivesPhase)]), .post("c")]),
                        ]), .post("d"),
                    ])),
                .release("a"), .release("b"), log: ["a", "b"]),
            PhaseRule(
                "What follows two outliving effects begins after both have led the machine on",
                .go(
                    .loading("a"),
                    .concatenate([
                        .merge([
                            .find("a", .to(.shown), traits: .outlivesPhase),
                            .find("b", .to(.idle), traits: .outlivesPhase),
                        ]), .post("c"),
                    ])),
                .release("a"), .release("b"), log: ["a", "b"], waiting: ["c"]),
            PhaseRule(
                "What follows an outliving effect ends with the phase in which it began",
                .go(.loading("a"), .concatenate([.find("a", .to(.shown), traits: .outlivesPhase), .post("b")])),
                .release("a"), .go(.idle), log: ["a"]),
            PhaseRule(
                "What follows an outliving effect does not begin if another event has left the phase before",
                .go(.loading("a"), .concatenate([.find("a", .to(.shown), traits: .outlivesPhase), .post("b")])),
                .go(.idle), .run(.post("c")), .release("a"), log: ["a"]),
        ]
    }

    static var traits: [PhaseRule] {
        [
            PhaseRule(
                "An effect that outlives its phase neither ends with it nor is replaced nor replaces",
                .go(.loading("a"), .merge([.find("a", traits: .outlivesPhase), .find("b")])),
                .go(.loading("b"), .find("c", traits: .outlivesPhase)), .release("b"), .go(.loading("c"), .find("d")),
                .go(.idle), .release("a"), .release("c"), log: ["b", "a", "c"]),
            PhaseRule(
                "An effect that runs beside others is not replaced and replaces nothing, and ends with its phase",
                .go(.loading("a"), .find("a", traits: .runsBeside)), .go(.loading("b"), .find("b")),
                .go(.loading("c"), .find("c", traits: .runsBeside)), .release("a"), .release("b"), .go(.idle),
                log: ["a", "b"]),
            PhaseRule(
                "An effect that runs beside others and is still to come is not replaced either",
                .go(.loading("a"), .concatenate([.post("a"), .find("b", traits: .runsBeside)])),
                .go(.loading("b"), .find("c")), .release("a"), log: ["a"], waiting: ["b", "c"]),
            PhaseRule(
                "A long-running effect is replaced, and ends with its phase",
                .go(.loading("a"), .find("a", traits: .longRunning)), .run(.post("b", traits: .longRunning)),
                .go(.loading("b"), .find("c", traits: .longRunning)), .release("c"), .go(.idle), log: ["c"]),
            PhaseRule(
                "A long-running effect goes along with its own result",
                .go(.loading("a"), .find("a", .to(.shown), .stay, traits: .longRunning)), .release("a"), .release("a"),
                log: ["a", "a"]),
            PhaseRule(
                "A long-running effect that runs beside others stays, and one that outlives its phase stays after it",
                .go(
                    .loading("a"),
                    .merge([
                        .find("a", traits: [.longRunning, .runsBeside]),
                        .find("b", traits: [.longRunning, .outlivesPhase]),
                    ])),
                .go(.loading("b"), .find("c")), .release("a"), .go(.idle), .release("b"), log: ["a", "b"]),
        ]
    }
}

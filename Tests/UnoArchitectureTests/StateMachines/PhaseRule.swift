import Testing
import UnoArchitecture
import UnoStateMachines

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

    init(_ description: String, _ events: Event..., log: [String] = [], waiting: [String] = []) {
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
                .go(.loading("a"), .find("a")), .go(.loading("b"), .find("b")), .release("b"), log: ["b"]),
            PhaseRule(
                "Many values in a row: only the last effect is left",
                .go(.loading("a"), .find("a")), .go(.loading("b"), .find("b")), .go(.loading("c"), .find("c")),
                .go(.loading("d"), .find("d")), .release("d"), log: ["d"]),
            PhaseRule(
                "An unchanged state replaces nothing",
                .go(.shown), .go(.shown, .post("a")), .go(.shown, .post("b")), .release("a"), .release("b"),
                .go(.loading("a"), .post("c")), .go(.loading("a"), .post("d")), .release("d"), log: ["a", "b", "d"],
                waiting: ["c"]),
            PhaseRule(
                "An effect without a next state replaces nothing",
                .go(.loading("a"), .find("a")), .run(.find("b")), .release("a"), .release("b"), log: ["a", "b"]),
            PhaseRule(
                "Another value without an effect replaces nothing",
                .go(.loading("a"), .find("a")), .go(.loading("b")), .go(.loading("c"), ComposableEffect.none),
                .release("a"), log: ["a"]),
            PhaseRule(
                "An effect of another case replaces nothing",
                .go(.loading("a"), .find("a")), .go(.loading("b"), .post("b")), .release("a"), .release("b"),
                log: ["a", "b"]),
            PhaseRule(
                "Of several effects only those end whose case starts anew",
                .go(.loading("a"), .merge([.find("a"), .post("b")])), .go(.loading("b"), .find("c")),
                waiting: ["b", "c"]),
            PhaseRule(
                "Of several new effects each replaces those of its case",
                .go(.loading("a"), .merge([.find("a"), .find("b")])), .run(.post("c")),
                .go(.loading("b"), .concatenate([.post("d"), .find("e")])), waiting: ["d"]),
            PhaseRule(
                "Effects of one composition and one case run as composed",
                .go(.loading("a"), .find("a")),
                .go(.loading("b"), .merge([.find("b"), .find("c"), .concatenate([.find("d"), .find("e")])])),
                .release("c"), .release("d"), .release("e"), .release("b"), log: ["c", "d", "e", "b"]),
            PhaseRule(
                "What was to follow a replaced effect is dropped",
                .go(.loading("a"), .concatenate([.find("a"), .post("b")])), .go(.loading("b"), .find("c")),
                .release("a"), .release("c"), log: ["c"]),
            PhaseRule(
                "An effect that is still to come is replaced, too, and what was to follow it is dropped",
                .go(.loading("a"), .concatenate([.post("a"), .find("b"), .post("c")])), .go(.loading("b"), .find("d")),
                .release("a"), .release("d"), log: ["a", "d"]),
            PhaseRule(
                "An effect that is still to come stays if effects of other cases start anew",
                .go(.loading("a"), .post("a")), .go(.loading("b"), .concatenate([.post("b"), .post("c")])),
                .go(.loading("c"), .find("d")), .release("b"), log: ["b"], waiting: ["c", "d"]),
            PhaseRule(
                "A result that changes the value replaces nothing",
                .go(.loading("a"), .find("a", .to(.loading("b"), .find("b")), .stay)), .release("a"), .release("a"),
                .release("b"), log: ["a", "a", "b"]),
            PhaseRule(
                "An effect that has brought the machine here is replaced as any other",
                .go(.idle, .find("a", .to(.loading("a")), .stay)), .release("a"), .go(.loading("b"), .find("b")),
                .release("b"), log: ["a", "b"]),
            PhaseRule(
                "Undefined transitions and those that stay replace nothing",
                .go(.loading("a"), .find("a")), .input(.undefined), .input(.identity), .release("a"), log: ["a"]),
        ]
    }

    private static var carrying: [PhaseRule] {
        [
            PhaseRule(
                "An effect whose own result changes the phase gives its other results",
                .go(.loading("a"), .find("a", .to(.shown), .to(.idle), .to(.loading("b")), .stay)), .release("a"),
                .release("a"), .release("a"), .release("a"), log: ["a", "a", "a", "a"]),
            PhaseRule(
                "An effect that went along ends when an input leaves the new phase",
                .go(.loading("a"), .find("a", .to(.shown), .stay)), .release("a"), .go(.idle), log: ["a"]),
            PhaseRule(
                "An effect that went along ends when another effect's result leaves the new phase",
                .go(.loading("a"), .find("a", .to(.shown), .stay)), .release("a"), .run(.post("b", .to(.idle), .stay)),
                .release("b"), .release("b"), log: ["a", "b", "b"]),
            PhaseRule(
                "A result starts effects in the phase that it leads to",
                .go(.loading("a"), .find("a", .to(.shown, .post("b")), .stay)), .release("a"), .release("b"),
                .release("a"), log: ["a", "b", "a"]),
            PhaseRule(
                "The effects of a transition by a result end with the phase that it leads to",
                .go(.loading("a"), .find("a", .to(.shown, .post("b")), .stay)), .release("a"), .go(.idle), log: ["a"]),
        ]
    }

    private static var leaving: [PhaseRule] {
        [
            PhaseRule(
                "An input that leaves the phase ends its effects",
                .go(.loading("a"), .merge([.find("a"), .post("b")])), .run(.post("c")), .go(.shown)),
            PhaseRule(
                "A phase that is entered again does not bring its effects back",
                .go(.loading("a"), .find("a")), .go(.idle), .go(.loading("a"), .find("b")), .release("b"), log: ["b"]),
            PhaseRule(
                "An effect's result that leaves the phase ends the others",
                .go(.loading("a"), .find("a")), .run(.post("b", .to(.shown), .stay)), .release("b"), .release("b"),
                log: ["b", "b"]),
            PhaseRule(
                "An effect's result that leaves the phase ends those that were started beside it",
                .go(.loading("a"), .merge([.find("a"), .find("b", .to(.shown), .stay)])), .release("b"), log: ["b"],
                waiting: ["b"]),
        ]
    }
}

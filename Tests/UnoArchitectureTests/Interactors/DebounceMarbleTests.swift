import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("Debounce, with a window of three ticks", .timeLimit(.hang))
struct DebounceMarbleTests {
    @Test(
        "plays its diagrams",
        arguments: [
            ("|", "|", "an upstream that ends at once"),
            ("----|", "----|", "an upstream without elements"),
            ("--^", "--^", "an upstream that only fails"),
            ("a-----|", "---a--|", "one element"),
            ("abc-----|", "-----c--|", "the last of a burst"),
            ("[abc]-----|", "---c--|", "the last of a burst in one tick"),
            ("ab---cd---|", "----b----d|", "two bursts"),
            ("a-b-c-d----|", "---------d-|", "a deadline that moves while the sleeper sleeps"),
            ("a--b---|", "---a--b|", "an element in the tick in which the window ends"),
            ("a--b--c---|", "---a--b--c|", "a regular pace of one window"),
            ("ab|", "--[b|]", "a pending element at the finish"),
            ("a---b|", "---a-[b|]", "a pending element at the finish, after another"),
            ("a--|", "---[a|]", "a finish in the tick in which the window ends"),
            ("[a|]", "[a|]", "an element and the finish in one tick"),
            ("ab^", "--^", "a pending element at an error"),
            ("a---^", "---a^", "an error after the window"),
            ("a--^", "---[a^]", "an error in the tick in which the window ends"),
            (
                "a---bc--d----|", "---a,,,,,,b--[d|]",
                "a consumer that lags: what it had asked for, and the last it missed"
            ),
        ]
    )
    func diagram(input: String, output: String, title: String) async {
        await validate(input, yields: output) { $0.input.debounce(for: .steps(3), clock: $0.clock) }
    }
}

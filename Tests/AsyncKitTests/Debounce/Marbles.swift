/// A timeline in one line: a character a tick, `-` for nothing, `|` for the end, `#` for an error, any other character
/// for an element, and parentheses around what happens in one tick.
struct Marbles: Equatable, CustomStringConvertible {
    enum Event: Hashable, Sendable {
        case element(Character)
        case finish
        case failure
    }

    var ticks: [[Event]]

    init(ticks: [[Event]]) {
        self.ticks = ticks
    }

    init(_ diagram: String) {
        ticks = []
        var isGrouped = false
        for character in diagram {
            switch character {
            case "(":
                isGrouped = true
                ticks.append([])
            case ")":
                isGrouped = false
            default:
                if !isGrouped { ticks.append([]) }
                if let event = Event(character) { ticks[ticks.count - 1].append(event) }
            }
        }
    }

    var description: String {
        ticks.map { events in
            let characters = events.map(\.character)
            return switch characters.count {
            case 0: "-"
            case 1: String(characters)
            default: "(\(String(characters)))"
            }
        }.joined()
    }
}

extension Marbles.Event {
    init?(_ character: Character) {
        switch character {
        case "-": return nil
        case "|": self = .finish
        case "#": self = .failure
        default: self = .element(character)
        }
    }

    var character: Character {
        switch self {
        case .element(let character): character
        case .finish: "|"
        case .failure: "#"
        }
    }
}

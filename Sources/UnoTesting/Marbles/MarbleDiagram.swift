internal import ValueKit

/// A timeline in one line, with a symbol for each step.
///
/// | symbol | meaning |
/// |---|---|
/// | `-` | a step in which nothing happens |
/// | `a` | the value `a`; any character that is not a symbol |
/// | `'ten'` | the value `ten` |
/// | `[ab]` | several symbols in one step |
/// | `\|` | the stream finishes |
/// | `^` | the stream fails |
/// | `;` | the consumer is cancelled; `[;\|]`: and the sequence then finishes |
/// | `,` | a step in which the consumer requests no value |
///
/// Spaces have no meaning; use them to align diagrams. A quote within a quoted value is written twice, so separate two
/// quoted values with a space. No symbol follows the end, and no step follows `;`.
package struct MarbleDiagram: Sendable, Equatable {
    package enum Symbol: Sendable, Hashable {
        case value(String)
        case finish
        case failure
        case cancel
        case delayedDemand
    }

    package private(set) var steps: [[Symbol]] = []

    package init() {}

    package mutating func add(_ symbol: Symbol, at step: Int) {
        while steps.count <= step { steps.append([]) }
        steps[step].append(symbol)
    }

    /// Whether a symbol follows `;`.
    package var saysHowCancelledEnds: Bool { steps.contains { $0.contains(.cancel) && $0.last != .cancel } }

    /// The diagram without what follows `;`, up to the end of the sequence.
    package var withoutEndOfCancelled: MarbleDiagram {
        var diagram = MarbleDiagram()
        var isEnding = false
        for (step, symbols) in steps.enumerated() {
            for symbol in symbols {
                if !isEnding { diagram.add(symbol, at: step) }
                isEnding = symbol == .cancel || isEnding && symbol != .finish && symbol != .failure
            }
        }
        return diagram.padded(to: steps.count)
    }

    /// The first step in which the diagrams differ; trailing empty steps are ignored.
    package func firstDifference(from other: MarbleDiagram) -> Int? {
        (0..<max(steps.count, other.steps.count)).first { self[$0] != other[$0] }
    }

    package subscript(step: Int) -> [Symbol] { step < steps.count ? steps[step] : [] }

    /// The diagram, padded to at least `count` steps.
    package func padded(to count: Int) -> MarbleDiagram {
        var diagram = self
        while diagram.steps.count < count { diagram.steps.append([]) }
        return diagram
    }
}

extension MarbleDiagram: CustomStringConvertible {
    package var description: String { description(upTo: steps.count) }

    /// The first `count` steps.
    package func description(upTo count: Int) -> String {
        steps.prefix(count).map { symbols in
            switch symbols.count {
            case 0: "-"
            case 1: symbols[0].description
            default: "[" + symbols.map(\.description).joined() + "]"
            }
        }.joined()
    }
}

extension MarbleDiagram.Symbol: CustomStringConvertible {
    package var description: String {
        switch self {
        case .value(let text):
            text.count == 1 && !MarbleParser.reserved.contains(text.first!) && !text.first!.isWhitespace
                ? text : "'" + text.replacing("'", with: "''") + "'"
        case .finish: "|"
        case .failure: "^"
        case .cancel: ";"
        case .delayedDemand: ","
        }
    }
}

import Foundation

/// Text as HTML and SVG.
enum Markup {
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// A coordinate, rounded to a tenth of a pixel.
    static func pixels(_ value: Double) -> String { String(format: "%.1f", value) }
}

import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What an SVG of a graph shows, read by an XML parser.
final class Picture: NSObject, XMLParserDelegate {
    struct Text {
        /// The index of its box.
        let box: Int
        let start: CGPoint
        let width: Double
        var text = ""
    }

    private(set) var (width, height) = (0.0, 0.0)
    private(set) var boxes: [CGRect] = []
    private(set) var texts: [Text] = []
    /// The start, the bend and the end of each line, and the middle of the curve behind the bend.
    private(set) var lines: [[CGPoint]] = []
    private(set) var titles: [String] = []
    private var isInText = false

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? ""), line \(parser.lineNumber)")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
        switch name {
        case "svg": (width, height) = (number("width"), number("height"))
        case "rect":
            boxes.append(CGRect(x: number("x"), y: number("y"), width: number("width"), height: number("height")))
        case "text":
            let start = CGPoint(x: number("x"), y: number("y"))
            texts.append(Text(box: boxes.count - 1, start: start, width: number("textLength")))
        case "title": titles.append("")
        case "path":
            let figures = attributes["d"]!.split { "MHC ".contains($0) }.compactMap { Double($0) }
            // M x y H column C ... x y
            lines.append([
                CGPoint(x: figures[0], y: figures[1]), CGPoint(x: figures[2], y: figures[1]),
                CGPoint(x: figures[7], y: figures[8]), CGPoint(x: figures[3], y: figures[6]),
            ])
        default: break
        }
        isInText = name == "text"
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        isInText = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if isInText {
            texts[texts.count - 1].text += text
        } else if !titles.isEmpty, boxes.count < titles.count - 1 {
            titles[titles.count - 1] += text
        }
    }
}

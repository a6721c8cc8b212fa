internal import UnoArchitecture

extension GraphDescription {
    /// The parts as a picture in SVG, from left to right, for light and dark surroundings.
    ///
    /// It needs nothing but itself: no script, no font, no file. The text of a part is cut at 48 characters; the whole of it is shown
    /// for a pointer that rests on the part.
    ///
    /// Complexity: O(parts).
    public var svg: String {
        let texts = parts.map(\.pictureTexts)
        let layout = GraphLayout(sizes: texts.map(Self.size), parents: parts.map(\.parent))
        let (width, height) = (number(layout.width), number(layout.height))
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
                + "height=\"\(height)\" role=\"img\">",
            "<title>\(Self.xml(parts[0].title))\(isComplete ? "" : ", … and more")</title>",
            "<style>\(Self.style)</style>",
        ]
        for part in parts { if let line = Self.line(to: part, in: layout) { lines.append(line) } }
        for part in parts { lines.append(Self.box(of: part, texts[part.id], layout.boxes[part.id])) }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    static let padding = (x: 10.0, y: 7.0)

    private static func size(of texts: [PictureText]) -> (width: Double, height: Double) {
        let widest = texts.map(\.width).max() ?? 0
        return (widest + 2 * padding.x, Double(texts.count) * PictureText.height + 2 * padding.y)
    }

    /// From the box around a part: level to the end of its column, so that it meets no other box, then to the part.
    private static func line(to part: Part, in layout: GraphLayout) -> String? {
        guard let parent = part.parent else { return nil }
        let (start, end) = (layout.boxes[parent], layout.boxes[part.id])
        let bend = layout.columnEnds[parent] + GraphLayout.columnGap / 2
        let (top, bottom) = (number(start.y + start.height / 2), number(end.y + end.height / 2))
        let column = number(layout.columnEnds[parent])
        return "<path d=\"M\(number(start.x + start.width)) \(top)H\(column)"
            + "C\(number(bend)) \(top) \(number(bend)) \(bottom) \(number(end.x)) \(bottom)\"/>"
    }

    private static func box(of part: Part, _ texts: [PictureText], _ box: GraphLayout.Box) -> String {
        let kind = part.kind.rawValue.replacing(" ", with: "-")
        var lines = [
            "<g class=\"\(kind)\(part.hasRoundBox ? " own" : "")\">",
            "<title>\(xml(part.wholeText))</title>",
            "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
                + "height=\"\(number(box.height))\" rx=\"\(part.hasRoundBox ? 9 : 3)\"/>",
        ]
        for (row, text) in texts.enumerated() {
            let y = box.y + padding.y + (Double(row) + 0.72) * PictureText.height
            lines.append(
                "<text class=\"\(text.style.rawValue)\" x=\"\(number(box.x + padding.x))\" y=\"\(number(y))\" "
                    + "textLength=\"\(number(text.width))\" lengthAdjust=\"spacingAndGlyphs\">\(xml(text.text))</text>"
            )
        }
        return lines.joined(separator: "\n") + "</g>"
    }

    private static let style = """
        svg{color-scheme:light dark;font:13px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:#fff}
        rect{fill:#f6f8fa;stroke:#8c959f}.own rect{fill:#ddf4ff;stroke:#0969da}path{fill:none;stroke:#8c959f}
        text{fill:#1f2328;white-space:pre}.title{font-weight:600}.route{fill:#0550ae}.place{fill:#59636e}.note{fill:#9a3412}
        @media(prefers-color-scheme:dark){svg{background:#0d1117}rect{fill:#161b22;stroke:#6e7681}
        .own rect{fill:#0c2d4e;stroke:#4493f8}path{stroke:#6e7681}text{fill:#e6edf3}.route{fill:#79c0ff}.place{fill:#9198a1}
        .note{fill:#ffa657}}
        """

    /// Text between tags or quotes. XML has no place for most control characters: `onOneLine` has escaped them.
    private static func xml(_ text: String) -> String {
        text.onOneLine.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}

/// With a tenth of a unit, which no eye tells from less.
private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}

extension GraphDescription.Part {
    fileprivate var pictureTexts: [PictureText] {
        var texts = [PictureText(.title, title)]
        texts += (scope?.routes ?? []).map { PictureText(.route, $0) }
        if let place { texts.append(PictureText(.place, place.fileAndLine)) }
        texts += (machine?.lines ?? []).map { PictureText(.route, $0) }
        return texts + notes.map { PictureText(.note, "* \($0)") }
    }

    fileprivate var wholeText: String {
        ([title, scope?.text, place?.description].compactMap(\.self) + (machine?.lines ?? []) + notes).joined(
            separator: " · ")
    }
}

extension SourcePlace {
    /// Without the module.
    fileprivate var fileAndLine: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}

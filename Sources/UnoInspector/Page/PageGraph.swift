internal import Foundation

/// The graph of a feature in the page of its recording.
struct PageGraph {
    /// The picture; the page has a style for it.
    let picture: String
    /// For each part the cases of the actions that it is sent, as JSON: [{"path":["search","query"]}].
    let parts: [UInt8]

    static let none = PageGraph(picture: "", parts: Array("[]".utf8))

    private init(picture: String, parts: [UInt8]) { (self.picture, self.parts) = (picture, parts) }

    init(_ graph: GraphDescription) {
        var svg = graph.svg
        if let start = svg.range(of: "<style>"), let end = svg.range(of: "</style>") {
            svg.removeSubrange(start.lowerBound..<end.upperBound)
        }
        var paths: [[Substring]] = []
        var text = TraceText()
        text.append("[")
        for part in graph.parts {
            let outer = part.parent.map { paths[$0] } ?? []
            // `\.search` is the case `search`.
            paths.append(outer + (part.scope?.action?.dropFirst().split(separator: ".") ?? []))
            text.append(part.id == 0 ? "{\"path\":[" : ",{\"path\":[")
            for (place, name) in paths[part.id].enumerated() {
                if place > 0 { text.append(",") }
                text.append(quoted: String(name))
            }
            text.append("]}")
        }
        text.append("]")
        self.init(picture: svg, parts: text.bytes)
    }
}

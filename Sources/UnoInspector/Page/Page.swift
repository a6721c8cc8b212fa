internal import Foundation

/// The file of a page: its template with the style, the scripts and the data in their places.
struct Page {
    let data: Data

    /// - Parameters:
    ///   - recording: the data as JSON, in which tags are escaped.
    ///   - isServed: whether the page may connect to the server that it comes from.
    ///   - nonce: what tells the browser that a script or a style is the page's own. A text in the recording cannot know it.
    init(
        title: String, recording: [UInt8], picture: String, isServed: Bool = false, nonce: String = UUID().uuidString
    ) {
        var page = Data()
        // The template is taken apart before anything is put in: what is put in may have braces of its own.
        for (place, piece) in String(decoding: PackageResources.page_html, as: UTF8.self).split(separator: "{{")
            .enumerated()
        {
            var text = piece
            if place > 0 {
                let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
                switch parts[0] {
                case "title": page.append(contentsOf: Self.escapedForHTML(title).utf8)
                case "nonce": page.append(contentsOf: nonce.utf8)
                case "connections": page.append(contentsOf: (isServed ? "'self'" : "'none'").utf8)
                case "style": page.append(contentsOf: PackageResources.page_css)
                case "script": for script in Self.scripts { page.append(contentsOf: script) }
                case "recording": page.append(contentsOf: recording)
                case "graph": page.append(contentsOf: picture.utf8)
                default: fatalError("The page has no place for \(parts[0])")
                }
                text = parts[1]
            }
            page.append(contentsOf: text.utf8)
        }
        data = page
    }

    private static let scripts = [
        PackageResources.values_js, PackageResources.recording_js, PackageResources.rows_js,
        PackageResources.timeline_js, PackageResources.state_js, PackageResources.page_js, PackageResources.live_js,
    ]

    private static func escapedForHTML(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

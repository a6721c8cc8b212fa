public import Foundation

extension Recording {
    /// Writes the recording as a page for a browser, in place of what is there; see ``page(title:graph:)``.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - title: the heading of the page.
    ///   - graph: the recorded feature; the page shows which of its parts an action reaches.
    /// - Throws: if the file cannot be written.
    public func page(to url: URL, title: String = "\(Action.self)", graph: GraphDescription? = nil) throws {
        try page(title: title, graph: graph).write(to: url)
    }

    /// The recording as a page for a browser: an HTML file that needs no other file and no network.
    ///
    /// It shows the steps on a timeline and as a list to search and filter, the state after each step with what the step has changed,
    /// the effects, and what led to what. `?` on the page lists its keys.
    ///
    /// State and actions need no conformance: they are shown as `Mirror` shows them, and a value with a description of its own
    /// (`CustomStringConvertible`) by that. The page has the first thousand elements of a collection, and the first ten thousand
    /// characters of a text. Values that are equal (`==`) count as unchanged. The page has all that the recording has, so whoever gets it
    /// can read it.
    ///
    /// Complexity: O(n) in the steps, and in what they have changed.
    ///
    /// - Parameters:
    ///   - title: the heading of the page.
    ///   - graph: the recorded feature; the page shows which of its parts an action reaches.
    public func page(title: String = "\(Action.self)", graph: GraphDescription? = nil) -> Data {
        let graph = graph.map(PageGraph.init) ?? .none
        return Page(title: title, recording: PageText(self, parts: graph.parts).bytes, picture: graph.picture).data
    }
}

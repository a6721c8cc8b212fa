import UnoInspector

/// How `--graph` shows the graph of the search.
enum GraphFormat: String, Sendable, Hashable, CaseIterable {
    case tree
    case mermaid
    case dot
    case svg

    static let list = allCases.map(\.rawValue).joined(separator: ", ")
    static let expected = "one of \(list)"

    func picture(of graph: GraphDescription) -> String {
        switch self {
        case .tree: graph.tree + "\n"
        case .mermaid: graph.mermaid
        case .dot: graph.graphviz
        case .svg: graph.svg
        }
    }
}

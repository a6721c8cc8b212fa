import Foundation
import UnoArchitecture
import UnoInspector

// The code of the article "Seeing", compiled as it stands there; `ArticleTests` holds the two together.

func draw(_ feature: some Interactor, to file: URL) throws {
    let graph = GraphDescription(of: feature)
    print(graph)  // or graph.mermaid, graph.graphviz
    try graph.svg.write(to: file, atomically: true, encoding: .utf8)
}

func look(at runtime: Runtime<some Sendable, some Sendable>, of feature: some Interactor) {
    print(GraphDescription(of: feature).showing(runtime.snapshot()))
}

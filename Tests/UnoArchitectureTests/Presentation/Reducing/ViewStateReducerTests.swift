import Testing
import UnoArchitecture
import UnoPresentation

@Suite("A view-state reducer") struct ViewStateReducerTests {
    struct ViewState: Equatable { var lines: [String] = [], note: String? }

    /// Implements `reduce(_:into:)`.
    struct Line: ViewStateReducer {
        let prefix: String

        func reduce(_ domainState: Int, into viewState: inout ViewState) {
            viewState.lines.append("\(prefix)\(domainState)")
        }
    }

    /// Composed, with everything that the builder knows.
    struct Composed: ViewStateReducer {
        typealias DomainState = Int
        typealias ViewState = ViewStateReducerTests.ViewState
        var extra: String?
        var isReversed = false
        var hidden: any ViewStateReducer<Int, ViewState> = Line(prefix: "h")
        var body: some ViewStateReducerOf<Self> {
            BuildViewState { domainState, viewState in
                viewState.lines = []
                viewState.note = domainState > 1 ? "many" : nil
            }
            if let extra { Line(prefix: extra) }
            if isReversed {
                Line(prefix: "b")
                Line(prefix: "a")
            } else {
                Line(prefix: "a")
            }
            for index in 0..<2 { Line(prefix: "\(index):") }
            hidden
        }
    }

    struct Nothing: ViewStateReducer {
        typealias DomainState = Int
        typealias ViewState = ViewStateReducerTests.ViewState
        var body: some ViewStateReducerOf<Self> {}
    }

    @Test func `runs its parts in the order written, each on the result of those before`() {
        var viewState = ViewState(lines: ["old"], note: "old")
        Composed().reduce(1, into: &viewState)
        #expect(viewState == ViewState(lines: ["a1", "0:1", "1:1", "h1"]))
        Composed(extra: "x", isReversed: true).reduce(2, into: &viewState)
        #expect(viewState == ViewState(lines: ["x2", "b2", "a2", "0:2", "1:2", "h2"], note: "many"))
    }

    @Test func `leaves fields that it does not set unchanged`() {
        var viewState = ViewState(lines: ["old"], note: "old")
        Line(prefix: "").reduce(1, into: &viewState)
        #expect(viewState == ViewState(lines: ["old", "1"], note: "old"))
        Nothing().reduce(2, into: &viewState)
        #expect(viewState == ViewState(lines: ["old", "1"], note: "old"))
    }

    @Test func `does the same when its type is hidden, once or twice`() {
        let once = Composed().eraseToAnyViewStateReducer()
        let twice = AnyViewStateReducer(once)
        for reducer in [once, twice] {
            var viewState = ViewState()
            reducer.reduce(3, into: &viewState)
            #expect(viewState.lines == ["a3", "0:3", "1:3", "h3"])
        }
    }
}

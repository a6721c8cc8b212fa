import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite(.timeLimit(.hang)) struct ForEachTests {
    let recorder = DiagnosticsRecorder()
    let works = Board.Works()

    func board(_ count: Int) -> AnyInteractor<Board, Board.Action> { Board.feature(works, Board(count)) }

    @Test(arguments: Host.allCases)
    func `A row's child changes its row, which is found by its id wherever it has moved`(host: Host) async {
        let states = await host.states(
            of: board(3), [.row(1, .mark(5)), .change { $0.reverse() }, .row(1, .mark(6)), .row(2, .mark(7))])
        #expect(states.last?.rows.map(\.id) == [2, 1, 0])
        #expect(states.last?.rows.map(\.marks) == [[7], [5, 6], []])
    }

    @Test func `A case can hold a tuple, and rows can be identified by another property`() async {
        let tuple = Board.parent(works, Board(2)).forEach(\.rows, idAndAction: \.tuple) {
            Board.RowFeature(works: works)
        }
        #expect(await Host.runtime.states(of: tuple, [.tuple(id: 1, action: .mark(1))]).last?.rows[1].marks == [1])
        let byProperty = Board.parent(works, Board(2))
            .forEach(\.rows, id: \.id, action: \.row) { Board.RowFeature(works: works) }
        #expect(await Host.runtime.states(of: byProperty, [.row(1, .mark(1))]).last?.rows[1].marks == [1])
    }

    static let removals: [(String, @Sendable (inout [Board.Row]) -> Void, gone: [Int])] = [
        ("remove the first", { $0.removeFirst() }, [0]),
        ("remove the last", { $0.removeLast() }, [9]),
        ("remove some from the middle", { $0.removeSubrange(3..<6) }, [3, 4, 5]),
        (
            "remove one and append another",
            {
                $0.remove(at: 4)
                $0.append(.init(id: 10))
            }, [4]
        ),
        ("replace one in its place", { $0[7] = .init(id: 11) }, [7]),
        ("filter", { $0 = $0.filter { $0.id % 2 == 0 } }, [1, 3, 5, 7, 9]),
        ("sort the other way", { $0.sort { $0.id > $1.id } }, []),
        ("insert", { $0.insert(.init(id: 12), at: 0) }, []),
        ("change one", { $0[2].marks = [1] }, []),
        ("make all anew", { $0 = (0..<10).map { Board.Row(id: $0) } }, []),
        (
            "shuffle and remove two",
            {
                $0.swapAt(0, 9)
                $0.removeAll { $0.id == 0 || $0.id == 5 }
            }, [0, 5]
        ),
        ("remove all", { $0 = [] }, Array(0..<10)),
    ]

    @Test(arguments: removals.indices, [false, true])
    func `Removing rows cancels exactly their effects`(index: Int, later: Bool) {
        let (name, change, gone) = Self.removals[index]
        let stage = Stage(board(10))
        for id in 0..<10 { stage.send(.row(id, .work)) }
        if later {
            stage.send(.changeLater(change))
            stage.release(works.parent)
        } else {
            stage.send(.change(change))
        }
        #expect(works.cancelled.elements.sorted() == gone, "\(name)")
        let left = Set(0..<10).subtracting(gone)
        for _ in left { stage.release(works.row) }
        #expect(Set(stage.last.rows.filter { $0.marks.contains(1_000) }.map(\.id)) == left, "\(name)")
    }

    @Test(arguments: Host.allCases) func `A row that is removed and inserted again is a new row`(host: Host) {
        let stage = Stage(board(2), in: host)
        stage.send(.row(1, .work), .change { $0.removeLast() }, .change { $0.append(.init(id: 1)) }, .row(1, .work))
        #expect(works.cancelled.elements == [1])
        #expect(stage.release(works.row).last.rows[1].marks == [1_000])
    }

    @Test(arguments: Host.allCases) func `An action for a missing row is reported with the id`(host: Host) async {
        let states = await recorder.during {
            await host.states(of: board(2), [.row(7, .mark(1)), .change { $0.removeLast() }, .row(1, .mark(1))])
        }
        #expect(recorder.kinds == [.childMissing])
        #expect(recorder.reports.elements.first?.message.contains("7") == true)
        #expect(states.map(\.ids) == [[0, 1], [0]])
    }

    @Test func `The sender of an action for a missing row gets a rejection`() {
        let stage = DiagnosticsRecorder()({ Stage(board(2)) })
        let missing = stage.runtime.send(.row(7, .mark(1)))
        let present = stage.settle(stage.runtime.send(.row(1, .mark(1))))
        #expect([missing.outcome, present.outcome] == [.rejected(.childEnded), .accepted])
    }

    @Test func `Rows that share an id are reported, and actions go to the first of them`() async {
        var twins = Board(2)
        twins.rows.append(.init(id: 1))
        let states = await recorder.during {
            await Host.runtime.states(of: Board.feature(works, twins), [.row(1, .mark(1))])
        }
        #expect(recorder.kinds == [.duplicateID])
        #expect(recorder.reports.elements.first?.message.contains("1") == true)
        #expect(states.last?.rows.map(\.marks) == [[], [1], []])
    }

    struct Wall: Sendable {
        var board: Board?
    }

    @CasePathable enum WallAction: Sendable {
        case hang(Board?)
        case board(Board.Action)
    }

    @Test(arguments: Host.allCases)
    func `The rows of a list that has come back are looked at when the first of them is addressed`(host: Host) {
        let feature = Interact<Wall, WallAction>.changing(Wall(), for: \.hang) { wall, board in wall.board = board }
            .ifLet(\.board, action: \.board) { Board.feature(works, Board(0)) }
        let stage = recorder { Stage(feature, in: host) }
        defer { stage.hosted.finish() }
        var twins = Board(2)
        twins.rows.append(.init(id: 1))
        stage.send(.hang(Board(2)), .board(.row(1, .mark(1))), .hang(nil), .hang(twins))
        #expect(recorder.kinds == [])
        stage.send(.board(.row(1, .mark(2))))
        #expect(recorder.kinds == [.duplicateID])
        #expect(stage.last.board?.rows.map(\.marks) == [[], [2], []])
    }

    /// What removes the child inside the second row: the row, the parent's change of the row, or a removal of the row.
    static let departures: [Board.Action] = [
        .row(1, .takeNote), .change { $0[1].note = nil }, .change { $0.remove(at: 1) },
    ]

    @Test(arguments: departures.indices, Host.allCases)
    func `The effects of a child inside a row are cancelled with the child, whatever removes it`(
        index: Int, host: Host
    ) {
        var initial = Board(3)
        initial.rows[1].note = .init()
        let stage = Stage(Board.feature(works, initial), in: host)
        stage.send(.row(1, .note(.work)), .row(0, .mark(1)))
        #expect(works.note.child.endings.elements.isEmpty)
        stage.send(Self.departures[index])
        #expect(works.note.child.endings.elements == [.cancelled])
    }

    @CasePathable enum CrewAction: Sendable {
        case member(IdentifiedAction<Int, Int>)
    }

    struct Crew: Sendable {
        struct Member: Sendable, Identifiable {
            var id: Int
        }

        var members = [Member(id: 1), Member(id: 2)]
    }

    @Test(arguments: Host.allCases)
    func `A row that changes its own id becomes another row, and its effects are cancelled`(host: Host) {
        let work = HeldWork()
        let feature = Interact(initialValue: Crew()) { (_: inout Crew, _: CrewAction) in .none }
            .forEach(\.members, action: \.member) {
                Interact(initialValue: Crew.Member(id: 0)) { (member: inout Crew.Member, number: Int) in
                    guard number > 0 else { return .perform { _, _ in await work.run() } }
                    member.id = number
                    return .state
                }
            }
        let stage = Stage(feature, in: host)
        stage.send(.member(.init(id: 1, action: 0)), .member(.init(id: 1, action: 7)))
        #expect(work.endings.elements == [.cancelled])
        #expect(stage.last.members.map(\.id) == [7, 2])
        stage.send(.member(.init(id: 7, action: 0)))
        #expect(work.waitingCount == 1)
    }

    struct Ship: Sendable {
        var members: [Crew.Member]? = (0..<8).map { Crew.Member(id: $0) }
    }

    @CasePathable enum ShipAction: Sendable {
        case crew(CrewAction)
        /// Puts the member in front, where its action finds it.
        case first(Int)
        case leave
    }

    @Test
    func `The effects of rows that were last seen in one place end in the order in which their children were made`() {
        let cancelled = Record<Int>()
        let feature = Interact<Ship, ShipAction>(initialValue: Ship()) { ship, action in
            switch action {
            case .crew: return .none
            case .first(let id): ship.members?.sort { $0.id == id && $1.id != id }
            case .leave: ship.members = nil
            }
            return .state
        }
        .ifLet(\.members, action: \.crew) {
            Interact<[Crew.Member], CrewAction>(initialValue: []) { _, _ in .none }
                .forEach(\.self, action: \.member) {
                    Interact<Crew.Member, Int>(initialValue: Crew.Member(id: 0)) { member, _ in
                        .perform { [id = member.id] _, _ in
                            await HeldWork().run()
                            cancelled.append(id)
                        }
                    }
                }
        }
        let stage = Stage(feature)
        let order = [3, 1, 7, 0, 5, 2, 6, 4]
        for id in order { stage.send(.first(id), .crew(.member(.init(id: id, action: 0)))) }
        #expect(cancelled.elements == [])
        stage.send(.leave)
        #expect(cancelled.elements == order)
    }

    struct Cage: Sendable, Identifiable {
        let id = 0
        var canary: Canary?
    }

    @CasePathable enum CageAction: Sendable {
        case cage(IdentifiedAction<Int, Canary>)
    }

    struct Zoo: Sendable {
        var cages: [Cage]? = [Cage()]
    }

    @CasePathable enum ZooAction: Sendable {
        case cages(CageAction)
        case close
    }

    @Test func `A list that has gone keeps none of its rows`() async {
        let feature = Interact<Zoo, ZooAction>.changing(Zoo(), for: \.close) { zoo, _ in zoo.cages = nil }
            .ifLet(\.cages, action: \.cages) {
                Interact<[Cage], CageAction>(initialValue: []) { _, _ in .none }
                    .forEach(\.self, action: \.cage) {
                        Interact<Cage, Canary>.changing(Cage()) { cage, canary in cage.canary = canary }
                    }
            }
        let runtime = Runtime(feature)
        let watch = await {
            let canary = Canary()
            await runtime.deliver(.cages(.cage(.element(id: 0, action: canary)))).finish()
            return canary.watch
        }()
        await runtime.deliver(.close).finish()
        await watch.freed()
        await runtime.shutdown(.cancel)
    }

    @Test func `A cancelled effect of a row that is gone reads the row as it was when its child was made`() {
        let read = Record<[Int]>()
        let feature = Board.parent(works, Board(2)).forEach(\.rows, action: \.row) {
            Interact<Board.Row, Board.RowAction> { row, action in
                guard case .mark(let mark) = action else {
                    return .perform { state, _ in
                        await works.row.run()
                        read.append(await state.marks)
                    }
                }
                row.marks.append(mark)
                return .state
            }
        }
        let stage = Stage(feature)
        stage.send(.change { $0[1].marks = [4] }, .row(1, .mark(5)), .row(1, .work), .change { $0.removeLast() })
        #expect(read.elements == [[4]])
    }

    @Test func `A graph forgets the stream transformers of removed rows`() {
        let stage = Stage(Greeters())
        for _ in 0..<5 { stage.send(.append, .removeLast) }
        let counts = Record<Int>()
        stage.run { [runtime = stage.runtime] in counts.append(await runtime.transformerCount()) }
        #expect(stage.states.count == 18 && stage.last.rows.count == 2)
        #expect(counts.elements == [2])
    }

    @Test func `A row is changed in place, whatever the number of rows`() async {
        let runtime = Runtime(Ledger())
        for id in [0, 500, 999] { await runtime.deliver(.row(.init(id: id, action: id))).finish() }
        for id in [0, 500, 999] { await runtime.deliver(.row(.init(id: id, action: id))).finish() }
        let pages = await runtime.state?.pages ?? []
        #expect(Set(pages.filter { $0.entries.count == 2 }.map(\.id)) == [0, 500, 999])
        #expect(pages.allSatisfy { $0.moves == 0 })
    }

    @Test(arguments: Host.allCases)
    func `A stream transformer in a row starts as soon as the row is present`(host: Host) {
        let stage = Stage(Greeters(), in: host)
        defer { stage.hosted.finish() }
        var shown: [Int]? { stage.states.last?.rows.map(\.greeting) }
        #expect(shown == [7, 7])
        stage.send(.append)
        #expect(shown == [7, 7, 7])
        stage.send(.row(.init(id: 2, action: 9)))
        #expect(shown == [7, 7, 9])
    }

    struct Measure: Sendable, Identifiable {
        var id: Double
        var greeting = 0
    }

    @CasePathable enum MeasuresAction: Sendable {
        case row(IdentifiedAction<Double, Int>)
        case append(Double)
    }

    @Test(arguments: Host.allCases)
    func `An element whose id is not equal to itself gets no child, and is reported`(host: Host) {
        let parent = Interact<[Measure], MeasuresAction>.changing([Measure(id: 1)]) { measures, action in
            if case .append(let id) = action { measures.append(Measure(id: id)) }
        }
        let feature = parent.forEach(\.self, action: \.row) {
            Scope(state: \.greeting) { PullingGreeter(greeting: 7) }
        }
        let stage = recorder { Stage(feature, in: host) }
        defer { stage.hosted.finish() }
        #expect(stage.send(.append(.nan), .append(2), .append(3)).last.map(\.greeting) == [7, 0, 7, 7])
        #expect(stage.send(.row(.init(id: 2, action: 9))).last.map(\.greeting) == [7, 0, 9, 7])
        #expect(Set(recorder.kinds) == [.unequalID])
        #expect(recorder.reports.elements.first?.message.contains("the id nan") == true)
        stage.send(.row(.init(id: .nan, action: 9)))
        #expect(recorder.kinds.last == .childMissing)
        #expect(stage.last.map(\.greeting) == [7, 0, 9, 7])
    }

    @Test func `With ten thousand effects in flight, removing rows cancels exactly their effects`() async {
        let count = Scale.chosen(debug: 1_000, release: 10_000)
        let stage = Stage(board(count))
        for id in 0..<count { stage.hosted.send(.row(id, .work)) }
        stage.executor.runUntilIdle()
        #expect(works.begun.elements.count == count)
        stage.send(.change { $0.removeAll { $0.id % 3 == 0 } })
        #expect(works.cancelled.elements.sorted() == (0..<count).filter { $0 % 3 == 0 })
        #expect(works.row.waitingCount == count - works.cancelled.elements.count)
        let ended = stage.run { [runtime = stage.runtime] in await runtime.shutdown(.cancel) }
        #expect(ended.count == 1)
        #expect(works.row.waitingCount == 0)
    }
}

import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Children on optional parts and cases, which are made when their states first exist.
@Suite("Parts that are made late", .timeLimit(.hang), .tags(.boundedStackAndMemory))
struct LatePartsTests {
    /// How the feature contains itself.
    enum Kind: CaseIterable, Sendable {
        case ifLet, when, presents, stack

        /// A feature whose state has `levels` inner levels. It appends to `evaluations` whenever its body is read.
        func feature(levels: Int, _ evaluations: Record<Void> = Record()) -> AnyInteractor<Doll, DollAction> {
            Dolls(kind: self, evaluations: evaluations).starting(with: .levels(levels)).eraseToAnyInteractor()
        }

        func at(_ depth: Int, _ action: DollAction) -> DollAction {
            (0..<depth).reduce(action) { action, _ in
                switch self {
                case .presents: .shown(.presented(action))
                case .stack: .path(.element(id: 0, action: action))
                case .ifLet, .when: .inner(action)
                }
            }
        }
    }

    private func evaluations(_ kind: Kind, _ host: Host, opening levels: Int) async -> Int {
        let evaluations = Record<Void>()
        let feature = kind.feature(levels: 0, evaluations)
        let states = await host.states(of: feature, (0..<levels).map { kind.at($0, .open) })
        #expect(states.last?.depth == levels)
        return evaluations.count
    }

    @Test(
        "A feature that contains itself makes as many levels as its state has", arguments: Kind.allCases, Host.allCases)
    func levels(kind: Kind, host: Host) async {
        let one = await evaluations(kind, host, opening: 0)
        let three = await evaluations(kind, host, opening: 2)
        let five = await evaluations(kind, host, opening: 4)
        #expect(one <= 3)
        // The first element of a stack is made to see what the others share.
        #expect(five - three == three - one + (kind == .stack ? 1 : 0))
        #expect(five - three <= 6)
    }

    @Test("Levels that come and go are made once", arguments: Kind.allCases, Host.allCases)
    func again(kind: Kind, host: Host) async {
        let evaluations = Record<Void>()
        let feature = kind.feature(levels: 0, evaluations)
        let states = await host.states(
            of: feature, [.open, kind.at(1, .count), .close, .open, kind.at(1, .count), kind.at(1, .count)])
        #expect(states.last?.inner?.count == 2)
        let once = await self.evaluations(kind, host, opening: 1)
        // A child's initial value is read from its body when it starts.
        #expect(evaluations.count <= once + (kind == .stack ? 3 : 2))
    }

    @Test(
        "Of 2,000 levels that are there at the start, those are made that a small stack has room for, and the next is reported",
        arguments: Kind.allCases, Host.allCases)
    func smallStack(kind: Kind, host: Host) {
        let feature = kind.feature(levels: 2_000)
        let recorder = DiagnosticsRecorder()
        // Made here: releasing a deeply nested value takes stack, too.
        let actions = [0, 3, 20 / Sanitizer.stackFactor, 1_999].map { kind.at($0, .count) }
        let counts = onStack(ofBytes: 512 << 10) {
            recorder {
                let stage = Stage(feature, in: host)
                for action in actions { stage.send(action) }
                stage.settle(stage.hosted.finish())
                return stage.states.map { $0.counts(to: 20 / Sanitizer.stackFactor) }
            }
        }
        #expect(counts.last?.first == 1)
        #expect(counts.last?.last == 1)
        #expect(counts.last?.reduce(0, +) == 3)
        #expect(recorder.reports.elements.filter { $0.kind == .tooDeep }.count == 1)
        #expect(recorder.reports.elements.first { $0.kind == .tooDeep }?.line != nil)
        withExtendedLifetime((feature, actions)) {}
    }

    @Test("A step reaches the innermost level that a small stack has room for", arguments: Kind.allCases)
    func innermost(kind: Kind) {
        let feature = kind.feature(levels: 2_000)
        let counted = onStack(ofBytes: 512 << 10) {
            DiagnosticsRecorder()() {
                let stage = Stage(feature)
                func reaches(_ depth: Int) -> Bool {
                    let before = stage.states.count
                    stage.send(kind.at(depth, .count))
                    return stage.states.count > before
                }
                // The innermost that is reached is between the two in the end.
                var (reached, missed) = (-1, 2_000)
                while missed - reached > 1 {
                    let depth = (reached + missed) / 2
                    if reaches(depth) { reached = depth } else { missed = depth }
                }
                return reached + 1
            }
        }
        #expect(counted >= 30 / Sanitizer.stackFactor)
        withExtendedLifetime(feature) {}
    }

    // MARK: In rows

    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var part: Int?
    }

    @CasePathable enum RowAction: Sendable {
        case part(Int)
    }

    struct Table: Sendable, Equatable {
        var rows: [Row] = []
    }

    @CasePathable enum TableAction: Sendable {
        case change(@Sendable (inout Table) -> Void)
        case row(IdentifiedAction<Int, RowAction>)
    }

    private func table(_ part: some Interactor<Int, Int>) -> some Interactor<Table, TableAction> {
        Interact<Table, TableAction>(initialValue: Table()) { table, action in
            guard case .change(let change) = action else { return .none }
            change(&table)
            return .state
        }
        .forEach(\.rows, action: \.row) {
            Interact<Row, RowAction> { _, _ in .none }.ifLet(\.part, action: \.part) { part }
        }
    }

    @Test(
        "A part of a row notices what its parent changes, although the row has received no action",
        arguments: Host.allCases)
    func untouchedRow(host: Host) async {
        let seen = Record<Int>()
        let part = Interact<Int, Int> { _, _ in .none }
            .onChange(of: \.self) { _, _, new in
                seen.append(new)
                return .none
            }
        _ = await host.states(
            of: table(part),
            [
                .change { $0.rows = [Row(id: 1), Row(id: 2)] }, .change { $0.rows[1].part = 5 },
                .change { $0.rows[1].part = 6 },
            ]
        )
        #expect(seen.elements.last == 6)
    }

    struct Transformer: Interactor {
        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream.map { $0 }.eraseToStream() }
    }

    @Test("The transformer of a late part is forgotten with its row") func forgotten() async {
        let runtime = Runtime(table(Transformer()))
        for _ in 0..<3 {
            await runtime.deliver(.change { $0.rows = [Row(id: 1)] }).finish()
            await runtime.deliver(.change { $0.rows[0].part = 1 }).finish()
            #expect(runtime.snapshot().transformers.count == 1)
            await runtime.deliver(.change { $0.rows = [] }).finish()
            #expect(runtime.snapshot().transformers.isEmpty)
        }
        await runtime.shutdown(.drain)
    }
}

/// A doll with a doll in it.
struct Doll: Sendable {
    var count = 0
    fileprivate var path = StackState<Doll>()

    var inner: Doll? {
        get { path.first }
        set { path = newValue.map { [$0] } ?? [] }
    }

    /// A doll with so many levels in it.
    static func levels(_ number: Int) -> Doll {
        var doll = Doll()
        for _ in 0..<number {
            var outer = Doll()
            outer.inner = doll
            doll = outer
        }
        return doll
    }

    var depth: Int { counts(to: .max).count - 1 }

    func counts(to depth: Int) -> [Int] {
        var counts = [count]
        var doll = self
        while counts.count <= depth, let next = doll.inner {
            counts.append(next.count)
            doll = next
        }
        return counts
    }
}

/// A path that only reads, for `when`.
extension Doll: CasePathable {
    struct AllCasePaths: Sendable {
        let inner = AnyCasePath<Doll, Doll>(
            embed: { inner in
                var doll = Doll()
                doll.inner = inner
                return doll
            },
            extract: { $0.inner }
        )
    }
    static let allCasePaths = AllCasePaths()
}

@CasePathable indirect enum DollAction: Sendable {
    case open, close, count
    case inner(DollAction)
    case state(Doll)
    case shown(PresentationAction<DollAction>)
    case path(StackAction<Doll, DollAction>)
}

private struct Dolls: Interactor {
    let kind: LatePartsTests.Kind
    let evaluations: Record<Void>

    var body: some Interactor<Doll, DollAction> {
        let _: Void = evaluations.append()
        let doll = Interact<Doll, DollAction>(initialValue: Doll()) { doll, action in
            switch action {
            case .open: doll.inner = Doll()
            case .close: doll.inner = nil
            case .count: doll.count += 1
            case .state(let inner): doll.inner = inner
            case .inner, .shown, .path: return .none
            }
            return .state
        }
        switch kind {
        case .ifLet: doll.ifLet(\.inner, action: \.inner) { again }
        case .when: doll.when(stateIs: \Case<Doll>.inner, actionIs: \.inner, stateAction: \.state) { again }
        case .presents: doll.presents(\.inner, action: \.shown) { again }
        case .stack: doll.presents(stack: \.path, action: \.path) { again }
        }
    }

    private var again: AnyInteractor<Doll, DollAction> { eraseToAnyInteractor() }
}

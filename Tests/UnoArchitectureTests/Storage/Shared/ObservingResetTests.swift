import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoPresentation
import UnoStorage
import UnoTesting

@testable import UnoArchitecture

@Interactor
private struct ResettableLeaf {
    struct State: Sendable, Equatable {
        var name = ""
        var text = ""
    }

    enum Action: Sendable { case typed(String) }

    let names: Shared<String>

    var body: some InteractorOf<Self> {
        Update(initialValue: State()) { state, action, _ in
            switch action {
            case .typed(let text): state.text = text
            }
        }
        .observing(names, at: \.name)
    }
}

/// A number that the value it is a copy of goes beyond as soon as the two have been compared, up to 251.
private struct Surpassed: Sendable, Equatable {
    var number = 0
    let value: Locked<Shared<Surpassed>?>
    let isSurpassedOnOtherThread: Bool

    static func == (left: Self, right: Self) -> Bool {
        if left.number == right.number { left.surpass() }
        return left.number == right.number
    }

    private func surpass() {
        guard (1...250).contains(number), let value = value.withLock({ $0 }), value.value.number == number else {
            return
        }
        guard isSurpassedOnOtherThread else { return increment(value) }
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            increment(value)
            isOver.signal()
        }
        isOver.wait()
    }

    private func increment(_ value: Shared<Surpassed>) { value.update { $0.number += 1 } }
}

/// Stores what a child copies when it is open, and counts what it is told.
private struct Gatekeeper: Interactor {
    struct Kept: Sendable, Equatable { var copy = 0 }

    struct DomainState: Sendable, Equatable {
        var child = Kept()
        var isOpen = false
        var told = 0
    }

    @CasePathable enum Action: Sendable {
        case child(Int)
        case changed(Kept)
        case open, none
    }

    let number = Shared(0)

    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .child, .none: return .none
            case .open: state.isOpen = true
            case .changed(let child):
                state.told += 1
                if state.isOpen { state.child = child }
            }
            return .state
        }
        .when(stateIs: \.child, actionIs: \.child, stateAction: \.changed) {
            Update<Kept, Int>(initialValue: Kept()) { _, _, _ in }.observing(number, at: \.copy)
        }
    }
}

/// Copies two values to one place.
private struct Contest: Interactor {
    let first = Shared(1)
    let second = Shared(2)

    var body: some Interactor<Int, Int> {
        Update(initialValue: 0) { state, action, _ in state = action }
            .observing(first, at: \.self)
            .observing(second, at: \.self)
    }
}

private struct ContestRow: Sendable, Equatable, Identifiable {
    let id: Int
    var number = 0
}

@CasePathable private enum ContestAction: Sendable { case row(IdentifiedAction<Int, Int>) }

@Interactor
private struct ResettableTree {
    @Destination
    enum Path { case leaf(ResettableLeaf) }

    struct State: Sendable, Equatable {
        var name = ""
        var part = ResettableLeaf.State()
        var sheet: ResettableLeaf.State?
        var path: StackState<Path.State> = []
    }

    enum Action: Sendable {
        case resetPart, resetSheet, resetElement, resetAll
        case part(ResettableLeaf.Action)
        case sheet(PresentationAction<ResettableLeaf.Action>)
        case path(StackAction<Path.State, Path.Action>)
    }

    let names: Shared<String>

    var body: some InteractorOf<Self> {
        Scope(state: \.part, action: \.part) { ResettableLeaf(names: names) }
        Update(initialValue: State()) { state, action, _ in
            switch action {
            case .resetPart: state.part = ResettableLeaf.State()
            case .resetSheet: state.sheet = ResettableLeaf.State()
            case .resetElement: state.path[id: 0] = .leaf(ResettableLeaf.State())
            case .resetAll: state = State()
            case .part, .sheet, .path: break
            }
        }
        .presents(\.sheet, action: \.sheet) { ResettableLeaf(names: names) }
        .presents(stack: \.path, action: \.path) { Path.interactor(leaf: ResettableLeaf(names: names)) }
        .observing(names, at: \.name)
    }
}

extension ResettableTree.Path.State: Equatable {}

/// A number at a place that keeps nothing above ten.
private struct Clamped: Sendable, Equatable {
    private var held = 0
    var number: Int {
        get { held }
        set { held = min(newValue, 10) }
    }
}

@Suite("Copies of a shared value in a state that is replaced", .timeLimit(.hang))
struct ObservingResetTests {
    let recorder = DiagnosticsRecorder()
    private let names = Shared("Ann")
    private let ann = ResettableLeaf.State(name: "Ann")

    private func harness() -> InteractorTestHarness<ResettableTree.State, ResettableTree.Action> {
        let state = ResettableTree.State(name: "Ann", part: ann, sheet: ann, path: StackState([.leaf(ann)]))
        return InteractorTestHarness(initialState: state) { [names] _ in ResettableTree(names: names) }
    }

    private struct Screen: Sendable, Equatable {
        var loaded: String?
        var name: String {
            get { loaded ?? "" }
            set { if loaded != nil { loaded = newValue } }
        }
    }

    @Test(
        "are made when a place comes that keeps them, also one that reads as before",
        arguments: Host.allCases,
        ["new", ""]
    )
    func placeComes(host: Host, loaded: String) {
        let feature = Update<Screen, Int>(initialValue: Screen()) { state, _, _ in state.loaded = loaded }
            .observing(Shared("Ann"), at: \.name)
        let stage = Stage(feature, in: host)
        #expect(stage.send(1).last.name == "Ann")
    }

    @Test("are the present value at the end of the step: in a part, a sheet, an element of a stack")
    func parts() async {
        let harness = harness()
        await harness.send(\.part.typed, "x") { $0.part.text = "x" }
        await harness.send(.resetPart) { $0.part.text = "" }
        await harness.send(\.sheet.typed, "x") { $0.sheet?.text = "x" }
        await harness.send(.resetSheet) { $0.sheet?.text = "" }
        await harness.send(\.path[id: 0].leaf.typed, "x") { $0.path[id: 0]?.modify(\.leaf) { $0.text = "x" } }
        await harness.send(.resetElement) { $0.path[id: 0]?.modify(\.leaf) { $0.text = "" } }
        await harness.finish()
    }

    @Test("are the present value where the whole state is replaced, in a burst as well") func whole() async {
        let harness = harness()
        await harness.send(\.part.typed, "x") { $0.part.text = "x" }
        await harness.send(.resetAll) {
            $0 = ResettableTree.State(name: "Ann", part: ResettableLeaf.State(name: "Ann"))
        }
        await harness.send(.part(.typed("y")), .resetAll, .part(.typed("z")), .resetPart)
        await harness.finish()
    }

    @Test(
        "that equal nothing, or that the place does not keep, are copied once for each change", arguments: Host.allCases
    )
    func unheld(host: Host) {
        struct Count: Sendable, Equatable {
            var clamped = Clamped()
            var fraction = 0.0
            var taps = 0
        }
        let (number, fraction) = (Shared(5), Shared(0.5))
        let feature = Interact<Count, Int>(initialValue: Count()) { state, action in
            state.taps += action
            if action == 2 { state.fraction = 0.75 }
            return action == 0 ? .none : .state
        }
        .observing(number, at: \.clamped.number)
        .observing(fraction, at: \.fraction)
        let stage = Stage(feature, in: host)
        number.update { $0 = 20 }
        stage.settle(fraction.update { $0 = .nan })
        let count = stage.states.count
        #expect(stage.send(0, 0, 0).states.count == count)
        #expect(stage.send(1).states.count == count + 1)
        #expect(stage.last.clamped.number == 10 && stage.last.fraction.isNaN && stage.last.taps == 1)
        #expect(stage.send(2).last.fraction.isNaN && stage.last.taps == 3)
        number.update { $0 = 7 }
        stage.settle(fraction.update { $0 = 0.25 })
        #expect(stage.last.clamped.number == 7 && stage.last.fraction == 0.25)
    }

    @Test("to one place of two values are reported once, and each step ends", arguments: Host.allCases)
    func overlapping(host: Host) {
        recorder {
            let stage = Stage(Contest(), in: host)
            stage.send(3, 4)
            stage.send(5)
            #expect([1, 2].contains(stage.last))
        }
        #expect(recorder.kinds == [.copiesOverlap])
        #expect(recorder.reports.elements.first?.message.hasSuffix("The types are Int, Int") == true)
    }

    @Test("to one place of a row of two values are reported once, and each step ends", arguments: Host.allCases)
    func overlappingInRow(host: Host) {
        recorder {
            let rows = Update<IdentifiedArray<Int, ContestRow>, ContestAction>(initialValue: [ContestRow(id: 0)]) {
                _, _, _ in
            }
            .forEach(\.self, action: \.row) { Scope(state: \.number) { Contest() } }
            let stage = Stage(rows, in: host)
            stage.send(.row(.element(id: 0, action: 3)), .row(.element(id: 0, action: 4)))
            #expect([1, 2].contains(stage.last[id: 0]?.number))
        }
        #expect(recorder.kinds == [.copiesOverlap])
    }

    @Test(
        "that do not come to rest overlap if the graph makes the changes itself, and not if another thread does",
        arguments: Host.allCases, [false, true]
    )
    func changedAgain(host: Host, onOtherThread: Bool) {
        let own = Locked(Shared<Surpassed>?.none)
        let first = Surpassed(value: own, isSurpassedOnOtherThread: onOtherThread)
        let value = Shared(first)
        own.withLock { $0 = value }
        defer { own.withLock { $0 = nil } }
        recorder {
            let feature = Update<Surpassed, Int>(initialValue: first) { _, _, _ in }.observing(value, at: \.self)
            let stage = Stage(feature, in: host)
            stage.settle(value.update { $0.number = 1 })
            #expect(stage.last.number == 251)
        }
        #expect(recorder.kinds == (onOtherThread ? [] : [.copiesOverlap]))
    }

    @Test("that a parent does not store are told to it once a step, and stored when it does", arguments: Host.allCases)
    func refused(host: Host) {
        recorder {
            let feature = Gatekeeper()
            let stage = Stage(feature, in: host)
            stage.settle(feature.number.update { $0 = 1 })
            #expect(stage.last.told == 1)
            #expect(stage.send(.none).last.told == 2)
            #expect(stage.send(.open, .none).last == .init(child: .init(copy: 1), isOpen: true, told: 3))
        }
        #expect(recorder.kinds == [])
    }

    @Test("that a parent does not store make none of its followers go on for ever", arguments: Host.allCases)
    func refusedAndFollowed(host: Host) {
        recorder {
            let feature = Gatekeeper()
            let stage = Stage(
                feature.onChange(of: \.told) { _, _, _ in .none }.onChange(of: \.told) { _, _, _ in .none }
                    .onChange(of: \.told) { _, _, _ in .none }, in: host)
            stage.settle(feature.number.update { $0 = 1 })
            #expect((1...8).contains(stage.last.told))
        }
        #expect(recorder.kinds == [])
    }

    @Test("of a place that keeps its value again are overwritten again", arguments: Host.allCases)
    func heldAgain(host: Host) {
        let number = Shared(5)
        let feature = Update<Clamped, Int>(initialValue: Clamped()) { state, action, _ in
            state.number = action < 10 ? number.update { $0 = action } : action
        }
        .observing(number, at: \.number)
        let stage = Stage(feature, in: host)
        stage.settle(number.update { $0 = 20 })
        #expect(stage.last.number == 10)
        #expect(stage.send(7, 10).last.number == 7)
    }

    struct Sample: Sendable, Equatable, Identifiable {
        let id: Int
        var value = 0.0
    }

    @Test("of an element are those of the present id, also behind one that equals nothing", arguments: Host.allCases)
    func unequalElement(host: Host) {
        struct Chosen: Sendable, Equatable {
            var id = 0
            var sample: Sample?
        }
        let samples = Shared<IdentifiedArrayOf<Sample>>([
            Sample(id: 1, value: .nan), Sample(id: 2, value: 2), Sample(id: 4, value: .nan),
        ])
        let feature = Update<Chosen, Int>(initialValue: Chosen()) { state, id, _ in state.id = id }
            .observing(element: \.id, of: samples, at: \.sample)
        let stage = Stage(feature, in: host)
        #expect(stage.send(1, 2).last.sample == Sample(id: 2, value: 2))
        #expect(stage.send(1).last.sample?.value.isNaN == true)
        #expect(stage.send(4).last.sample?.id == 4)
        #expect(stage.send(3).last.sample == nil)
    }

    @Test("are set only when they have to change", arguments: Host.allCases) func setters(host: Host) {
        struct Watched: Sendable, Equatable {
            var edits = -1
            var name = "" { didSet { edits += 1 } }
            var taps = 0
        }
        let feature = Update<Watched, Int>(initialValue: Watched()) { state, action, _ in state.taps += action }
            .observing(names, at: \.name)
        let stage = Stage(feature, in: host)
        let edits = stage.last.edits
        #expect(stage.send(1, 1, 1).last.edits == edits && stage.last.taps == 3)
        stage.settle(names.update { $0 = "Bea" })
        #expect(stage.last.edits == edits + 1 && stage.last.name == "Bea")
    }
}

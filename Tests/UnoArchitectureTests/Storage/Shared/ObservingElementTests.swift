import TestSupport
import Testing
import UnoPresentation
import UnoTesting

@testable import UnoArchitecture
@testable import UnoStorage

/// A feature with a copy of one element of a shared collection, by an id that it can change.
@Suite("A copy of one element of a shared collection", .timeLimit(.hang))
struct ObservingElementTests {
    struct Note: Sendable, Equatable, Identifiable {
        var id: Int
        var text: String
    }
    typealias Notes = Shared<IdentifiedArray<Int, Note>>

    struct Reader: Interactor {
        struct DomainState: Sendable, Equatable {
            var id = 1
            var note: Note?
            var texts: [String] = []
        }
        enum Action: Sendable {
            case show(Int)
            case rename(String)
            case remove, nothing
        }

        let notes: Notes

        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { state, action in
                switch action {
                case .show(let id): state.id = id
                case .rename(let text): notes.element(id: state.id).update { $0?.text = text }
                case .remove: notes.element(id: state.id).update { $0 = nil }
                case .nothing: return .none
                }
                return .state
            }
            .observing(element: \.id, of: notes, at: \.note)
            .onChange(of: \.note) { state, _, note in
                state.texts.append(note?.text ?? "-")
                return .state
            }
        }
    }

    struct Parent: Interactor {
        struct DomainState: Sendable, Equatable { var reader: Reader.DomainState? }
        @CasePathable enum Action: Sendable {
            case open(Int)
            case close
            case reader(Reader.Action)
        }
        let notes: Notes
        var body: some InteractorOf<Self> {
            Interact(initialValue: DomainState()) { state, action in
                switch action {
                case .open(let id): state.reader = .init(id: id)
                case .close: state.reader = nil
                case .reader: return .none
                }
                return .state
            }
            .ifLet(\.reader, action: \.reader) { Reader(notes: notes) }
        }
    }

    private let notes = Notes([Note(id: 1, text: "a"), Note(id: 2, text: "b")])

    @Test("is there from the start", arguments: Host.allCases) func start(host: Host) async {
        #expect(await host.states(of: Reader(notes: notes)).map(\.note?.text) == ["a"])
    }

    @Test(
        "follows the id in the step that changes it, in bursts and one by one", arguments: Host.allCases, [false, true])
    func id(host: Host, isBurst: Bool) {
        let stage = Stage(Reader(notes: notes), in: host)
        if isBurst {
            stage.send(.show(2), .show(3), .show(1))
        } else {
            for id in [2, 3, 1] { stage.send(.show(id)) }
        }
        #expect(stage.states.last == Reader.DomainState(id: 1, note: Note(id: 1, text: "a"), texts: ["b", "-", "a"]))
    }

    @Test("follows the element, and no other one", arguments: Host.allCases) func element(host: Host) {
        let stage = Stage(Reader(notes: notes), in: host)
        stage.settle(notes.element(id: 2).update { $0?.text = "B" })
        #expect(stage.states.count == 1)
        stage.settle(notes.element(id: 1).update { $0?.text = "A" })
        #expect(stage.states.last?.texts == ["A"])
        #expect(stage.send(.rename("c")).states.last?.note?.text == "c")
        stage.send(.remove, .nothing)
        #expect(stage.states.last == Reader.DomainState(id: 1, note: nil, texts: ["A", "c", "-"]))
        stage.settle(notes.update { $0.append(Note(id: 1, text: "new")) })
        #expect(stage.states.last?.note?.text == "new")
    }

    @Test("shows a harness one state a step, with the copy that belongs to the id") func harness() async {
        let harness = InteractorTestHarness(Reader(notes: notes))
        await harness.send(.show(2)) {
            $0.id = 2
            $0.note = Note(id: 2, text: "b")
            $0.texts = ["b"]
        }
        notes.element(id: 2).update { $0?.text = "c" }
        await harness.receive {
            $0.note?.text = "c"
            $0.texts = ["b", "c"]
        }
        await harness.finish()
    }

    @Test("is seen in its step by what follows it, though that stands before it") func followed() async {
        let feature = Update<Reader.DomainState, Int>(initialValue: Reader.DomainState()) { state, id, _ in
            state.id = id
        }
        .onChange(of: \.note) { state, _, note in
            state.texts.append(note?.text ?? "-")
            return .state
        }
        .observing(element: \.id, of: notes, at: \.note)
        let harness = InteractorTestHarness(feature)
        await harness.send(2) { $0 = .init(id: 2, note: Note(id: 2, text: "b"), texts: ["b"]) }
        await harness.finish()
    }

    @Test("is nil while the id is nil") func optionalID() async {
        struct State: Sendable, Equatable {
            var selected: Int?
            var note: Note?
        }
        let feature = Update<State, Int>(initialValue: State()) { state, id, _ in state.selected = id == 0 ? nil : id }
            .observing(element: \.selected, of: notes, at: \.note)
        let states = await Host.runtime.states(of: feature, [2, 0])
        #expect(states.first == State() && states.last == State())
        #expect(states.contains(State(selected: 2, note: Note(id: 2, text: "b"))))
    }

    @Test("ends with the child that keeps it, and begins with the next one") func child() {
        let stage = Stage(Parent(notes: notes))
        #expect(stage.send(.open(2)).states.last?.reader?.note?.text == "b")
        stage.send(.close)
        stage.settle(notes.element(id: 2).update { $0?.text = "c" })
        #expect(stage.states.last == .init(reader: nil))
        #expect(stage.send(.open(2)).states.last?.reader?.note?.text == "c")
    }
}

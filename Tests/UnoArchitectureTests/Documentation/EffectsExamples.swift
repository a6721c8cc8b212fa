import UnoArchitecture
import UnoTesting

// The code of the article "Effects", compiled as it stands there; `ArticleTests` holds the two together.

struct Letter: Sendable, Equatable {
    var id: Int
    var text: String
}

struct PostOffice: Sendable {
    var letters: @Sendable () async throws -> [Letter]
    var deliver: @Sendable (String) async throws -> Letter
    var arrivals: @Sendable () -> AsyncStream<Letter>
}

@Interactor
struct Letterbox {
    struct DomainState: Sendable, Equatable {
        var letters: [Letter] = []
        var draft = ""
        var suggestions: [String] = []
        var isLoading = false
        var failure: String?
        var minutes = 0
    }

    enum Action: Sendable {
        case load
        case loaded(Result<[Letter], any Error>)
        case submit
        case delivered(Letter)
        case failed(String)
        case typed(String)
        case suggested([String])
        case open
        case arrived(Letter)
        case close
    }

    let office: PostOffice
    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action, dispatch in
            switch action {
            case .load:
                state.isLoading = true
                return dispatch.run(\.loaded, id: "load", policy: .cancelPrevious) {
                    try await withTimeout(.seconds(10), clock: clock) { try await office.letters() }
                }
            case .loaded(let result):
                state.isLoading = false
                switch result {
                case .success(let letters): state.letters = letters
                case .failure(let error): return dispatch.next(.failed("\(error)"))
                }
            case .submit:
                let text = state.draft
                return dispatch.run(\.delivered) {
                    try await office.deliver(text)
                } catch: { error in
                    .failed("\(error)")
                }
            case .delivered(let letter):
                state.draft = ""
                return dispatch.next(.arrived(letter))
            case .failed(let text):
                state.failure = text
            case .typed(let text):
                state.draft = text
                return dispatch.run(\.suggested) { ["\(text)!", "\(text)?"] }
                    .debounce(id: "suggest", for: .milliseconds(300), clock: clock)
            case .suggested(let suggestions):
                state.suggestions = suggestions
            case .open:
                return .merge([
                    .timer(every: .seconds(60), clock: clock, id: "minutes") { $0.minutes += 1 },
                    .observe(id: "arrivals", policy: .cancelPrevious) { _, _ in
                        for await letter in office.arrivals() { await dispatch(.arrived(letter)) }
                    },
                ])
            case .arrived(let letter):
                state.letters.append(letter)
            case .close:
                return .merge([.cancel(id: "minutes"), .cancel(id: "arrivals")])
            }
            return .state
        }
    }
}

@Interactor
struct NameSearch {
    struct DomainState: Sendable, Equatable {
        var query = ""
        var names: [String] = []
    }

    enum Action: Sendable {
        case typed(String)
        case cleared
        case found([String])
    }

    let find: @Sendable (String) async -> [String]

    var body: some InteractorOf<Self> {
        Update(initialValue: DomainState()) { state, action, effects in
            switch action {
            case .typed(let query):
                state.query = query
                effects.run(\.found, id: "find", policy: .cancelPrevious) { await find(query) }
            case .cleared:
                state = DomainState()
                effects.cancel(id: "find")
            case .found(let names): state.names = names
            }
        }
    }
}

struct Archive: Sendable, Equatable {
    var pages = 0
}

func emissions(_ archive: @escaping @Sendable () async throws -> Archive) -> [Emission<Archive>] {
    let load = Emission<Archive>.perform(id: "load") { _, send in
        let album = try await archive()
        await send { $0 = album }
    } catch: { album, _ in
        album.pages = 0
    }
    let note = Emission<Archive>.perform { _, send in await send { $0.pages += 0 } }
    return [load.then(note), load.merging(with: note)]
}

struct Cover: Sendable, Equatable {
    var title = ""

    mutating func handle(_ title: String) -> Emission<Cover> {
        self.title = title
        return .perform { _, send in await send { $0.title += "." } }
    }
}

struct Volume: Interactor {
    struct DomainState: Sendable, Equatable {
        var cover = Cover()
        var changes = 0
    }

    var body: some Interactor<DomainState, String> {
        Interact(initialValue: DomainState()) { state, title in
            state.changes += 1
            return state.cover.handle(title).map(\.cover)
        }
    }
}

extension Interactor {
    /// Passes only the actions on that the state allows.
    func allowing(_ isAllowed: @escaping @Sendable (DomainState, Action) -> Bool) -> some InteractorOf<Self> {
        wrap { step in
            if isAllowed(step.state, step.action) { step.proceed() }
        }
    }

    /// Reports the states before and after each action.
    func reporting(_ report: @escaping @Sendable (DomainState, DomainState) -> Void) -> some InteractorOf<Self> {
        wrap { step in
            let before = step.state
            step.proceed { report(before, $0.state) }
        }
    }
}

func testLetterbox(_ office: PostOffice) async {
    let harness = InteractorTestHarness { clock in Letterbox(office: office, clock: clock) }
    await harness.send(.load) { $0.isLoading = true }
    await harness.receive(\.loaded.success) {
        $0.letters = [Letter(id: 1, text: "Hello")]
        $0.isLoading = false
    }
    await harness.send(.typed("Hi")) { $0.draft = "Hi" }
    await harness.advance(by: .milliseconds(300))
    await harness.receive(\.suggested) { $0.suggestions = ["Hi!", "Hi?"] }
    await harness.finish()
}

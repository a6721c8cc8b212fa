/// What a `Desk` has to come to: the same actions, handled one after the other by plain code.
struct DeskModel: Sendable {
    private var added = OrderedSum()
    private var inTurn = OrderedSum()
    private var both = 0
    private var fedBack = 0
    private var newest = 0
    private var onceCount = 0
    private var child = 0
    private var relayed = 0
    private var machine = CountState()
    private var typed: Int?

    mutating func handle(_ action: Desk.Action) {
        switch action {
        case .add(let number): added.append(number)
        case .both(let number): both += number
        case .inTurn(let number): inTurn.append(number)
        case .newest(let number): newest = number
        case .once: onceCount += 1
        case .feedBack(let number): fedBack += number
        case .child(let number): child += number
        case .machine: machine.count += 1
        case .type(let number): typed = number
        case .relay(let number): relayed += number
        case .fedBack, .childChanged, .machineChanged, .typed, .relayed: break
        }
    }

    /// What is wrong with the state of a desk that was drained; nil if nothing is.
    func mistake(in state: Desk.State) -> String? {
        switch true {
        case state.added != added: "actions: \(state.added) instead of \(added)"
        case state.inTurn != inTurn: ".waitTurn: \(state.inTurn) instead of \(inTurn)"
        case state.both != both: ".runBoth: \(state.both) instead of \(both)"
        case state.newest != newest: ".cancelPrevious: \(state.newest) instead of \(newest)"
        // How many were dropped depends on the schedule.
        case state.onceCount > onceCount || (state.onceCount == 0) != (onceCount == 0):
            ".dropNew: \(state.onceCount) of \(onceCount)"
        case state.fedBack != fedBack: "fed back: \(state.fedBack) instead of \(fedBack)"
        case state.child != child: "when: \(state.child) instead of \(child)"
        case state.machine.count != machine.count: "machine: \(state.machine) instead of \(machine)"
        case typed.map({ $0 != state.typed.last }) ?? (state.typed.count > 0):
            "debounce: \(state.typed) instead of \(String(describing: typed))"
        case state.relayed != relayed: "transformer: \(state.relayed) instead of \(relayed)"
        default: nil
        }
    }

    /// What is wrong with the state of a desk that was cancelled, which may have handled less.
    func excess(in state: Desk.State) -> String? {
        let pairs = [
            (state.added.count, added.count), (state.inTurn.count, inTurn.count), (state.onceCount, onceCount),
            (state.both, both), (state.fedBack, fedBack), (state.child, child), (state.relayed, relayed),
            (state.machine.count, machine.count),
        ]
        return pairs.contains { $0.0 > $0.1 } ? "more than was sent: \(state)" : nil
    }
}

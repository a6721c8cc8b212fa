internal import UnoArchitecture
internal import ValueKit

extension Recording where State: Equatable {
    /// The body of an exhaustive test of the feature that does what was recorded: Swift source, to be pasted into an asynchronous
    /// function that has the feature in a variable `feature`.
    ///
    /// ```swift
    /// print(try recording.test())
    /// ```
    ///
    /// The test needs `UnoTesting`. It says what the effects of the feature fed back and sent and what clocks decided, as it was
    /// recorded, with a `ScriptedHarness`: no effect runs, so the test passes wherever it runs, and does not need the services that the
    /// effects have called. It is what ``Replay`` checks, to be read and to be changed.
    ///
    /// Values are written by their stored properties, so a type needs the initialiser with all of them and must be visible in the
    /// test; a private type is written by its name alone. Complexity: O(n) in the entries and the size of the states.
    ///
    /// - Parameter feature: the source of the feature, if it is not in a variable of this name.
    /// - Throws: ``ReplayError/impossible(_:)`` if the recording cannot be replayed, as one that begins while something is under way,
    ///   or if an effect has changed the state of a part and the recording was read from a file, which does not say the part's type.
    public func test(of feature: String = "feature") throws(ReplayError) -> String {
        if let reason = whyIncomplete { throw .impossible(reason) }
        var test = RecordedTest<State, Action>()
        let start = stateBefore?.value
        let startText = start.map { _ in Self.code(of: start) }
        test.lines.append("let harness = ScriptedHarness(\(feature)\(startText.map { ", initialState: \($0)" } ?? ""))")
        if let startText {
            test.lines.append("await harness.start(with: \(startText))")
            test.state = start
        }
        for entry in entries { try test.add(entry) }
        test.lines.append("await harness.end(\(test.isOver ? "" : "cancelling: true"))")
        return test.lines.joined(separator: "\n")
    }

    /// The source of an argument that is a state, or nil for none: a state that is nil itself is written as `.some(nil)`.
    fileprivate static func code(of state: State?) -> String { Rendering.code(of: state as Any) }
}

/// The lines of a printed test.
private struct RecordedTest<State: Equatable & Sendable, Action: Sendable> {
    typealias Step = Recording<State, Action>.Step

    var lines: [String] = []
    /// The state after the last step.
    var state: State?
    /// The numbers that the harness gives the effects, by the recorded ones: it counts them from 1.
    private var effects: [UInt64: Int] = [:]
    private var underWay: Set<UInt64> = []
    private var heldCount = 0
    /// Of each event, how many actions had been sent with its own.
    private var events: [UInt64: Int] = [:]
    private var sentCount = 0

    /// Whether nothing is under way.
    var isOver: Bool { underWay.isEmpty && heldCount == 0 }

    mutating func add(_ entry: Recording<State, Action>.Entry) throws(ReplayError) {
        switch entry {
        case .step(let step): try add(step)
        case .effect(let effect): end(effect)
        case .cancelled(let event):
            if let number = events[event] { lines.append("await harness.cancelEvent(\(number))") }
        case .rejected: break
        }
    }

    private mutating func add(_ step: Step) throws(ReplayError) {
        let call = try call(of: step)
        for effect in step.effects where effect.change == .registered {
            effects[effect.number] = effects.count + 1
            underWay.insert(effect.number)
        }
        lines.append("await harness.\(call)" + (step.cause == .start ? "" : change(to: step.state)))
        (state, heldCount) = (step.state, step.heldCount)
        for effect in step.effects { end(effect) }
    }

    private mutating func end(_ effect: RecordedEffect) {
        guard effect.change == .ended, underWay.remove(effect.number) != nil, let number = number(effect.number) else {
            return
        }
        lines.append("await harness.endEffect(\(number))")
    }

    private func number(_ effect: UInt64?) -> Int? {
        effect.flatMap { effects[$0] }
    }

    // MARK: Calls

    /// The call of the harness that takes the step, without the change of the state.
    private mutating func call(of step: Step) throws(ReplayError) -> String {
        let (decided, isRefused) = (step.decisions, step.outcome != .accepted)
        let surroundings =
            (decided.isEmpty ? [] : ["decided: \(decided)"]) + (isRefused ? ["isRefused: true"] : [])
        func call(_ name: String, _ arguments: String...) -> String {
            "\(name)(\((arguments + surroundings).joined(separator: ", ")))"
        }
        let by = number(step.effect).map { "\($0)" }
        switch (step.cause, step.keptAction.map { Rendering.code(of: $0.value) }) {
        case (.start, _): return call("start", "with: \(Recording<State, Action>.code(of: step.state))")
        case (.sent, let action?):
            sentCount += 1
            if let event = step.event { events[event] = sentCount }
            return call("send", action)
        case (.fedBack, let action?): if let by { return call("receive", action, "from: \(by)") }
        case (.held, _):
            let place = step.heldPlace ?? 0
            return place == 0 ? call("receiveHeld") : call("receiveHeld", "at: \(place)")
        case (.next, _): return call("receiveNext")
        case (.effect, _): if let by { return try change(of: step, by: by, call) }
        case (.finish, _): return call("finish")
        default: break
        }
        throw .impossible("\(step) is not one that a test can repeat")
    }

    /// An update or a dismissal by an effect, or what follows its end.
    private func change(
        of step: Step, by effect: String, _ call: (String, String...) -> String
    ) throws(ReplayError) -> String {
        switch step.change {
        case .dismissal: return call("receiveDismissal", "from: \(effect)")
        case nil: return call("follow", effect)
        case .update:
            guard let value = step.changed?.valueIfKnown ?? step.changed?.state(as: State.self) else {
                throw .impossible(
                    "in \(step) an effect changes a part, whose type a recording that was read from a file does not say"
                )
            }
            return call("receive", "state: \(Rendering.typedCode(of: value))", "from: \(effect)")
        }
    }

    /// The closure that changes the state; empty for no change.
    private func change(to new: State?) -> String {
        guard let old = state, let new else { return "" }
        let statements = ChangeSource.statements(from: old, to: new)
        switch statements.count {
        case 0: return ""
        case 1: return " { \(statements[0]) }"
        default: return " {\n" + statements.map { "    \($0)\n" }.joined() + "}"
        }
    }
}

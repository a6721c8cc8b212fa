import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A sheet that tells its parent something as it closes.
private struct ClosingSheet: Interactor {
    enum Form: CaseIterable, Sendable { case merge, concatenate, then, twice }

    @CasePathable enum Action: Sendable, Equatable {
        case close(Form)
        case leave
        case saved(Int)
    }

    var body: some Interactor<Int, Action> {
        Interact(initialValue: 0) { state, action, dispatch in
            if case .leave = action { return .dismiss() }
            guard case .close(let form) = action else { return .none }
            state += 1
            return switch form {
            case .merge: .merge([dispatch.next(.saved(state)), .dismiss()])
            case .concatenate: .concatenate([dispatch.next(.saved(state)), .dismiss()])
            case .then: dispatch.next(.saved(state)).then(.dismiss())
            case .twice: .merge([dispatch.next(.saved(state)), .dismiss(), .dismiss()])
            }
        }
    }
}

private struct SheetStand: Interactor {
    struct DomainState: Sendable, Equatable { var letter: Int?, path: StackState<Int> = [], log: [String] = [] }

    @CasePathable enum Action: Sendable {
        case letter(PresentationAction<ClosingSheet.Action>)
        case path(StackAction<Int, ClosingSheet.Action>)
        case change(@Sendable (inout DomainState) -> Void)
    }

    var removesItself = false
    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: DomainState()) { _, action, dispatch in
            guard case .letter(.presented(.leave)) = action else { return .none }
            return dispatch.next(.change { $0.log.append("noted") })
        }
        Update(initialValue: DomainState()) { state, action, _ in
            switch action {
            case .letter(.presented(.saved(let number))):
                state.log.append("saved \(number) of \(state.letter ?? -1)")
                if removesItself { state.letter = nil }
            case .letter(.dismiss): state.log.append("dismiss")
            case .path(.element(let id, .saved(let number))): state.log.append("saved \(number) of \(id)")
            case .path(.popFrom(let id)): state.log.append("pop \(id)")
            case .change(let change): change(&state)
            case .letter, .path: break
            }
        }
        .presents(\.letter, action: \.letter) { ClosingSheet() }
        .presents(stack: \.path, action: \.path) { ClosingSheet() }
    }
}

@Suite("A child that names an action and asks to be dismissed in one emission", .timeLimit(.hang))
struct TellAndDismissTests {
    @Test("is dismissed when the parent has handled the action", arguments: ClosingSheet.Form.allCases, Host.allCases)
    fileprivate func sheet(form: ClosingSheet.Form, host: Host) {
        let stage = Stage(SheetStand(), in: host)
        stage.send(.change { $0.letter = 0 }, .letter(.presented(.close(form))))
        #expect(stage.last == SheetStand.DomainState(log: ["saved 1 of 1", "dismiss"]))
        // A burst: what comes behind meets no child.
        stage.send(.change { $0.letter = 4 })
        DiagnosticsRecorder()() {
            stage.hosted.send(.letter(.presented(.close(form))))
            stage.hosted.send(.change { $0.log = [] })
            stage.executor.runUntilIdle()
        }
        #expect(stage.last == SheetStand.DomainState())
    }

    @Test(arguments: ClosingSheet.Form.allCases, Host.allCases)
    fileprivate func `leaves the stack when the parent has handled the action`(form: ClosingSheet.Form, host: Host) {
        let stage = Stage(SheetStand(), in: host)
        stage.send(.change { $0.path = [0, 0, 0] }, .path(.element(id: 1, action: .close(form))))
        #expect(stage.last.path.ids == [0])
        #expect(stage.last.log == ["saved 1 of #1", "pop #1"])
    }

    @Test("asks for nothing if the parent has removed it by then", arguments: ClosingSheet.Form.allCases, Host.allCases)
    fileprivate func removed(form: ClosingSheet.Form, host: Host) {
        let recorder = DiagnosticsRecorder()
        let last = recorder {
            let stage = Stage(SheetStand(removesItself: true), in: host)
            stage.send(.change { $0.letter = 0 }, .letter(.presented(.close(form))))
            return stage.last
        }
        #expect(last == SheetStand.DomainState(log: ["saved 1 of 1"]))
        #expect(recorder.reports.elements.isEmpty)
    }

    @Test(arguments: Host.allCases) fileprivate func `does not wait for actions that others have named`(host: Host) {
        let stage = Stage(SheetStand(), in: host)
        stage.send(.change { $0.letter = 0 }, .letter(.presented(.leave)))
        #expect(stage.last == SheetStand.DomainState(log: ["dismiss", "noted"]))
    }

    @Test func `shows both steps to a harness`() async {
        let harness = InteractorTestHarness(SheetStand())
        await harness.send(.change { $0.letter = 0 }) { $0.letter = 0 }
        await harness.send(\.letter.close, .merge) { $0.letter = 1 }
        await harness.receive(\.letter.saved, 1) { $0.log = ["saved 1 of 1"] }
        await harness.receive {
            $0.letter = nil
            $0.log.append("dismiss")
        }
        await harness.finish()
    }

    @MainActor @Test func `is gone when the event of a view model has been sent`() {
        let model = ViewModel(SheetStand())
        model.sendViewEvent(.change { $0.letter = 0 })
        model.sendViewEvent(.letter(.presented(.close(.merge))))
        #expect(model.viewState == SheetStand.DomainState(log: ["saved 1 of 1", "dismiss"]))
    }

    @Test(arguments: [false, true], Host.allCases)
    func `goes on with what follows, if no parent presents it`(namesAction: Bool, host: Host) {
        let recorder = DiagnosticsRecorder()
        let states = recorder {
            let feature = Interact<[String], String>(initialValue: []) { state, action, dispatch in
                state.append(action)
                guard action == "close" else { return .state }
                let rest = Emission<[String]>.concatenate([.dismiss(), dispatch.next("after")])
                return namesAction ? .merge([dispatch.next("before"), rest]) : rest
            }
            let stage = Stage(feature, in: host)
            stage.send("close")
            stage.finish()
            return stage.states
        }
        #expect(states.last == (namesAction ? ["close", "before", "after"] : ["close", "after"]))
        #expect(recorder.kinds == [.notPresented])
    }
}

import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// Actions that lie deep, sent and received by a path.
@Suite("An action by its path", .timeLimit(.hang))
struct SendingByPathTests {
    struct Form: Sendable, Equatable {
        var title = ""
        var size = 0
    }

    @CasePathable enum FormAction: Sendable, Equatable {
        case binding(BindingAction<Form>)
        case save
    }

    /// A case of the child has the name of a case of the presentation.
    @CasePathable enum Sheet: Sendable, Equatable {
        case edit(FormAction)
        case dismiss(Int)
    }

    @CasePathable enum Screen: Sendable, Equatable {
        case detail(PresentationAction<Sheet>)
        case count(Int)
    }

    @CasePathable enum Action: Sendable, Equatable {
        case path(StackAction<Int, Screen>)
        case rows(IdentifiedAction<Int, FormAction>)
        case sheet(PresentationAction<FormAction>)
        case result(Result<Int, Failure>)
        case done
    }

    struct Failure: Error, Equatable {}

    /// Collects what it is sent; feeds what comes with a size back.
    struct Feature: Interactor {
        var body: some Interactor<[Action], Action> {
            Interact(initialValue: []) { actions, action, dispatch in
                actions.append(action)
                guard case .rows(let row) = action, case .binding(let binding) = row.action, binding[\.size] != nil
                else { return .state }
                return dispatch.next(.result(.success(row.id)))
            }
        }
    }

    @Test("leads through stacks, rows, presentations, fields and results")
    func paths() {
        func action<Value>(_ path: CaseKeyPath<Action, Value>, _ value: Value) -> Action { path(value) }
        #expect(
            action(\.path[id: 3].detail.edit.binding.title, "Tea")
                == .path(
                    .element(id: StackElementID(3), action: .detail(.presented(.edit(.binding(.set(\.title, "Tea")))))))
        )
        #expect(action(\.path[id: 3].detail.presented.edit.save, ()) == action(\.path[id: 3].detail.edit.save, ()))
        #expect(
            action(\.path[id: 0].detail.dismiss, ())
                == .path(.element(id: StackElementID(0), action: .detail(.dismiss)))
        )
        #expect(
            action(\.path[id: 0].detail.presented.dismiss, 4)
                == .path(.element(id: StackElementID(0), action: .detail(.presented(.dismiss(4)))))
        )
        #expect(action(\.path.popFrom, 2) == .path(.popFrom(StackElementID(2))))
        #expect(action(\.rows[id: 1].save, ()) == .rows(.element(id: 1, action: .save)))
        #expect(action(\.sheet.binding.size, 5) == .sheet(.presented(.binding(.set(\.size, 5)))))
        #expect(action(\.result.failure, Failure()) == .result(.failure(Failure())))
    }

    @Test("extracts only what is at its end, and has a name")
    func extracting() {
        let title = AnyCasePath<Action, String>(\.path[id: 3].detail.edit.binding.title)
        #expect(title.name == "path[id: #3].detail.presented.edit.binding.title")
        func at(_ id: Int, _ binding: BindingAction<Form>) -> Action {
            .path(.element(id: StackElementID(id), action: .detail(.presented(.edit(.binding(binding))))))
        }
        #expect(title.extract(from: at(3, .set(\.title, "Tea"))) == "Tea")
        #expect(title.extract(from: at(2, .set(\.title, "Tea"))) == nil)
        #expect(title.extract(from: at(3, .set(\.size, 1))) == nil)
        #expect(title.extract(from: .path(.push(3))) == nil && title.extract(from: .done) == nil)
        let action = at(3, .set(\.title, "Tea"))
        #expect(action[case: \.path[id: 3].detail.edit.binding.title] == "Tea")
        #expect(action.is(\.path[id: 3].detail) && !action.is(\.path[id: 4].detail))
    }

    @Test("is sent and delivered to a runtime and to a part of it")
    func runtimes() async {
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics { Runtime(Feature()) }
        await runtime.send(\.rows[id: 1].binding.title, "Tea").finish()
        await runtime.send(\.done).finish()
        await runtime.deliver(\.rows[id: 2].binding.title, "Milk").finish()
        await runtime.deliver(\.rows[id: 2].save).finish()
        let form = runtime.projection(action: \.sheet.presented, state: \.count)
        await form.send(\.binding.size, 7).finish()
        await form.send(\.save).finish()
        await form.deliver(\.binding.title, "Cup").finish()
        await form.deliver(\.save).finish()
        #expect(
            await runtime.state == [
                .rows(.init(id: 1, action: .binding(.set(\.title, "Tea")))), .done,
                .rows(.init(id: 2, action: .binding(.set(\.title, "Milk")))), .rows(.init(id: 2, action: .save)),
                .sheet(.presented(.binding(.set(\.size, 7)))), .sheet(.presented(.save)),
                .sheet(.presented(.binding(.set(\.title, "Cup")))), .sheet(.presented(.save)),
            ])
        #expect(await form.state == 8)
        await runtime.shutdown(.drain)
        #expect(runtime.send(\.done, line: 10).outcome == .rejected(.shutDown))
        #expect(diagnostics.reports.elements.map(\.line) == [10])
    }

    @Test("is sent to a view model, and to a handle")
    @MainActor func viewModels() {
        let model = ViewModel(Feature(), instances: .many)
        model.sendViewEvent(\.rows[id: 1].binding.title, "Tea")
        model.sendViewEvent(\.done)
        let handle = model.scope(state: \.count, action: \.sheet.presented)
        handle.sendViewEvent(\.binding.size, 7)
        handle.sendViewEvent(\.save)
        #expect(
            model.viewState == [
                .rows(.init(id: 1, action: .binding(.set(\.title, "Tea")))), .done,
                .sheet(.presented(.binding(.set(\.size, 7)))), .sheet(.presented(.save)),
            ])
    }

    @Test("is sent to a harness, and received with its value")
    func harness() async {
        let harness = InteractorTestHarness(Feature())
        await harness.send(\.done) { $0 = [.done] }
        await harness.send(\.rows[id: 4].binding.size, 1) {
            $0.append(.rows(.init(id: 4, action: .binding(.set(\.size, 1)))))
        }
        await harness.receive(\.result.success, 4) { $0.append(.result(.success(4))) }
        let found = await failures {
            await harness.send(\.rows[id: 5].binding.size, 1, line: 10) {
                $0.append(.rows(.init(id: 5, action: .binding(.set(\.size, 1)))))
            }
            await harness.receive(\.result.success, 4, line: 20) { $0.append(.result(.success(4))) }
            await harness.skipReceived()
            await harness.send(\.done, line: 30)
        }
        #expect(found.map(\.line) == [20, 30])
        #expect(
            found.first?.text.contains("The action .result(.success(4)) was to be received, but first came") ?? false)
        await harness.finish()
    }

    @Test("is sent to a view model's harness")
    @MainActor func viewModelHarness() async {
        let harness = ViewModelTestHarness { _ in ViewModel(Feature(), instances: .many) }
        harness.send(\.done) { $0 = [.done] }
        harness.send(\.sheet.binding.title, "Tea") { $0.append(.sheet(.presented(.binding(.set(\.title, "Tea"))))) }
        await harness.finish()
    }
}

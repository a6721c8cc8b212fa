import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor @Suite("A binding to a view model") struct ViewBindingTests {
    struct Form: Sendable, Equatable { var name = "", age = 0 }

    enum Action: Sendable {
        case named(String)
        case aged(Int)
    }

    let model = DirectViewModel<Action, Form>(
        Interact<Form, Action>.showing(Form()) { state, action in
            switch action {
            case .named(let name): state.name = name.uppercased()
            case .aged(let age): state.age = max(0, age)
            }
        }, instances: .many)

    @Test func `reads the field, and sends an action for a new value, which the feature may correct`() {
        let name = model.binding(\.name, send: Action.named)
        let age = model.binding(\.age) { .aged($0) }
        name.value = "ada"
        age.value = -5
        #expect(name.value == "ADA")
        #expect(age.value == 0)
        age.value += 7
        #expect(model.viewState == Form(name: "ADA", age: 7))
    }

    @Test func `is observed as the field is`() {
        let name = model.binding(\.name, send: Action.named)
        let watch = Watch()
        watch("name") { name.value }
        model.sendViewEvent(.aged(1))
        #expect(watch.changes.isEmpty)
        name.value = "x"
        #expect(watch.changes == ["name"])
    }
}

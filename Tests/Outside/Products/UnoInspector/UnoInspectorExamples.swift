import UnoArchitecture
import UnoInspector

struct Counter: Interactor {
    var body: some Interactor<Int, Int> {
        Interact(initialValue: 0) { count, more in
            count += more
            return .state
        }
    }
}

func show() {
    let graph = GraphDescription(of: Counter())
    print(graph)
}

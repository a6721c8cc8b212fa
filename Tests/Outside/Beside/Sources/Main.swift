import AsyncKit
import UnoArchitecture

@main
struct Main {
    static func main() async {
        let runtime = Runtime(
            Interact(initialValue: "") { (state: inout String, action: Greeting) in
                state += action.text
                return .state
            })
        await runtime.send(Greeting()).finish()
        print(await runtime.state ?? "")
        await runtime.shutdown(.drain)
    }
}

import UnoArchitecture

@main
struct Main {
    static func main() async {
        let runtime = Runtime(Tally { print("saving \($0)") })
        runtime.send(.increment)
        runtime.send(.increment)
        await runtime.send(.save).finish()
        print("saved", await runtime.state?.saved ?? 0)
        await runtime.shutdown(.drain)
    }
}

import Counting

@main
struct Main {
    static func main() {
        var state = Counter.State()
        _ = Counter().interact(state: &state, action: .add(2))
        print("saved", state.count)
    }
}

import UnoArchitecture

/// Asks for what it does not have; see ``Interactor/initialValue``.
struct Stateless: Interactor {
    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> { upstream }
}

@main
struct Misuse {
    static func main() {
        print(Stateless().initialValue)
    }
}

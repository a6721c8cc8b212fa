/// The usual implementation without streams: an actor that every producer awaits.
actor TickingActor {
    private(set) var state = CountState()

    func handle(_ action: Tick) { state.count += 1 }
}

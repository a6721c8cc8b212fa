import TestSupport

/// Calls `body` with every sequence of `length` events, or one less unless searches run as a whole; shorter sequences are
/// covered as prefixes.
func forEachSequence<Event>(of events: [Event], length: Int, _ body: ([Event]) -> Void) {
    forEachWholeSequence(of: events, length: Scale.isWhole ? length : length - 1, body)
}

/// The same, with this length always.
func forEachWholeSequence<Event>(of events: [Event], length: Int, _ body: ([Event]) -> Void) {
    var indices = Array(repeating: 0, count: length)
    while true {
        body(indices.map { events[$0] })
        var position = length - 1
        while position >= 0 {
            indices[position] += 1
            if indices[position] < events.count { break }
            indices[position] = 0
            position -= 1
        }
        if position < 0 { return }
    }
}

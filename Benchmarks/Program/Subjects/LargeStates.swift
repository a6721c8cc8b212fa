/// A struct of as many words as said, all of them stored in it.
@available(macOS 26, iOS 26, *)
struct WordsState<let words: Int>: CountedState {
    private var storage = InlineArray<words, Int>(repeating: 0)

    var count: Int {
        get { storage[0] }
        set { storage[0] = newValue }
    }
}

/// An array, of which a handler changes one element in place; a copy held elsewhere makes it copy the whole.
struct ArrayState: CountedState {
    private(set) var elements: [Int]

    init(elements count: Int) {
        elements = Array(repeating: 0, count: count)
    }

    var count: Int {
        get { elements[elements.count / 2] }
        set { elements[elements.count / 2] = newValue }
    }
}

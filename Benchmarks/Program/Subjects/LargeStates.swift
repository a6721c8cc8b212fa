/// A struct of the given number of words, stored inline.
@available(macOS 26, iOS 26, *)
struct WordsState<let words: Int>: CountedState {
    private var storage = InlineArray<words, Int>(repeating: 0)

    var count: Int {
        get { storage[0] }
        set { storage[0] = newValue }
    }
}

/// An array, one element of which a handler changes in place; if another copy exists, the change copies the array.
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

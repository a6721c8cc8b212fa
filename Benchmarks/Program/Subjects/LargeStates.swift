/// 64 bytes; what follows is eight times as large each.
struct Words8: Sendable { var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0 }

struct Words64: Sendable {
    var a = Words8(), b = Words8(), c = Words8(), d = Words8()
    var e = Words8(), f = Words8(), g = Words8(), h = Words8()
}

struct Words512: Sendable {
    var a = Words64(), b = Words64(), c = Words64(), d = Words64()
    var e = Words64(), f = Words64(), g = Words64(), h = Words64()
}

struct Words4096: Sendable {
    var a = Words512(), b = Words512(), c = Words512(), d = Words512()
    var e = Words512(), f = Words512(), g = Words512(), h = Words512()
}

/// 1 KiB.
struct KilobyteState: CountedState {
    var count = 0
    var more = (Words64(), Words8(), Words8(), Words8(), Words8(), Words8(), Words8(), Words8())
    var rest = (0, 0, 0, 0, 0, 0, 0)
}

/// 64 KiB.
struct SixtyFourKilobyteState: CountedState {
    var count = 0
    var more = (Words4096(), Words512(), Words512(), Words512(), Words512(), Words512(), Words512(), Words512())
    var rest = (Words64(), Words64(), Words64(), Words64(), Words64(), Words64(), Words64())
    var last = (Words8(), Words8(), Words8(), Words8(), Words8(), Words8(), Words8())
    var words = (0, 0, 0, 0, 0, 0, 0)
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

import UnoArchitecture

/// A state with a crop in every kind of slice.
struct Field: Sendable {
    @CasePathable enum Action: Sendable {
        case grow(Int)
    }

    @CasePathable enum Season: Sendable {
        case winter
        case summer(Crop)
    }

    struct Barn: Sendable {
        var name = "barn"
        var crop = Crop()
    }

    var barn = Barn()
    var store = Crop()
    var rented: Crop? = Crop()
    var season = Season.summer(Crop())
    var crops: [Crop] {
        guard case .summer(let summer) = season, let rented else { return [] }
        return [barn.crop, store, rented, summer]
    }
}

/// An array of 64 KB that records copies.
struct Crop: Sendable {
    private(set) var numbers: [Int] = []
    private(set) var moves = 0
    private var address: UInt = 0

    /// Changes an element; the first call makes the array.
    mutating func grow() {
        let isFirst = numbers.isEmpty
        if isFirst { numbers = Array(repeating: 0, count: 8_192) }
        numbers[0] += 1
        let now = numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        if !isFirst, now != address { moves += 1 }
        address = now
    }
}

/// Changes its crop and emits nothing, so that the state has a single owner.
struct Grower: Interactor {
    var body: some Interactor<Crop, Int> {
        Interact(initialValue: Crop()) { crop, _ in
            crop.grow()
            return .none
        }
    }
}

/// A crop through every kind of slice.
struct Farm: Interactor {
    var body: some Interactor<Field, Field.Action> {
        Scope(state: \.barn, action: \.grow) { Scope(state: \.crop) { Grower() } }
        Scope(state: \.store, action: \.grow) { Grower() }
        Interact(initialValue: Field()) { _, _ in .none }.ifLet(\.rented, action: \.grow) { Grower() }
        Scope(state: \.season) {
            EmptyInteractor<Field.Season, Field.Action>().ifCaseLet(\.summer, action: \.grow) { Grower() }
        }
    }
}

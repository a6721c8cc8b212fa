/// Makes damaged source from good source, the same from the same seed.
package struct Mutation {
    private var state: UInt64
    private let seeds: [[UInt8]]

    package init(seed: UInt64, of sources: [String]) {
        state = seed
        seeds = sources.map { Array($0.utf8) }
    }

    /// What the reader gives a meaning to, and what may upset it.
    private static let pieces: [[UInt8]] = [
        "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\", "/*", "*/", "//", "\n",
        "#if A",
        "#else", "#endif", "\n#if", "@", "@a(", "@a<", "case", "case a", "enum", "enum A {", "struct", "var", "let x =",
        "func", "init", "subscript", "extension", "where", "some", "any", "inout", "->", "async", "throws(", ",", ":",
        "=",
        "==", ".", "...", "?", "!", "&", "~", "`", "/", "#/", "/#", "\u{0}", "é", "🙂", "0x", "1e-", "::", ";", "get",
        "get {",
        "didSet {", "private(set)", "indirect", "class", "protocol", "typealias", "import", "operator", "x<", "x<y",
        "@CasePathable", "@Interactor<A, B>",
    ].map { Array($0.utf8) }

    /// SplitMix64.
    private mutating func random(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Int(mixed % UInt64(max(1, bound)))
    }

    /// The next damaged source.
    package mutating func next() -> [UInt8] {
        var source = seeds[random(below: seeds.count)]
        for _ in 0...random(below: 5) { mutate(&source) }
        return source
    }

    private mutating func mutate(_ source: inout [UInt8]) {
        let place = random(below: source.count + 1)
        let end = min(source.count, place + random(below: 12))
        switch random(below: 7) {
        case 0: source.removeSubrange(place..<end)
        case 1: source.insert(contentsOf: source[place..<end], at: place)
        case 2: source.insert(contentsOf: Self.pieces[random(below: Self.pieces.count)], at: place)
        case 3: source.replaceSubrange(place..<end, with: Self.pieces[random(below: Self.pieces.count)])
        case 4 where place < source.count: source[place] = UInt8(random(below: 256))
        case 5: source.removeSubrange(place...)
        default:
            let other = seeds[random(below: seeds.count)]
            source = Array(source[..<place]) + other[random(below: other.count)...]
        }
    }
}

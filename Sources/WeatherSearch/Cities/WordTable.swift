/// Every suffix of a name that begins at a word, sorted, so that suffixes with a common prefix are adjacent.
struct WordTable: Sendable {
    /// How well a name matches, and which name; smaller is better.
    struct Match: Comparable {
        enum Place: Int {
            case wholeName, beginningOfName, laterWord
        }

        let place: Place
        /// The position in the names given to `init`.
        let name: Int

        static func < (left: Match, right: Match) -> Bool {
            (left.place.rawValue, left.name) < (right.place.rawValue, right.name)
        }
    }

    private struct Entry {
        /// The first eight bytes, big-endian and padded with zeros, which decide most comparisons.
        let head: UInt64
        let text: Range<Int>
        let name: Int
        let isLaterWord: Bool
    }

    /// The folded names, concatenated.
    private var bytes: [UInt8] = []
    /// Sorted by their text.
    private var entries: [Entry] = []

    init(names: some Sequence<FoldedName>) {
        for (position, name) in names.enumerated() where !name.isEmpty {
            let start = bytes.count
            bytes += name.bytes
            for word in [0] + name.laterWords {
                let text = (start + word)..<bytes.count
                let head = Self.head(of: bytes[text])
                entries.append(Entry(head: head, text: text, name: position, isLaterWord: word > 0))
            }
        }
        entries.sort { [bytes] left, right in
            guard left.head == right.head else { return left.head < right.head }
            return bytes[left.text].lexicographicallyPrecedes(bytes[right.text])
        }
    }

    /// The names that begin with `prefix`, or in which a later word begins with it; unordered.
    func matches(withPrefix prefix: FoldedName) -> [Match] {
        let query = prefix.bytes
        let first = firstEntry { !bytes[$0.text].lexicographicallyPrecedes(query) }
        return entries[first...].prefix { bytes[$0.text].starts(with: query) }.map { entry in
            if entry.isLaterWord { return Match(place: .laterWord, name: entry.name) }
            let isWhole = entry.text.count == query.count
            return Match(place: isWhole ? .wholeName : .beginningOfName, name: entry.name)
        }
    }

    /// The first entry for which `isReached` is true, found by binary search.
    private func firstEntry(where isReached: (Entry) -> Bool) -> Int {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = isReached(entries[middle]) ? range.lowerBound..<middle : (middle + 1)..<range.upperBound
        }
        return range.lowerBound
    }

    private static func head(of text: ArraySlice<UInt8>) -> UInt64 {
        var head: UInt64 = 0
        var shift: UInt64 = 64
        for byte in text.prefix(8) {
            shift -= 8
            head |= UInt64(byte) << shift
        }
        return head
    }
}

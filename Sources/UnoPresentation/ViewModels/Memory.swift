internal import AsyncKit
internal import UnoArchitecture

/// Comparisons of memory.
@usableFromInline
enum Memory {
    /// The first position from `start` at which two buffers differ in memory; `end` if there is none.
    ///
    /// In blocks, which compare at the speed of memory.
    @inlinable
    static func firstDifference<Element>(
        _ left: UnsafeBufferPointer<Element>,
        _ right: UnsafeBufferPointer<Element>,
        from start: Int,
        to end: Int
    ) -> Int {
        let (stride, layout) = (MemoryLayout<Element>.stride, max(1, 1_024 / max(1, MemoryLayout<Element>.stride)))
        guard let left = UnsafeRawPointer(left.baseAddress), let right = UnsafeRawPointer(right.baseAddress) else {
            return end
        }
        var place = start
        while place < end {
            let block = min(layout, end - place)
            if areSame(left + place * stride, right + place * stride, count: block * stride) {
                place += block
                continue
            }
            while place < end, areSame(left + place * stride, right + place * stride, count: stride) { place += 1 }
            return place
        }
        return end
    }

    /// Whether two ranges of memory have the same bytes.
    @usableFromInline
    static func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
        Platform.areSame(left, right, count: count)
    }
}

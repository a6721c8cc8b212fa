import Testing

@testable import UnoPresentation

@Suite("The first difference of two buffers") struct FirstDifferenceTests {
    private func firstDifference(_ left: [Int], _ right: [Int], from start: Int, to end: Int) -> Int {
        left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { right in Memory.firstDifference(left, right, from: start, to: end) }
        }
    }

    /// A block has 128 numbers.
    @Test(arguments: [0, 1, 126, 127, 128, 129, 299])
    func `is found in each place of a block, from the start and before the end`(place: Int) {
        let left = Array(0..<300)
        var right = left
        right[place] = -1
        #expect(firstDifference(left, right, from: 0, to: 300) == place)
        #expect(firstDifference(left, right, from: place, to: 300) == place)
        #expect(firstDifference(left, right, from: place + 1, to: 300) == 300)
        #expect(firstDifference(left, right, from: 0, to: place) == place)
    }

    @Test func `is the end where there is none, and nothing behind that is looked at`() {
        #expect(firstDifference([1, 2, 3], [1, 2, 3], from: 0, to: 2) == 2)
        #expect(firstDifference([], [], from: 0, to: 0) == 0)
    }
}

import Testing

@testable import UnoArchitecture

/// The size of the table; what it finds is compared with a model in ``IdentifiedArrayModelTests``.
@Suite("A table of ids")
struct OrderedIDsTests {
    @Test(
        "is there from the ninth id on, and always more than a quarter empty",
        arguments: [(0, 0), (8, 0), (9, 16), (11, 16), (12, 16), (13, 32), (24, 32), (25, 64), (48, 64), (49, 128)])
    func growth(count: Int, buckets: Int) {
        var ids = OrderedIDs<Int>()
        for id in 0..<count { ids.append(id) }
        #expect(ids.buckets.count == buckets)
        ids.reserveCapacity(count)
        #expect(ids.buckets.count == buckets)
    }

    @Test("has room at once for as many ids as were reserved, and keeps it while there are fewer") func reserved() {
        var ids = OrderedIDs<Int>()
        ids.reserveCapacity(100)
        #expect(ids.buckets.count == 256)
        for id in 0..<100 { ids.append(id) }
        #expect(ids.buckets.count == 256)
        for _ in 0..<95 { ids.remove(at: 0) }
        ids.append(100)
        #expect(ids.buckets.count == 256)
        #expect((95...100).map { ids.position(of: $0) } == [0, 1, 2, 3, 4, 5])
        ids.removeAll(keepingCapacity: true)
        #expect(ids.buckets.count == 256)
        ids.removeAll(keepingCapacity: false)
        #expect(ids.buckets.isEmpty)
    }

    @Test(
        "has the size of the list that replaces another one", arguments: [(0, 0), (8, 0), (9, 16), (11, 16), (12, 32)])
    func replaced(count: Int, buckets: Int) {
        var ids = OrderedIDs<Int>()
        for id in 0..<100 { ids.append(id) }
        ids.replaceAll(with: ContiguousArray(50..<50 + count))
        #expect(ids.buckets.count == buckets)
        #expect((0..<100).map { ids.position(of: $0) } == (0..<100).map { 50..<50 + count ~= $0 ? $0 - 50 : nil })
    }
}

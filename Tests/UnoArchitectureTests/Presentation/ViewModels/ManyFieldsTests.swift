import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@MainActor @Suite("A view state of 200 fields") struct ManyFieldsTests {
    struct Ten: Sendable, Equatable { var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0 }
    struct Twenty: Sendable, Equatable { var a = Ten(), b = Ten() }

    struct TwoHundred: Sendable, Equatable {
        var a = Twenty(), b = Twenty(), c = Twenty(), d = Twenty(), e = Twenty()
        var f = Twenty(), g = Twenty(), h = Twenty(), i = Twenty(), j = Twenty()
    }

    /// In the order in which they lie in memory.
    static let paths: [KeyPath<TwoHundred, Int>] = {
        let tens: [KeyPath<Ten, Int>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
        let twenties: [KeyPath<TwoHundred, Twenty>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
        let halves: [KeyPath<Twenty, Ten>] = [\.a, \.b]
        return twenties.flatMap { twenty in
            halves.flatMap { half in tens.map { twenty.appending(path: half).appending(path: $0) } }
        }
    }()

    let model = DirectViewModel<[Int], TwoHundred>(
        Interact<TwoHundred, [Int]>.showing(TwoHundred()) { state, fields in
            withUnsafeMutableBytes(of: &state) { bytes in
                let numbers = bytes.bindMemory(to: Int.self)
                for field in fields { numbers[field] += 1 }
            }
        }, instances: .many)
    let watch = Watch()
    private func watchAll() { for (index, path) in Self.paths.enumerated() { watch("\(index)") { model[path] } } }

    @Test func `notifies of each field alone`() {
        #expect(Self.paths.count == 200)
        watchAll()
        #expect(model.observedFieldCount == 200)
        for (index, path) in Self.paths.enumerated() {
            model.sendViewEvent([index])
            #expect(model[path] == 1)
            #expect(watch.changes == (0...index).map { "\($0)" })
        }
        #expect(model.observedFieldCount == 0)
    }

    @Test func `notifies of any set of fields, and of nothing when nothing changes`() {
        watchAll()
        model.sendViewEvent([])
        #expect(watch.changes.isEmpty)
        var random = SplitMix(seed: 8)
        let chosen = Self.paths.indices.filter { _ in Bool.random(using: &random) }
        model.sendViewEvent(chosen)
        #expect(Set(watch.changes) == Set(chosen.map { "\($0)" }))
        #expect(watch.changes.count == chosen.count)
    }
}

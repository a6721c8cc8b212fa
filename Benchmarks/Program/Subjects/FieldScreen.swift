import UnoArchitecture
import UnoPresentation

/// A screen with 1,000 fields.
@MainActor
final class FieldScreen {
    struct Ten: Sendable {
        var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0
    }

    struct Hundred: Sendable {
        var a = Ten(), b = Ten(), c = Ten(), d = Ten(), e = Ten()
        var f = Ten(), g = Ten(), h = Ten(), i = Ten(), j = Ten()
    }

    struct Thousand: Sendable {
        var a = Hundred(), b = Hundred(), c = Hundred(), d = Hundred(), e = Hundred()
        var f = Hundred(), g = Hundred(), h = Hundred(), i = Hundred(), j = Hundred()
    }

    private static let paths: [KeyPath<Thousand, Int>] = {
        let ones: [KeyPath<Ten, Int>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
        let tens: [KeyPath<Hundred, Ten>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
        let hundreds: [KeyPath<Thousand, Hundred>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
        return hundreds.flatMap { hundred in
            tens.flatMap { ten in ones.map { hundred.appending(path: ten).appending(path: $0) } }
        }
    }()

    private let model = DirectViewModel<Tick, Thousand>(
        Interact(initialValue: Thousand()) { state, _ in
            state.a.a.a += 1
            return .state
        },
        instances: .many
    )
    private let drawings: [Drawing]

    init(observed: Int) {
        drawings = Self.paths.prefix(observed).map { [model] path in Drawing { model[path] } }
        for drawing in drawings { drawing.drawIfStale() }
    }

    var first: Int { model[\.a.a.a] }

    /// The first field's view draws after each action; the other views never draw.
    func change(_ count: Int) {
        for _ in 0..<count {
            model.sendViewEvent(.tick)
            drawings.first?.drawIfStale()
        }
    }
}

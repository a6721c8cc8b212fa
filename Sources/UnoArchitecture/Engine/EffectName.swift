/// The id that a handler gave an effect.
///
/// Why it is `Sendable`: an `AnyHashable` is a constant copy of the value that it was made of, which is `Sendable`.
final class EffectName: @unchecked Sendable {
    let id: AnyHashable

    init(_ id: any Hashable & Sendable) {
        self.id = AnyHashable(id)
    }
}

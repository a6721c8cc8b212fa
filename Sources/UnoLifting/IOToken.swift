/// Names a work for cancellation.
struct IOToken: Sendable, Hashable {
    /// The effect middleware that owns the token; 0 for a token shared by all others.
    private var owner = 0
    private let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
        self.value = value
    }

    /// Also a token that has an owner keeps it: one of an effect middleware within another one.
    func owned(by owner: Int) -> IOToken {
        guard self.owner == 0 else { return self }
        var token = self
        token.owner = owner
        return token
    }

    static func == (left: IOToken, right: IOToken) -> Bool {
        left.owner == right.owner && AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(owner)
        hasher.combine(AnyHashable(value))
    }
}

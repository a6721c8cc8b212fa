/// Where facts about numbers come from.
struct FactService: Sendable {
    let fact: @Sendable (Int) async throws(FactError) -> String

    /// Knows every number but 13.
    static let known = FactService { number throws(FactError) in
        if number == 13 { throw .unlucky(number) }
        return "\(number) is a number"
    }
}

enum FactError: Error, Equatable { case unlucky(Int) }

extension Declaration {
    /// The `@available` attributes, which code that names the declaration needs too.
    var availability: [String] {
        attributes.filter { $0.baseName == "available" }
            .map { SourceFragment(text: $0.text, range: $0.range).onOneLine }
    }

    /// The cases that this declares; none if it is unavailable on every platform, because no code may name them.
    @inline(never)
    var usableCases: [CaseElement] { unavailablePlatforms.contains("*") ? [] : cases ?? [] }

    /// The first arguments of `@available(macOS, unavailable)` and the like.
    private var unavailablePlatforms: [String] {
        attributes.filter { $0.baseName == "available" }.compactMap { attribute in
            guard let arguments = attribute.arguments, arguments.contains(where: { $0.value.text == "unavailable" })
            else { return nil }
            return arguments[0].value.text
        }
    }

    /// The condition of `#if` for code that names the cases, unless they are the same on every platform.
    ///
    /// Extensions of apps have no condition: their cases are there, for code that is compiled for an app, too.
    fileprivate var platformCondition: String? {
        var unavailable = unavailablePlatforms
        // What is unavailable in iOS is unavailable in visionOS, unless it says something else of it.
        if unavailable.contains("iOS"), !availability.contains(where: { $0.contains("visionOS") }) {
            unavailable.append("visionOS")
        }
        let conditions = unavailable.compactMap { Self.platforms[$0] }.map { "!\($0)" }
        return cases == nil || conditions.isEmpty ? nil : conditions.joined(separator: " && ")
    }

    private static let platforms = [
        "macOS": "os(macOS)", "OSX": "os(macOS)", "iOS": "os(iOS)", "tvOS": "os(tvOS)", "watchOS": "os(watchOS)",
        "visionOS": "os(visionOS)", "macCatalyst": "targetEnvironment(macCatalyst)",
    ]
}

extension TypeDeclaration {
    /// The cases of an enum that code may name, including those in all clauses of an `#if`.
    var usableCases: [CaseElement] { members.declarations.flatMap(\.usableCases) }
}

extension [Member] {
    /// The members, with cases that are unavailable on some platforms inside an `#if` for the others.
    ///
    /// For a `switch` or an enum, which cannot have an attribute for each of its cases.
    var byPlatform: [Member] {
        map { member in
            switch member {
            case .declaration(let declaration):
                guard let condition = declaration.platformCondition else { return member }
                return .conditional(ConditionalMembers([("#if", condition, [member])], declaration.range))
            case .conditional(let conditional):
                let clauses = conditional.clauses.map { ($0.directive, $0.condition.text, $0.members.byPlatform) }
                return .conditional(ConditionalMembers(clauses, conditional.range))
            }
        }
    }
}

extension ConditionalMembers {
    fileprivate init(_ clauses: [(directive: String, condition: String, members: [Member])], _ range: Range<Int>) {
        self.range = range
        self.clauses = clauses.map { clause in
            let condition = SourceFragment(text: clause.condition, range: range)
            return Clause(directive: clause.directive, condition: condition, members: clause.members, range: range)
        }
    }
}

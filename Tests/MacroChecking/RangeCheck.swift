package import UnoMacros

/// Whether the nodes of a scan lie where they say.
package struct RangeCheck {
    private let source: SourceText
    /// What is wrong, a line each.
    package private(set) var faults: [String] = []
    package private(set) var nodes = 0

    /// Looks at every node: it lies in its parent, and its text is the source's.
    package init(_ members: [Member], of source: SourceText) {
        self.source = source
        check(members, in: 0..<source.bytes.count)
    }

    private mutating func check(_ node: some SourceRanged, _ text: String? = nil, in parent: Range<Int>) {
        nodes += 1
        guard parent.lowerBound <= node.range.lowerBound, node.range.upperBound <= parent.upperBound else {
            faults.append("\(type(of: node)) at \(node.range) is outside of \(parent)")
            return
        }
        if let text, text != String(decoding: source.bytes[node.range], as: UTF8.self) {
            faults.append("\(type(of: node)) at \(node.range) is not '\(text)'")
        }
    }

    private mutating func check(_ members: [Member], in parent: Range<Int>) {
        for member in members {
            check(member, in: parent)
            switch member {
            case .declaration(let declaration): check(declaration)
            case .conditional(let conditional):
                for clause in conditional.clauses {
                    check(clause, in: conditional.range)
                    check(clause.condition, clause.condition.text, in: clause.range)
                    check(clause.members, in: clause.range)
                }
            }
        }
    }

    private mutating func check(_ declaration: Declaration) {
        let range = declaration.range
        for attribute in declaration.attributes { check(attribute, in: range) }
        for modifier in declaration.modifiers { check(modifier, in: range) }
        check(declaration.keyword, declaration.keyword.text, in: range)
        switch declaration.content {
        case .type(let type):
            check(type.name, type.name.text, in: range)
            check(type.genericParameters, in: range)
            check((type.inheritance + [type.whereClause].compactMap(\.self)), in: range)
            check(type.body, in: range)
            check(type.members, in: type.body)
        case .enumCase(let cases):
            for element in cases {
                check(element, in: range)
                check(element.name, element.name.text, in: element.range)
                check(element.parameters ?? [], in: element.range)
                check([element.rawValue].compactMap(\.self), in: element.range)
            }
        case .variable(let variable):
            for binding in variable.bindings {
                check(binding, in: range)
                if let name = binding.name { check(name, name.text, in: binding.range) }
                check([binding.type, binding.initializer].compactMap(\.self), in: binding.range)
                if let accessors = binding.accessors {
                    check(accessors, in: binding.range)
                    check([accessors.getter].compactMap(\.self), in: accessors.range)
                }
            }
        case .function(let function):
            check(function.name, function.name.text, in: range)
            check(function.genericParameters, in: range)
            check(function.parameters, in: range)
            check([function.throwing, function.returnType, function.whereClause].compactMap(\.self), in: range)
            if let body = function.body { check(body, in: range) }
        case .typeAlias(let alias):
            check(alias.name, alias.name.text, in: range)
            check(alias.genericParameters, in: range)
            check(alias.inheritance + [alias.type, alias.whereClause].compactMap(\.self), in: range)
        case .other:
            break
        }
    }

    private mutating func check(_ attribute: Attribute, in parent: Range<Int>) {
        check(attribute, attribute.text, in: parent)
        check(attribute.name, attribute.name.text, in: attribute.range)
        check(attribute.genericArguments, in: attribute.range)
        for argument in attribute.arguments ?? [] {
            check(argument, in: attribute.range)
            if let label = argument.label { check(label, label.text, in: argument.range) }
            check([argument.value], in: argument.range)
        }
    }

    private mutating func check(_ fragments: [SourceFragment], in parent: Range<Int>) {
        for fragment in fragments { check(fragment, fragment.text, in: parent) }
    }

    private mutating func check(_ parameters: [GenericParameter], in parent: Range<Int>) {
        for parameter in parameters {
            check(parameter, in: parent)
            check(parameter.name, parameter.name.text, in: parameter.range)
            check([parameter.inherited].compactMap(\.self), in: parameter.range)
        }
    }

    private mutating func check(_ parameters: [Parameter], in parent: Range<Int>) {
        for parameter in parameters {
            check(parameter, in: parent)
            for attribute in parameter.attributes { check(attribute, in: parameter.range) }
            for name in [parameter.firstName, parameter.secondName].compactMap(\.self) {
                check(name, name.text, in: parameter.range)
            }
            check([parameter.type] + [parameter.defaultValue].compactMap(\.self), in: parameter.range)
        }
    }
}

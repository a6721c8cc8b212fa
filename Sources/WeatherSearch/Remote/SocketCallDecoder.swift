import Distributed
import Foundation
import UnoDistributed

struct SocketCallDecoder: DistributedTargetInvocationDecoder {
    typealias SerializationRequirement = any Codable

    private let call: CallMessage
    private var next = 0

    init(_ call: CallMessage) { self.call = call }

    mutating func decodeGenericSubstitutions() throws -> [any Any.Type] {
        try call.generics.map { name in
            guard let type = _typeByName(name) else {
                throw UndecodableCall("no type is named “\(name.printable)”")
            }
            return type
        }
    }

    mutating func decodeNextArgument<Argument: Codable>() throws -> Argument {
        defer { next += 1 }
        guard call.arguments.indices.contains(next) else {
            throw UndecodableCall("argument \(next), a \(Argument.self), is missing")
        }
        do {
            return try JSONDecoder().decode(Argument.self, from: call.arguments[next])
        } catch {
            throw UndecodableCall("argument \(next) is not a \(Argument.self): \(error)")
        }
    }

    mutating func decodeErrorType() throws -> (any Any.Type)? { nil }
    mutating func decodeReturnType() throws -> (any Any.Type)? { nil }
}

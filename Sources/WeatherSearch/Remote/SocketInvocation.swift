import Distributed
import Foundation
import SocketKit
import UnoDistributed

/// A call of an actor of the other process.
struct CallMessage: Sendable, Codable {
    let number: UInt64
    let actor: Int
    /// The name of the method.
    let target: String
    /// The names of types.
    let generics: [String]
    /// The JSON of each.
    let arguments: [Data]
}

/// What became of a call.
struct ReplyMessage: Sendable, Codable {
    enum Result: Sendable, Codable {
        /// The JSON of a value; empty for none.
        case value(Data)
        case failure(String)
        /// The call could not be decoded, and was not executed.
        case notDecoded(String)
    }

    let number: UInt64
    let result: Result
}

/// Why a call has failed.
struct CallFailure: Error, CustomStringConvertible {
    let description: String
}

struct SocketCallEncoder: DistributedTargetInvocationEncoder {
    typealias SerializationRequirement = any Codable

    private(set) var generics: [String] = []
    private(set) var arguments: [Data] = []

    mutating func recordGenericSubstitution<T>(_ type: T.Type) throws {
        guard let name = _mangledTypeName(type) else { throw CallFailure(description: "the type \(type) has no name") }
        generics.append(name)
    }

    mutating func recordArgument<Value: Codable>(_ argument: RemoteCallArgument<Value>) throws {
        arguments.append(try JSONEncoder().encode(argument.value))
    }

    mutating func recordErrorType<E: Error>(_ type: E.Type) throws {}
    mutating func recordReturnType<R: Codable>(_ type: R.Type) throws {}
    mutating func doneRecording() throws {}
}

/// Keeps the result of a method that has been called.
final class SocketResultHandler: DistributedTargetInvocationResultHandler {
    typealias SerializationRequirement = any Codable

    private let kept = Guarded(ReplyMessage.Result.value(Data()))

    var result: ReplyMessage.Result { kept.withLock { $0 } }

    func onReturn<Success: Codable>(value: Success) async throws {
        let data = try JSONEncoder().encode(value)
        kept.withLock { $0 = .value(data) }
    }

    func onReturnVoid() async throws {}

    /// What a method throws comes here, and so does what the decoder throws.
    func onThrow<Err: Error>(error: Err) async throws {
        kept.withLock { $0 = error is UndecodableCall ? .notDecoded("\(error)") : .failure("\(error)") }
    }
}

package import Foundation

/// A file that could not be read, understood or written.
package struct FileError: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let reason: String

    package init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }

    package var description: String { "\(file): \(reason)" }

    /// The content of `file`, decoded by `decode`.
    static func reading<Value>(_ file: URL, as decode: (Data) throws -> Value) throws(FileError) -> Value {
        do {
            return try decode(Data(contentsOf: file))
        } catch let error as DecodingError {
            throw FileError(file: file.path, reason: reason(of: error))
        } catch {
            throw FileError(file: file.path, reason: error.localizedDescription)
        }
    }

    package static func writing(_ data: Data, to file: URL) throws(FileError) {
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw FileError(file: file.path, reason: error.localizedDescription)
        }
    }

    private static func reason(of error: DecodingError) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            return (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + context.debugDescription
        }
        return switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            place(context)
        @unknown default: error.localizedDescription
        }
    }
}

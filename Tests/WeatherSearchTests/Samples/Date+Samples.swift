import Foundation

extension Date {
    /// An instant as ISO 8601 writes it, `2024-06-21T12:00:00Z`.
    static func sample(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
}

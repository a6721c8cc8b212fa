/// A subject returned a wrong number of results, so its measurement is invalid.
package struct WrongCount: Error, Equatable, CustomStringConvertible {
    let title: String
    let subject: String
    let expected: Int
    let actual: Int

    package var description: String { "\(title): \(subject) gave \(actual) results for \(expected) operations" }
}

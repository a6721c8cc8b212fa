/// Why there is no report.
enum WeatherServiceError: Error, Hashable {
    /// No connection could be made.
    case noNetwork(reason: String)
    case timedOut
    /// The service responded with a status other than 200, and possibly a reason.
    case refused(status: Int, reason: String?)
    /// The response is not a forecast.
    case unreadableAnswer(reason: String)
    /// The system does not know the time zone of the city.
    case unknownTimeZone(identifier: String)
}

extension WeatherServiceError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noNetwork(let reason):
            "the weather service cannot be reached: \(reason.printable)"
        case .timedOut:
            "the weather service did not answer in time"
        case .refused(let status, let reason?):
            "the weather service refused the request (HTTP \(status)): \(reason.printable)"
        case .refused(let status, nil):
            "the weather service refused the request (HTTP \(status))"
        case .unreadableAnswer(let reason):
            "the weather service gave an answer that cannot be read: \(reason.printable)"
        case .unknownTimeZone(let identifier):
            "the time zone “\(identifier)” is not known here"
        }
    }
}

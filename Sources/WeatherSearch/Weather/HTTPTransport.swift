import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches one address; injected, so that tests need no network.
struct HTTPTransport: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: Data
    }

    /// Throws `WeatherServiceError` where no answer came, and `CancellationError`.
    let get: @Sendable (URL) async throws -> Answer
}

extension HTTPTransport {
    /// A transport over `URLSession` that keeps nothing and gives up after `timeout`.
    static func urlSession(timeout: TimeInterval = 10) -> HTTPTransport {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        let session = URLSession(configuration: configuration)
        return HTTPTransport { url in
            do {
                let (body, response) = try await session.data(from: url)
                guard let response = response as? HTTPURLResponse else {
                    throw WeatherServiceError.unreadableAnswer(reason: "not an HTTP answer")
                }
                return Answer(status: response.statusCode, body: body)
            } catch let error as URLError {
                throw failure(for: error)
            }
        }
    }

    /// What a failure of `URLSession` means here.
    static func failure(for error: URLError) -> any Error {
        switch error.code {
        case .cancelled: CancellationError()
        case .timedOut: WeatherServiceError.timedOut
        default: WeatherServiceError.noNetwork(reason: error.localizedDescription)
        }
    }
}

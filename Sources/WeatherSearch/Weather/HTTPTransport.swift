import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Fetches one URL. Injected, so that tests need no network.
struct HTTPTransport: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: Data
    }

    /// Throws `WeatherServiceError` if there was no response, and `CancellationError`.
    let get: @Sendable (URL) async throws -> Answer
}

extension HTTPTransport {
    /// A transport over `URLSession` that caches nothing and gives up after `timeout`.
    static func urlSession(timeout: TimeInterval = 10) -> HTTPTransport {
        let session = URLSession(configuration: configuration(timeout: timeout))
        return HTTPTransport { url in
            let (body, response) = try await get(url, in: session)
            guard let response = response as? HTTPURLResponse else {
                throw WeatherServiceError.unreadableAnswer(reason: "not an HTTP answer")
            }
            return Answer(status: response.statusCode, body: body)
        }
    }

    static func configuration(timeout: TimeInterval) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        return configuration
    }

    private static func get(_ url: URL, in session: URLSession) async throws -> (Data, URLResponse) {
        do {
            return try await session.data(from: url)
        } catch {
            throw failure(for: error)
        }
    }

    /// Translates an error of `URLSession`.
    static func failure(for error: any Error) -> any Error {
        switch error {
        case is CancellationError, URLError.cancelled: CancellationError()
        case URLError.timedOut: WeatherServiceError.timedOut
        default: WeatherServiceError.noNetwork(reason: error.localizedDescription)
        }
    }
}

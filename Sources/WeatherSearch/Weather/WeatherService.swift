/// Reports the weather of a place.
protocol WeatherService: Sendable {
    /// The weather of `city` now, or at the time that the service was made for.
    ///
    /// *Behavior*: throws `WeatherServiceError`, or `CancellationError` when the task is cancelled. Calls
    /// do not affect each other and may overlap.
    func report(for city: City) async throws -> WeatherReport
}

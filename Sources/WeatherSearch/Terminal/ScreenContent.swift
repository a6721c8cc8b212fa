/// The whole content of the screen, as a value.
struct ScreenContent: Sendable, Hashable {
    enum Detail: Sendable, Hashable {
        case nothing
        case loading(City)
        case report(WeatherReport)
        case failure(String)
    }

    var query = ""
    /// The best first.
    var results: [City] = []
    /// The index in `results` of the chosen row.
    var selection: Int?
    /// One line about the search.
    var status = ""
    var detail = Detail.nothing
}

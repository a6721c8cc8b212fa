/// A weather code of Open-Meteo: the subset of WMO code table 4677 that forecast models distinguish.
struct WeatherCode: Sendable, Hashable, Codable {
    let rawValue: Int

    /// The weather in words.
    var words: String {
        Self.words[rawValue] ?? "weather code \(rawValue)"
    }

    /// The table of https://open-meteo.com/en/docs, "WMO Weather interpretation codes".
    static let words: [Int: String] = [
        0: "clear sky",
        1: "mainly clear",
        2: "partly cloudy",
        3: "overcast",
        45: "fog",
        48: "depositing rime fog",
        51: "light drizzle",
        53: "drizzle",
        55: "dense drizzle",
        56: "light freezing drizzle",
        57: "dense freezing drizzle",
        61: "light rain",
        63: "rain",
        65: "heavy rain",
        66: "light freezing rain",
        67: "heavy freezing rain",
        71: "light snowfall",
        73: "snowfall",
        75: "heavy snowfall",
        77: "snow grains",
        80: "light rain showers",
        81: "rain showers",
        82: "violent rain showers",
        85: "light snow showers",
        86: "heavy snow showers",
        95: "thunderstorm",
        96: "thunderstorm with light hail",
        99: "thunderstorm with heavy hail",
    ]
}

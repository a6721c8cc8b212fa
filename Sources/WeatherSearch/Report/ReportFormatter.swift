import Foundation

/// Formats cities and reports as lines of plain text, the same in every locale.
struct ReportFormatter: Sendable {
    /// One line for each city, with the population in a column of its own.
    func lines(of cities: [City]) -> [String] {
        let names = cities.map(name)
        let width = names.map(\.displayWidth).max() ?? 0
        let populations = cities.map(population)
        let populationWidth = populations.map(\.displayWidth).max() ?? 0
        return zip(names, populations).map { name, population in
            let padding = populationWidth - population.displayWidth
            return name.padded(toColumns: width) + String(repeating: " ", count: 2 + padding) + population
        }
    }

    func lines(of report: WeatherReport) -> [String] {
        let instant = MinuteOfDay(report.instant, rounding: .down, in: report.timeZone)
        var lines = ["Weather in \(name(of: report.city))"]
        if let conditions = report.conditions { lines.append(text(of: conditions)) }
        lines.append(text(of: report.sun, in: report.timeZone))
        let noon = MinuteOfDay(report.sun.solarNoon, in: report.timeZone)
        lines.append("day length \(duration(report.sun.dayLength)), solar noon \(noon)")
        lines.append("local time \(instant.day) \(instant) (\(report.city.timeZoneIdentifier))")
        return lines
    }

    func name(of city: City) -> String {
        "\(city.name), \(city.country)"
    }

    private func population(of city: City) -> String {
        guard city.population > 0 else { return "population unknown" }
        var groups: [Substring] = []
        var digits = Substring(String(city.population))
        while !digits.isEmpty {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return groups.joined(separator: ",")
    }

    private func text(of conditions: CurrentConditions) -> String {
        let temperature = "\(conditions.temperature.value) \(conditions.temperature.unit)"
        return
            "\(temperature), \(conditions.code.words), wind \(conditions.windSpeed.value) \(conditions.windSpeed.unit)"
    }

    private func text(of sun: SolarDay, in timeZone: TimeZone) -> String {
        func time(_ instant: Date) -> String {
            let minute = MinuteOfDay(instant, in: timeZone)
            if minute.day < sun.day { return "\(minute) (the day before)" }
            return minute.day == sun.day ? "\(minute)" : "\(minute) (next day)"
        }
        return switch sun.daylight {
        case .risesAndSets(let sunrise, let sunset):
            "sunrise \(time(sunrise)), sunset \(time(sunset))"
        case .risesOnly(let sunrise):
            "sunrise \(time(sunrise)), no sunset: the polar day begins"
        case .setsOnly(let sunset):
            "no sunrise, sunset \(time(sunset)): the polar day ends"
        case .polarDay:
            "no sunrise and no sunset: polar day, the sun stays up"
        case .polarNight:
            "no sunrise and no sunset: polar night, the sun stays down"
        }
    }

    private func duration(_ seconds: TimeInterval) -> String {
        let minutes = Int((seconds / 60).rounded())
        return "\(minutes / 60) h \(minutes % 60) min"
    }
}

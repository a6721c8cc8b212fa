import Foundation

@testable import WeatherSearch

/// A file of two cities, which a process reads at once: it takes a second for the built-in ones in a debug build.
final class CitySampleFile: Sendable {
    let path = NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8)).tsv"

    init() throws {
        let tromso = "3133895\tTromsø\tNO\tNorway\t69.6489\t18.95508\t41915\tEurope/Oslo"
        let lines = [CityFile.Column.header, CityFileTests.reykjavik, tromso]
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

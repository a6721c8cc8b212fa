import Foundation

/// Reads cities from tab-separated text with a header line.
///
/// *Behavior*: strict. The first error ends the reading with a `CityFileError` that names the file, the
/// line and the value; nothing is skipped or repaired. Lines end in LF or CRLF; the last line may lack it.
/// Complexity: O(bytes), without an intermediate copy of the text.
struct CityFile: Sendable {
    enum Column: String, CaseIterable {
        case geonameid, name
        case countryCode = "country_code"
        case country
        case latitude, longitude, population, timezone

        static let names = allCases.map(\.rawValue)
        static let header = names.joined(separator: "\t")
    }

    /// The name of the file in messages.
    let name: String
    private let bytes: [UInt8]

    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Reads the whole file into memory.
    init(path: String) throws(CityFileError) {
        do {
            let contents = try Data(contentsOf: URL(fileURLWithPath: path))
            self.init(name: path, bytes: Array(contents))
        } catch {
            throw CityFileError(file: path, line: nil, problem: .unreadable(reason: Self.reason(of: error, path: path)))
        }
    }

    /// The cities in the order of the file.
    func cities() throws(CityFileError) -> [City] {
        guard !bytes.isEmpty else { throw CityFileError(file: name, line: nil, problem: .empty) }
        var cities: [City] = []
        cities.reserveCapacity(bytes.count / 64)
        var identifiers = Set<Int>(minimumCapacity: bytes.count / 64)
        var record = CityRecord(bytes: bytes)
        var lineNumber = 0
        do throws(CityFileError.Problem) {
            while record.advance() {
                lineNumber += 1
                guard lineNumber > 1 else {
                    try record.checkHeader()
                    continue
                }
                let city = try record.city()
                guard identifiers.insert(city.id).inserted else {
                    throw .repeatedIdentifier(value: String(city.id))
                }
                cities.append(city)
            }
        } catch {
            throw CityFileError(file: name, line: lineNumber, problem: error)
        }
        guard !cities.isEmpty else { throw CityFileError(file: name, line: nil, problem: .noCities) }
        return cities
    }

    private static func reason(of error: any Error, path: String) -> String {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return "no such file" }
        if isDirectory.boolValue { return "it is a directory" }
        let isDenied = (error as? CocoaError)?.code == .fileReadNoPermission
        return isDenied ? "permission denied" : (error as NSError).localizedDescription
    }
}

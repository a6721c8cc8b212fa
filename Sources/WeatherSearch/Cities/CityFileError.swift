/// Why a file of cities was rejected: the file, the line if there is one, and the value.
struct CityFileError: Error, Equatable {
    enum Problem: Error, Equatable {
        /// The file could not be opened or read.
        case unreadable(reason: String)
        /// The program's own file is in none of the locations where the build puts it.
        case notInstalled(searched: [String])
        case empty
        case wrongHeader(found: String)
        /// The file has a header and no cities.
        case noCities
        case wrongColumnCount(found: Int)
        case invalidUTF8(column: CityFile.Column)
        case emptyField(column: CityFile.Column)
        case controlCharacter(column: CityFile.Column, value: String)
        case notACountryCode(value: String)
        case notANumber(column: CityFile.Column, value: String)
        case outOfRange(column: CityFile.Column, value: String, range: String)
        case repeatedIdentifier(value: String)
    }

    let file: String
    /// Counted from 1; the header is line 1.
    let line: Int?
    let problem: Problem

    /// Whether the file exists but is damaged, rather than missing.
    var isDamage: Bool {
        switch problem {
        case .unreadable, .notInstalled: false
        default: true
        }
    }
}

extension CityFileError: CustomStringConvertible {
    var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(problem)"
    }
}

extension CityFileError.Problem: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let reason):
            "cannot be read: \(reason)"
        case .notInstalled(let searched):
            "not found next to the program; looked in \(searched.joined(separator: ", ")); use --data FILE"
        case .empty:
            "the file is empty"
        case .wrongHeader(let found):
            "the header is “\(found.printable)”, not the columns \(CityFile.Column.names.joined(separator: ", "))"
        case .noCities:
            "the file holds a header and no cities"
        case .wrongColumnCount(let found):
            "\(found) \(found == 1 ? "column" : "columns") where \(CityFile.Column.allCases.count) are expected"
        case .invalidUTF8(let column):
            "\(column.rawValue) is not valid UTF-8"
        case .emptyField(let column):
            "\(column.rawValue) is empty"
        case .controlCharacter(let column, let value):
            "\(column.rawValue) “\(value.printable)” holds a control character"
        case .notACountryCode(let value):
            "country_code “\(value.printable)” is not two capital letters"
        case .notANumber(let column, let value):
            "\(column.rawValue) “\(value.printable)” is not a number"
        case .outOfRange(let column, let value, let range):
            "\(column.rawValue) “\(value.printable)” is outside \(range)"
        case .repeatedIdentifier(let value):
            "geonameid “\(value)” was used on an earlier line"
        }
    }
}

import Testing

@testable import WeatherSearch

@Suite("A file of cities")
struct CityFileTests {
    static let reykjavik = "3413829\tReykjavík\tIS\tIceland\t64.13548\t-21.89541\t118918\tAtlantic/Reykjavik"

    static func cities(_ text: String) throws -> [City] {
        try CityFile(name: "test.tsv", bytes: Array(text.utf8)).cities()
    }

    @Test("is read whatever ends its lines", arguments: ["\n", "\r\n"].flatMap { [($0, $0), ($0, "")] })
    func lineEnds(between: String, last: String) throws {
        let text = [CityFile.Column.header, Self.reykjavik, Self.reykjavik.replacing("3413829", with: "2")]
        let cities = try Self.cities(text.joined(separator: between) + last)
        #expect(cities == [.reykjavik, .sample("Reykjavík", id: 2, population: 118_918)])
    }

    @Test(
        arguments: [
            ("", nil, "test.tsv: the file is empty"),
            ("nothing", 1, "test.tsv:1: the header is “nothing”, not the columns geonameid, name,"),
            ("\n", 1, "test.tsv:1: the header is “”"),
            (reykjavik, 1, "test.tsv:1: the header is “3413829"),
            ("\u{FEFF}" + CityFile.Column.header, 1, "test.tsv:1: the header is"),
            (CityFile.Column.header, nil, "test.tsv: the file holds a header and no cities"),
        ] as [(String, Int?, String)])
    func `that is damaged is refused with the line and the value`(text: String, line: Int?, message: String) throws {
        let error = try #require(throws: CityFileError.self) { try Self.cities(text) }
        #expect(error.line == line)
        #expect(error.isDamage)
        #expect(error.description.hasPrefix(message), "\(error)")
    }

    @Test(arguments: [
        ("3413829", "x12", "geonameid “x12” is not a number"),
        ("3413829", "0", "geonameid “0” is outside 1 and above"),
        ("3413829", "1.5", "geonameid “1.5” is not a number"),
        ("Reykjavík", "", "name is empty"),
        ("Reykjavík", "Reyk\u{1B}[2J", "name “Reyk\u{FFFD}[2J” holds a control character"),
        ("Reykjavík", "Reyk\u{9B}2J", "name “Reyk\u{FFFD}2J” holds a control character"),
        ("\tIS\t", "\tis\t", "country_code “is” is not two capital letters"),
        ("\tIS\t", "\tISL\t", "country_code “ISL” is not two capital letters"),
        ("\tIS\t", "\tI[\t", "country_code “I[” is not two capital letters"),
        ("\tIS\t", "\t@S\t", "country_code “@S” is not two capital letters"),
        ("Reykjavík", "Reyk\u{7F}", "name “Reyk\u{FFFD}” holds a control character"),
        ("Reykjavík", "\u{1F}R", "name “\u{FFFD}R” holds a control character"),
        ("Iceland", "", "country is empty"),
        ("64.13548", "-90.00001", "latitude “-90.00001” is outside -90...90"),
        ("64.13548", "90.00001", "latitude “90.00001” is outside -90...90"),
        ("64.13548", "nan", "latitude “nan” is not a number"),
        ("64.13548", "", "latitude “” is not a number"),
        ("-21.89541", "-180.1", "longitude “-180.1” is outside -180...180"),
        ("-21.89541", "21,9", "longitude “21,9” is not a number"),
        ("118918", "-1", "population “-1” is outside 0 and above"),
        ("118918", "many", "population “many” is not a number"),
        ("Atlantic/Reykjavik", "", "timezone is empty"),
        ("\tIceland", "", "7 columns where 8 are expected"),
        ("Iceland", "Ice\tland", "9 columns where 8 are expected"),
        (reykjavik, "", "1 column where 8 are expected"),
    ])
    func `names a damaged field`(sound: String, damaged: String, message: String) throws {
        let intact = Self.reykjavik.replacing("3413829", with: "1")
        let line = Self.reykjavik.replacing(sound, with: damaged)
        let text = [CityFile.Column.header, intact, line, ""].joined(separator: "\n")
        let error = try #require(throws: CityFileError.self) { try Self.cities(text) }
        #expect("\(error)" == "test.tsv:3: \(message)")
    }

    @Test(arguments: [
        ("64.13548", "90"), ("64.13548", "-90"), ("-21.89541", "180"), ("-21.89541", "-180.00"), ("118918", "0"),
        ("\tIS\t", "\tAZ\t"), ("Reykjavík", "\u{A0}\u{20}~"),
    ])
    func `takes values at their bounds`(sound: String, value: String) throws {
        let line = Self.reykjavik.replacing(sound, with: value)
        #expect(try Self.cities(CityFile.Column.header + "\n" + line).count == 1)
    }

    @Test func `with one number twice is refused at the second`() throws {
        let text = [CityFile.Column.header, Self.reykjavik, Self.reykjavik].joined(separator: "\n")
        let error = try #require(throws: CityFileError.self) { try Self.cities(text) }
        #expect("\(error)" == "test.tsv:3: geonameid “3413829” was used on an earlier line")
    }

    @Test func `that is not UTF-8 is refused`() throws {
        var bytes = Array((CityFile.Column.header + "\n" + Self.reykjavik).utf8)
        let position = try #require(bytes.firstIndex(of: 0xC3))
        bytes[position] = 0xFF
        let error = try #require(throws: CityFileError.self) { try CityFile(name: "f", bytes: bytes).cities() }
        #expect(error == CityFileError(file: "f", line: 2, problem: .invalidUTF8(column: .name)))
    }

    @Test func `that does not exist is not damaged, but missing`() throws {
        let error = try #require(throws: CityFileError.self) { try CityFile(path: "no/such/file.tsv") }
        #expect("\(error)" == "no/such/file.tsv: cannot be read: no such file")
        #expect(!error.isDamage)
        let directory = try #require(throws: CityFileError.self) { try CityFile(path: "/") }
        #expect("\(directory)" == "/: cannot be read: it is a directory")
    }
}

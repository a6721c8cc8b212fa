/// A cursor over the lines of a city file: the bytes and the fields of the current line.
struct CityRecord {
    private typealias Problem = CityFileError.Problem

    private let bytes: [UInt8]
    private var line: Range<Int> = 0..<0
    private var nextLine = 0
    private var fields: [Range<Int>] = []

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Moves to the next line; false at the end of the file.
    mutating func advance() -> Bool {
        guard nextLine < bytes.count else { return false }
        fields.removeAll(keepingCapacity: true)
        let start = nextLine
        var fieldStart = start
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
            if bytes[end] == UInt8(ascii: "\t") {
                fields.append(fieldStart..<end)
                fieldStart = end + 1
            }
            end += 1
        }
        nextLine = end + 1
        if end > fieldStart, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        fields.append(fieldStart..<end)
        line = start..<end
        return true
    }

    func checkHeader() throws(CityFileError.Problem) {
        guard bytes[line].elementsEqual(CityFile.Column.header.utf8) else {
            throw .wrongHeader(found: String(decoding: bytes[line], as: UTF8.self))
        }
    }

    func city() throws(CityFileError.Problem) -> City {
        guard fields.count == CityFile.Column.allCases.count else {
            throw .wrongColumnCount(found: fields.count)
        }
        let code = try text(.countryCode, fields[2])
        guard code.utf8.count == 2, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { throw .notACountryCode(value: code) }
        return City(
            id: try integer(.geonameid, fields[0], minimum: 1),
            name: try text(.name, fields[1]),
            countryCode: code,
            country: try text(.country, fields[3]),
            latitude: try degrees(.latitude, fields[4], limit: 90),
            longitude: try degrees(.longitude, fields[5], limit: 180),
            population: try integer(.population, fields[6], minimum: 0),
            timeZoneIdentifier: try text(.timezone, fields[7])
        )
    }

    private func text(_ column: CityFile.Column, _ field: Range<Int>) throws(Problem) -> String {
        guard !field.isEmpty else { throw .emptyField(column: column) }
        guard let text = String(validating: bytes[field], as: UTF8.self) else {
            throw .invalidUTF8(column: column)
        }
        var previous: UInt8 = 0
        for byte in bytes[field] {
            // C0 and DEL are single bytes; C1 (U+0080...U+009F) is 0xC2 and a byte of that range.
            let isControl = byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0)
            guard !isControl else { throw .controlCharacter(column: column, value: text) }
            previous = byte
        }
        return text
    }

    private func integer(_ column: CityFile.Column, _ field: Range<Int>, minimum: Int) throws(Problem) -> Int {
        guard let number = DecimalNumber(bytes[field]), number.fractionDigits == 0 else {
            throw .notANumber(column: column, value: raw(field))
        }
        guard number.digits >= minimum else {
            throw .outOfRange(column: column, value: raw(field), range: "\(minimum) and above")
        }
        return number.digits
    }

    private func degrees(_ column: CityFile.Column, _ field: Range<Int>, limit: Double) throws(Problem) -> Double {
        guard let number = DecimalNumber(bytes[field]) else {
            throw .notANumber(column: column, value: raw(field))
        }
        guard abs(number.value) <= limit else {
            throw .outOfRange(column: column, value: raw(field), range: "-\(Int(limit))...\(Int(limit))")
        }
        return number.value
    }

    private func raw(_ field: Range<Int>) -> String {
        String(decoding: bytes[field], as: UTF8.self)
    }
}

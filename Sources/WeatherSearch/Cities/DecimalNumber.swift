/// A number written as digits with an optional minus sign and an optional fraction: `-21.89541`.
///
/// Stricter than `Double.init(_: String)`, which accepts `nan`, `inf`, hexadecimal and exponents.
struct DecimalNumber: Equatable {
    /// All digits as one integer, signed: `-2189541` for `-21.89541`.
    let digits: Int
    let fractionDigits: Int

    /// Nil for any other text, and for more than 15 digits.
    ///
    /// Up to 15 digits the integer and the power of ten are both exact as `Double`, so their quotient is the
    /// correctly rounded value.
    init?(_ text: some Collection<UInt8>) {
        var digits = 0
        var digitCount = 0
        var fractionDigits: Int?
        let isNegative = text.first == UInt8(ascii: "-")
        for byte in isNegative ? text.dropFirst(1) : text.dropFirst(0) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
                digitCount += 1
                guard digitCount <= 15 else { return nil }
                if let count = fractionDigits { fractionDigits = count + 1 }
            case UInt8(ascii: ".") where fractionDigits == nil && digitCount > 0:
                fractionDigits = 0
            default:
                return nil
            }
        }
        guard digitCount > 0, fractionDigits != 0 else { return nil }
        self.digits = isNegative ? -digits : digits
        self.fractionDigits = fractionDigits ?? 0
    }

    var value: Double {
        var power = 1.0
        for _ in 0..<fractionDigits { power *= 10 }
        return Double(digits) / power
    }
}

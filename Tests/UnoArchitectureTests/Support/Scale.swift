import Foundation
import TestSupport

/// The size of the heavy tests: one number for all of them.
enum Scale {
    /// 1 in ordinary runs; `UNO_SCALE=10` multiplies all sizes, for a longer search.
    static let factor = number("UNO_SCALE") ?? 1
    /// `UNO_SEED=23424` makes a search by seeds start at that seed.
    static let firstSeed = UInt64(number("UNO_SEED") ?? 1)

    static func chosen(debug: Int, release: Int) -> Int {
        #if DEBUG
            max(min(debug, 100), debug / Sanitizer.searchDivisor) * factor
        #else
            release * factor
        #endif
    }

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }
}

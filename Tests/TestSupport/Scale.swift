import Foundation

/// The sizes of the tests that search or that count to a large number: one variable for all of them.
package enum Scale {
    /// `UNO_SCALE=1` runs the whole of each search, `UNO_SCALE=10` ten times as much; by default a tenth. The gate runs the
    /// whole once, and not under each sanitizer: a sanitizer looks at each access, whatever the seed.
    private static let factor = number("UNO_SCALE").map { Double($0) } ?? 0.1

    /// `UNO_SEED=23424` makes a search by seeds begin with that seed.
    package static let firstSeed = UInt64(number("UNO_SEED") ?? 1)

    /// Whether searches run as a whole, so that what one of them must reach can be asked for.
    package static var isWhole: Bool { factor >= 1 }

    /// The share of `whole` to run, but not less than `least`.
    package static func chosen(_ whole: Int, least: Int = 1) -> Int {
        max(min(whole, least), Int(Double(whole) * factor))
    }

    /// As ``chosen(_:least:)``, for what is much cheaper in a release build.
    package static func chosen(debug: Int, release: Int) -> Int {
        #if DEBUG
            chosen(debug, least: 50)
        #else
            chosen(release, least: 500)
        #endif
    }

    /// The number that the environment gives for one search, such as `UNO_PLANS`.
    package static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }
}

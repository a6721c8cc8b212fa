import Foundation
import TestSupport

/// How many schedules of each scenario the tests run; `UNO_SCHEDULES=20000 swift test --filter ExploredTests` for more.
enum ScheduleScale {
    private static let given = ProcessInfo.processInfo.environment["UNO_SCHEDULES"].flatMap(Int.init)

    static let count = given ?? 400 / Sanitizer.searchDivisor
    static let isReported = given != nil
}

import AllocationCounter
import BenchmarkKit
import EnqueueCounter
import Foundation

extension Instruments {
    /// The continuous clock, the blocks that this process allocates, and the jobs that it hands to the pool.
    static let ofThisProcess: Instruments = {
        let clock = ContinuousClock()
        let start = clock.now
        return Instruments(
            nanoseconds: { Int((clock.now - start) / .nanoseconds(1)) },
            allocations: {
                let count = allocation_count()
                return count < 0 ? nil : Int(count)
            },
            enqueues: {
                let count = enqueue_count()
                return count < 0 ? nil : Int(count)
            },
            countEnqueues: count_enqueues
        )
    }()
}

extension Environment {
    static func current(_ schedule: Schedule) -> Environment {
        #if DEBUG
            let isDebugBuild = true
        #else
            let isDebugBuild = false
        #endif
        #if compiler(>=6.4)
            let swift = "Swift 6.4 or later"
        #elseif compiler(>=6.3)
            let swift = "Swift 6.3"
        #else
            let swift = "Swift 6.2"
        #endif
        return Environment(
            machine: processorName ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            system: ProcessInfo.processInfo.operatingSystemVersionString,
            compiler: "\(swift) with \(cCompiler)",
            isDebugBuild: isDebugBuild,
            schedule: schedule
        )
    }

    /// The C compiler of the toolchain, with its full version: "Clang 21.0.0, 11673e6".
    private static var cCompiler: String {
        let text = String(cString: compiler_version())
        let name = text.split(separator: " (").first ?? ""
        let revision = text.matches(of: /[0-9a-f]{40}/).last.map { ", \($0.output.prefix(7))" } ?? ""
        return name + revision
    }

    private static var processorName: String? {
        guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    }
}

/// The resident set size of this process; nil if the system does not report it.
func residentBytes() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = status.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
}

/// Makes the optimiser assume that `value` is used and changed here.
@inline(__always)
func touch<Value>(_ value: inout Value) { withUnsafeMutablePointer(to: &value) { opaque_touch($0) } }

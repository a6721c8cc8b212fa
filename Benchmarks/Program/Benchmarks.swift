import AllocationCounter
import BenchmarkKit
import Foundation

@main
struct Benchmarks {
    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            // Run off the main actor, which is reserved for the subjects that need it.
            let isPassed = try await Task.detached { try await Session(options).run() }.value
            exit(isPassed ? 0 : 1)
        } catch let error as UsageError {
            fail(error, status: EX_USAGE)
        } catch {
            fail(error, status: 1)
        }
    }

    private static func fail(_ error: any Error, status: Int32) -> Never {
        FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
        exit(status)
    }
}

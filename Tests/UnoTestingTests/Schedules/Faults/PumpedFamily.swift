import AsyncKit
import UnoTesting

/// Feeds its child through a buffer and takes the child's states from another queue: the parent goes on meanwhile.
struct PumpedFamily: FamilyHost {
    private let inbox = AsyncStream<Family.Action>.makeStream()

    init(_ scenario: Scenario, log: @escaping @Sendable ([String]) -> Void) {
        let child = AsyncStream<Int>.makeStream()
        scenario.task("child") { [inbox = inbox.continuation] in
            for await number in child.stream { inbox.yield(.childState(3 * number)) }
        }
        scenario.task("parent") { [actions = inbox.stream] in
            var lines: [String] = []
            for await action in actions {
                switch action {
                case .child(let number): child.continuation.yield(number)
                case .childState(let number): lines.append("child \(number)")
                case .own(let number): lines.append("own \(number)")
                case .enter, .leave: break
                }
                log(lines)
            }
            child.continuation.finish()
        }
    }

    func send(_ action: Family.Action) { inbox.continuation.yield(action) }
    func finish() async { inbox.continuation.finish() }
}

import BenchmarkKit

extension BareStreamSubject {
    /// Two tasks and two streams: each number is sent there and back before the next one is sent.
    static let pingPong = pingPong(from: 1)

    /// As ``pingPong``, from several tasks to one: each has its own stream back.
    static func pingPong(from senders: Int) -> Subject {
        Subject("asyncstream") { count, meter in
            let (pings, ping) = AsyncStream<(sender: Int, number: Int)>.makeStream()
            let pongs = (0..<senders).map { _ in AsyncStream<Int>.makeStream() }
            let other = Task {
                for await (sender, number) in pings { pongs[sender].continuation.yield(number + 1) }
            }
            @Sendable func play(_ sender: Int) async -> Int {
                var back = pongs[sender].stream.makeAsyncIterator()
                var last = 0
                for _ in 0..<Workloads.share(of: count, among: senders, for: sender) {
                    ping.yield((sender, last))
                    last = await back.next() ?? 0
                }
                return last
            }
            meter.start()
            let last: Int
            if senders == 1 {
                last = await play(0)
            } else {
                last = await withTaskGroup(of: Int.self) { group in
                    for sender in 0..<senders { group.addTask { await play(sender) } }
                    return await group.reduce(0, +)
                }
            }
            meter.stop()
            ping.finish()
            await other.value
            return last
        }
    }
}

import BenchmarkKit

extension BareStreamSubject {
    /// Two tasks and two streams: each number is sent there and back before the next one is sent.
    static let pingPong = Subject("asyncstream") { count, meter in
        let (pings, ping) = AsyncStream<Int>.makeStream()
        let (pongs, pong) = AsyncStream<Int>.makeStream()
        let other = Task {
            for await number in pings { pong.yield(number + 1) }
            pong.finish()
        }
        var back = pongs.makeAsyncIterator()
        var last = 0
        meter.start()
        for _ in 0..<count {
            ping.yield(last)
            last = await back.next() ?? 0
        }
        meter.stop()
        ping.finish()
        await other.value
        return last
    }
}

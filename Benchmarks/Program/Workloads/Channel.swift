import AsyncKit
import BenchmarkKit

extension Workloads {
    static let channel = Workload(
        "channel",
        "elements handed over in an AsyncChannel; asyncstream is a ping-pong of as many producers with one task",
        operation: "element",
        axis: "producers",
        baseline: "asyncstream",
        points: [1, 4].map { producers in
            Workload.Point(
                producers,
                [
                    BareStreamSubject.pingPong(from: producers),
                    Subject("asyncchannel") { count, _ in
                        let channel = AsyncChannel<Int>()
                        let consumer = Task {
                            var received = 0
                            for await _ in channel { received += 1 }
                            return received
                        }
                        await produce(count, from: producers) { for number in 0..<$0 { await channel.send(number) } }
                        channel.finish()
                        return await consumer.value
                    },
                ]
            )
        }
    )
}

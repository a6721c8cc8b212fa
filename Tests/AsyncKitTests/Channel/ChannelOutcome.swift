import AsyncKit

/// A waiter that an event on a channel has resumed, and the value it got.
enum ChannelOutcome: Hashable {
    enum Received: Hashable {
        case element(Int)
        case end
    }

    case producer(Int, ChannelSendResult)
    case consumer(Int, Received)
}

import UnoAsync

/// Who was resumed by an event on a channel, and with what.
enum ChannelOutcome: Hashable {
    enum Answer: Hashable {
        case element(Int)
        case error(Int)
        case end
    }

    case producer(Int, SendResult)
    case consumer(Int, Answer)
}

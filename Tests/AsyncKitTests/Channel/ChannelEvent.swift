/// An event on a channel, for sequences of events that are written, enumerated or drawn by chance.
enum ChannelEvent: CaseIterable {
    case send
    case sendFromCancelledTask
    case next
    case nextFromCancelledTask
    case cancelOldestProducer
    case cancelNewestProducer
    case cancelServedProducer
    case cancelOldestConsumer
    case cancelNewestConsumer
    case finish
}

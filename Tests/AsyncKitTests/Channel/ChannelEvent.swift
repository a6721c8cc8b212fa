/// An event on a channel, for sequences of events that are written, enumerated or drawn by chance.
enum ChannelEvent: CaseIterable {
    case send, sendFromCancelledTask, next, nextFromCancelledTask
    case cancelOldestProducer, cancelNewestProducer, cancelServedProducer, cancelOldestConsumer, cancelNewestConsumer
    case finish
}

extension Mailbox {
    /// The answer to an offer.
    @usableFromInline
    package enum Offer: Sendable {
        case accepted
        /// Accepted, in place of an element that the consumer will not see.
        indirect case acceptedDroppingOldest(Element)
        /// Refused for want of room.
        case full
        /// Refused because the mailbox is closed.
        case closed
    }

    /// The answer to a send.
    @usableFromInline
    package enum SendResult: Sendable {
        case accepted
        /// Accepted, in place of an element that the consumer will not see.
        indirect case acceptedDroppingOldest(Element)
        /// Refused for want of room under `.dropNewest`.
        case full
        /// Refused because the mailbox is closed.
        case closed
        /// Refused because the sending task was cancelled before there was room; it will not be accepted later.
        case cancelled
    }
}

extension Mailbox.Offer: Equatable where Element: Equatable {}
extension Mailbox.SendResult: Equatable where Element: Equatable {}

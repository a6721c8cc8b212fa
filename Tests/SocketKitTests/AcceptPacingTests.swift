import Foundation
import Testing

@testable import SocketKit

@Suite("What follows an error of accept")
struct AcceptPacingTests {
    @Test func `A shortage is waited out in pauses that double up to a second, and once counts as one that lasts`() {
        var pacing = AcceptPacing()
        var steps: [AcceptPacing.Step] = []
        // Other errors in between change nothing.
        for number in [EMFILE, ENFILE, EINTR, ENOBUFS, ENOMEM, EAGAIN, EMFILE, EMFILE, EMFILE, EMFILE, EMFILE] {
            steps.append(pacing.failed(with: number))
        }
        func pause(_ length: Int) -> AcceptPacing.Step { .pause(.milliseconds(length), isLasting: length == 640) }
        let expected: [AcceptPacing.Step] = [
            pause(10), pause(20), .tryAgain, pause(40), pause(80), .wait, pause(160), pause(320), pause(640),
            pause(1_000),
            pause(1_000),
        ]
        #expect(steps == expected)
    }

    @Test func `An error of one connection ends nothing, and one of the listening socket does`() {
        var pacing = AcceptPacing()
        for number in [ECONNABORTED, EPROTO, ENETDOWN, EHOSTUNREACH, ETIMEDOUT, EPERM] {
            #expect(pacing.failed(with: number) == .tryAgain)
        }
        for number in [EBADF, EINVAL, ENOTSOCK] { #expect(pacing.failed(with: number) == .fail) }
    }
}

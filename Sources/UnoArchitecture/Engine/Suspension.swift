/// What is left of the open step when a stream transformer has suspended it.
///
/// ```
///          suspend(for:)                        no frame is left
/// running ──────────────▶ suspended ─────────────────────────────▶ running
///    │                     ▲  resume: the frames of the code that
///    └─ frames collected ──┘  was left, innermost first
/// ```
///
/// Between two steps there are no frames, and nothing is suspended.
@usableFromInline
struct Suspension {
    /// A part of a step that is still to run.
    enum Frame {
        /// Resumes a part that was interrupted.
        case run(() -> Void)
        /// Waits for a bridge, until it is settled.
        case wait(any StepWait)
    }

    /// Whether a bridge has suspended the running step. A part that finds it true defers its remaining work as a frame.
    @usableFromInline private(set) var isOn = false
    /// The frames of the suspended step, the next one last.
    private var frames: [Frame] = []
    /// The frames that the running code has left, innermost first.
    private var collected: [Frame] = []
    /// The transformers that may suspend a step; nil before its first use.
    var bridgeState: BridgeState?

    mutating func collect(_ frame: Frame) { collected.append(frame) }

    mutating func suspend(for wait: any StepWait) {
        isOn = true
        collected.append(.wait(wait))
    }

    /// Goes on: takes the frame that runs next; nil if none is left.
    ///
    /// - Parameter isCancelled: whether the graph has been cancelled. No handler runs then, and the frames are dropped.
    mutating func resume(isCancelled: Bool) -> Frame? {
        while let frame = collected.popLast() { frames.append(frame) }
        isOn = false
        if isCancelled { frames = [] }
        return frames.popLast()
    }

    /// The wait whose piece has been delivered comes again, behind what that piece has left.
    mutating func repeatLater(_ frame: Frame) { frames.append(frame) }
}

/// Something that a suspended step waits for, piece by piece.
protocol StepWait: AnyObject {
    /// The part that is waited for.
    var part: any BridgingNode { get }
    /// Waits for the next piece; returns false, for the last time, if there is none.
    func hasNext() async -> Bool
    /// Handles the piece, as a part of the step.
    func deliver()
}

/// What the effects of a graph that a test makes get from its harness.
package enum EffectSurroundings {
    /// Something that an effect did after it had been cancelled, and that was dropped.
    package struct LateCall: Sendable, Hashable {
        /// The action that it dispatched, as text; nil if it sent a change of the state.
        package let action: String?
        package let fileID: String
        package let line: UInt
    }

    /// Hears of what cancelled effects send and dispatch.
    @TaskLocal package static var late: (@Sendable (LateCall) -> Void)?

    static func note(_ action: Any? = nil, at site: CallSite) {
        guard let late else { return }
        late(LateCall(action: action.map { "\($0)" }, fileID: "\(site.fileID)", line: UInt(site.lineNumber)))
    }
}

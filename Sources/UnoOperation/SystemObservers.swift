#if canImport(os)
    internal import AsyncKit
    public import UnoArchitecture
    public import os

    /// Shows the steps and the effects of runtimes as intervals in Instruments.
    ///
    /// A step is an interval named "step"; an effect is one named "effect", from the start of its task to its end. Stalls and
    /// reached limits are events. Costs little while nothing records signposts.
    public struct SignpostObserver: RuntimeObserver {
        private enum Key: Hashable, Sendable {
            case step(runtime: UInt64)
            case effect(runtime: UInt64, number: UInt64)
        }

        private let signposter: OSSignposter
        private let open = Locked<[Key: OSSignpostIntervalState]>([:])

        /// Creates an observer that writes to `signposter`. One observer can serve any number of runtimes.
        public init(_ signposter: OSSignposter) {
            self.signposter = signposter
        }

        public func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) {
            guard signposter.isEnabled else { return }
            let id = signposter.makeSignpostID()
            let state = signposter.beginInterval("step", id: id, "\(runtime.description, privacy: .public)")
            open.withLock { $0[.step(runtime: runtime.instance)] = state }
        }

        public func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
            end("step", .step(runtime: runtime.instance))
        }

        public func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            let key = Key.effect(runtime: runtime.instance, number: effect.number)
            switch change {
            case .began where signposter.isEnabled:
                let id = signposter.makeSignpostID()
                let text = "\(runtime) \(effect.id ?? "")"
                let state = signposter.beginInterval("effect", id: id, "\(text, privacy: .public)")
                open.withLock { $0[key] = state }
            case .ended: end("effect", key)
            case .registered, .began, .cancelled: break
            }
        }

        public func runtime(
            _ runtime: RuntimeIdentity,
            subscriber: SubscriberRecord,
            _ change: SubscriberRecord.Change
        ) {
            guard change == .stalled else { return }
            signposter.emitEvent("stall", "\(subscriber.place.description, privacy: .public)")
        }

        public func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) {
            signposter.emitEvent("effect limit", "\(runtime.description, privacy: .public)")
        }

        private func end(_ name: StaticString, _ key: Key) {
            guard let state = open.withLock({ $0.removeValue(forKey: key) }) else { return }
            signposter.endInterval(name, state)
        }
    }

    /// Writes what runtimes do to the unified log: rejections, stalls and reached limits as errors, the rest for debugging.
    public struct LoggerObserver: RuntimeObserver {
        private let logger: Logger

        /// Creates an observer that writes to `logger`. One observer can serve any number of runtimes.
        public init(_ logger: Logger) {
            self.logger = logger
        }

        public func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
            let text = "\(runtime) rejected an action of \(action.place): \(reason)"
            logger.error("\(text, privacy: .public)")
        }

        public func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) {
            logger.debug("\(Self.text(of: step, in: runtime), privacy: .public)")
        }

        public func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            logger.debug("\(Self.text(of: effect, change, in: runtime), privacy: .public)")
        }

        public func runtime(
            _ runtime: RuntimeIdentity,
            subscriber: SubscriberRecord,
            _ change: SubscriberRecord.Change
        ) {
            let text = "\(runtime) subscriber of \(subscriber.place): \(change)"
            if change == .stalled {
                logger.error("\(text, privacy: .public)")
            } else {
                logger.debug("\(text, privacy: .public)")
            }
        }

        public func runtime(_ runtime: RuntimeIdentity, reachedEffectLimit limit: Int) {
            let text = "\(runtime) has reached its limit of \(limit) effects"
            logger.error("\(text, privacy: .public)")
        }

        public func runtime(_ runtime: RuntimeIdentity, shutdown phase: ShutdownPhase) {
            let text = "\(runtime): \(phase)"
            logger.info("\(text, privacy: .public)")
        }

        // Functions, because the arguments of a message are evaluated only if it is logged.

        private static func text(of step: StepRecord, in runtime: RuntimeIdentity) -> String {
            "\(runtime) handled event \(step.event.map { "\($0)" } ?? "-") in \(step.duration)"
        }

        private static func text(
            of effect: EffectRecord,
            _ change: EffectRecord.Change,
            in runtime: RuntimeIdentity
        ) -> String {
            "\(runtime) effect \(effect.number) \(effect.id ?? ""): \(change)"
        }
    }
#endif

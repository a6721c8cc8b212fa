internal import AsyncKit

/// The optional parameters of a runtime, gathered.
@usableFromInline
package struct RuntimeOptions {
    let clock: (any Clock<Duration>)?
    let name: String?
    let limits: RuntimeLimits
    package var observer: (any RuntimeObserver)?
    package var underTest: FeatureUnderTest?
    /// The task-locals that actions carry; nil for none.
    let carrier: ContextCarrier?

    @usableFromInline
    package init(
        clock: (any Clock<Duration>)?,
        name: String? = nil,
        limits: RuntimeLimits = .default,
        observer: (any RuntimeObserver)? = nil,
        carrier: ContextCarrier? = nil
    ) {
        self.clock = clock
        self.name = name
        self.limits = limits
        self.observer = observer
        self.carrier = carrier
    }

    /// Whether the graph needs no settings.
    var isUsual: Bool { clock == nil && name == nil && limits == .default && observer == nil && underTest == nil }

    /// The settings of the graph of a runtime with this identity.
    func settings(_ identity: RuntimeIdentity, _ observer: ObserverLink?) -> GraphSettings {
        GraphSettings(
            clock: clock,
            title: name == nil ? nil : "\(identity)",
            effectLimit: limits.effectCount,
            stallLimit: limits.stall?.asWindow,
            observer: observer,
            listener: observer?.listener,
            underTest: underTest
        )
    }
}

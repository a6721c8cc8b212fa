import UnoArchitecture
import UnoStateMachines

// In another file than the features, where the protocols that macros write reach too.

extension ByMacros.CounterFact: ByMacros.CounterFact.EffectRunner {
    func runFetch(_ number: Int) -> IOResultStream {
        .single({ [service] () throws(FactError) in try await service.fact(number) }, as: { .fetched($0) })
    }

    func runNote(_ line: String, times: Int) -> IOResultStream {
        IOResultStream { continuation in
            for _ in 0..<times { continuation.yield(.noted(line)) }
            continuation.finish()
        }
    }
}

extension ByMacros.Workshop: ByMacros.Workshop.EffectRunner {
    func runAudit() -> IOResultStream { .just(.audited) }
}

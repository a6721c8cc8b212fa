import BenchmarkKit

/// All workloads, in the order in which they are measured and shown.
///
/// To add one: a file in this folder that makes a `Workload`, a line here, and what must hold of it, as an entry of
/// `limits` in `Thresholds.json`. Workloads with a package subject need at least one entry.
enum Workloads {
    static let all: [Workload] = [
        counter,
        when,
        merge,
        mergeMany,
        conditional,
        debounce,
        transformer,
        effect,
        effectsInFlight,
        finish,
        roundTrip,
        subscribers,
        flood,
        channel,
        largeState,
        largeStateInWhens,
        arrayState,
        arrayStateInWhens,
        create,
    ]
}

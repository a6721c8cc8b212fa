import BenchmarkKit

/// All workloads, in the order in which they are measured and shown.
///
/// To add a workload, add a file to this folder that makes a `Workload`, a line here, and its limits as entries of
/// `limits` in `Thresholds.json`. Workloads with a package subject need at least one entry.
enum Workloads {
    static let all: [Workload] = composed + states + [create]

    private static let composed: [Workload] = [
        parts,
        effects,
        counter,
        when,
        scope,
        genericScope,
        lifted,
        rows,
        rowsDepth,
        merge,
        mergeMany,
        conditional,
        casePath,
        machine,
        nestedMachine,
        debounce,
        transformer,
        effect,
        effectsInFlight,
        effectDispatch,
        effectsDispatched,
        effectOnMainActor,
        server,
        group,
        groupCalls,
        groupSnapshots,
        turns,
        finish,
        pulledStates,
        roundTrip,
        subscribers,
        shared,
        flood,
        fairness,
        remote,
        remoteStates,
        remoteKeys,
        priority,
        channel,
        screen,
        fields,
        handles,
        stack,
    ]

    private static var states: [Workload] {
        let arrays = [arrayState, arrayStateInWhens, arrayStateInScopes]
        if #available(macOS 26, iOS 26, *) { return [largeState, largeStateInWhens] + arrays }
        return arrays
    }
}

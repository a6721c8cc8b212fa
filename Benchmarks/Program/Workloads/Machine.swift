import BenchmarkKit
import UnoArchitecture
import UnoStateMachines

extension Workloads {
    static let machine = Workload(
        "machine",
        "a state machine that counts its inputs; interact is the same as an Interact",
        baseline: "interact",
        subjects: [
            DirectSubject.loop(DirectCounter(), .tick),
            RuntimeSubject.burst(Counting(), .tick).named("interact"),
            RuntimeSubject.burst(CountingMachine(), .input(.tick)),
        ]
    )

    static let nestedMachine = Workload(
        "nested-machine",
        "a state machine on a slice of its parent's state; when is a When around an Interact",
        baseline: "when",
        subjects: [
            DirectSubject.loop(DirectNest(depth: 1), .innermost(depth: 1)),
            RuntimeSubject.burst(Nest(depth: 1), .innermost(depth: 1)).named("when"),
            RuntimeSubject.burst(ParentMachine(child: CountingMachine()), .input(.tick)) { $0.child.count },
        ]
    )
}

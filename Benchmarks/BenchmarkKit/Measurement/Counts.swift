/// What one operation counts, measured apart from its time; nil if nothing counts it.
struct Counts: Equatable {
    var allocations: Double?
    var enqueues: Double?
}

/// Outside every isolation, where going there and back takes a place in the line of those who want in.
enum Elsewhere {
    static func visit() async { _ = await isCancelled() }

    /// The question gives the visit a purpose: a switch that nothing depends on is optimised away.
    @concurrent @inline(never)
    private static func isCancelled() async -> Bool { Task.isCancelled }
}

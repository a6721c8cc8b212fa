import Testing

@testable import WeatherSearch

@Suite("The budget of descriptors")
struct DescriptorBudgetTests {
    @Test(
        arguments: [(1_024, 524_288, 8_192), (1_024, 4_096, 4_096), (20_000, 1 << 20, 20_000), (64, 64, 64)]
            as [(UInt64, UInt64, UInt64)])
    func `raises the limit of descriptors, and never lowers it`(soft: UInt64, hard: UInt64, raised: UInt64) {
        #expect(DescriptorBudget.raised(soft: soft, hard: hard) == raised)
    }

    @Test("leaves descriptors for the process itself", arguments: [0, 26, 64, 256, 1_024, 8_192, 1 << 20])
    func budget(descriptors: Int) {
        let budget = DescriptorBudget(descriptors: descriptors)
        #expect(budget.connections >= 1 && budget.guests >= 1)
        #expect(budget.connections + budget.guests <= max(2, descriptors - 24))
        if descriptors >= 8_192 { #expect(budget.connections == 2_000 && budget.guests == 64) }
    }
}

internal import UnoArchitecture

extension ViewModelTestHarness {
    func check(
        _ when: String,
        from before: ViewState,
        _ change: ((inout ViewState) -> Void)?,
        _ after: ViewState? = nil,
        at site: TestSite
    ) {
        let after = after ?? model.viewState
        if exhaustivity == .off, change == nil { return }
        // In a test that is not exhaustive, the change is applied to the actual state and must leave it equal.
        var expected = exhaustivity == .on ? before : after
        change?(&expected)
        let difference = Difference(expected: expected, actual: after)
        guard !difference.isEmpty else { return }
        Failure("\(when), the view state is not what the test says:\n\(difference)", at: site).record()
    }

    func check(
        _ when: String,
        _ counts: [PartialKeyPath<ViewState>: Int],
        _ fields: Set<PartialKeyPath<ViewState>>,
        at site: TestSite
    ) {
        for field in fields where notifications[field] == nil {
            Failure("\(field) is expected to tell of a change, but observe(_:) was not called for it", at: site)
                .record()
        }
        let told = Set(notifications.filter { $0.value != counts[$0.key] }.keys)
        let missing = fields.subtracting(told).map { "    \($0) did not tell" }
        let surplus = told.subtracting(fields).map { "    \($0) told" }
        guard !missing.isEmpty || !surplus.isEmpty else { return }
        let lines = (missing + surplus).sorted().joined(separator: "\n")
        Failure("\(when), other fields tell of a change than the test says:\n\(lines)", at: site).record()
    }
}

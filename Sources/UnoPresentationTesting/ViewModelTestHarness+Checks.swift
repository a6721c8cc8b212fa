internal import UnoArchitecture
internal import UnoPresentation
internal import UnoTesting

extension ViewModelTestHarness {
    func check(
        _ when: @autoclosure () -> String,
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
        Failure("\(when()), other fields tell of a change than the test says:\n\(lines)", at: site).record()
    }
}

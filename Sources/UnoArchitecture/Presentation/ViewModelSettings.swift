/// What all initialisers of a view model have in common.
@usableFromInline
struct ViewModelSettings {
    var mailbox = MailboxPolicy.default
    var tasks: (any TaskExecutor)?
    let instances: ViewModelInstances
    let site: CallSite
    let column: UInt

    @usableFromInline
    init(
        mailbox: MailboxPolicy = .default,
        tasks: (any TaskExecutor)? = nil,
        instances: ViewModelInstances,
        site: CallSite,
        column: UInt
    ) {
        self.mailbox = mailbox
        self.tasks = tasks
        self.instances = instances
        self.site = site
        self.column = column
    }

    /// Counts a new view model of `type`; nil where there is nothing to count.
    func register(_ type: Any.Type, reportingTo log: borrowing DiagnosticLog) -> LiveViewModels.Registration? {
        #if DEBUG
            guard instances == .one else { return nil }
            let place = LiveViewModels.Place(
                fileID: "\(site.fileID)",
                line: site.line,
                column: column,
                type: ObjectIdentifier(type)
            )
            return LiveViewModels.shared.register(place) {
                log.report(
                    .duplicateViewModel,
                    """
                    A second \(type) was made here while the first is alive. Usually a view makes one in its body or its \
                    initialiser, which run again with each update: keep it in @State, or make it where it lives as long \
                    as the screen. Where several are meant, say `instances: .many`
                    """,
                    at: site
                )
            }
        #else
            return nil
        #endif
    }
}

/// What all initialisers of a view model have in common.
@usableFromInline
struct ViewModelSettings {
    var mailbox = MailboxPolicy.default
    var tasks: (any TaskExecutor)?
    var clock: (any Clock<Duration>)?
    let instances: ViewModelInstances
    let site: CallSite
    let column: UInt

    @usableFromInline
    init(
        mailbox: MailboxPolicy = .default,
        tasks: (any TaskExecutor)? = nil,
        clock: (any Clock<Duration>)? = nil,
        instances: ViewModelInstances,
        site: CallSite,
        column: UInt
    ) {
        self.mailbox = mailbox
        self.tasks = tasks
        self.clock = clock
        self.instances = instances
        self.site = site
        self.column = column
    }

    #if DEBUG
        /// The place that makes view models of `type`; nil if it is meant to make several.
        func place(of type: Any.Type) -> LiveViewModels.Place? {
            instances == .one ? LiveViewModels.Place(site: site, column: column, type: type) : nil
        }
    #endif
}

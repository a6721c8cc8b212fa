/// A parent, and a child for each row of a collection in its state.
///
/// The child of a row is made for the row's first action; until then the row costs nothing. Only a child that contains a
/// stream transformer, which runs by itself, is made as soon as the row is present; so is one in which that is not known, because
/// it has a child on a case that is not there.
///
/// 1. The row's child handles its action, on the row in place; an action for a missing row is reported.
/// 2. The parent handles every action, the rows' included.
/// 3. After that, and again at the end of the step, the children of rows that were removed or replaced are dropped with their
///    effects.
@usableFromInline
package final class ForEachNode<
    WholeState: Sendable,
    WholeAction: Sendable,
    Items: RandomAccessCollection & MutableCollection & Sendable,
    ID: Hashable & Sendable,
    RowAction: Sendable
>: Node<WholeState, WholeAction>, SliceFollowing where Items.Index == Int, Items.Element: Sendable {
    @usableFromInline package typealias Route = ForEachRoute<WholeState, WholeAction, Items, ID, RowAction>
    @usableFromInline typealias RunningRow = Row<ID, Items.Element, RowAction>

    @usableFromInline let parent: Node<WholeState, WholeAction>
    @usableFromInline let whole: StateScope<WholeState>
    @usableFromInline let route: Route
    @usableFromInline let items: StateView<Items>
    @usableFromInline let access: RowAccess<Items, ID>
    private let makeRow: (RowPlace<ID>) -> RunningRow
    private var following: Following?
    /// Returns the ids that other rows have than at the last call; nil for a collection whose rows are known by their ids alone.
    @usableFromInline let findReplaced: (() -> [ID])?
    @exclusivity(unchecked) @usableFromInline private(set) var rows: [ID: RunningRow] = [:]
    /// Whether a row's child runs by itself; nil until the first row is present.
    @exclusivity(unchecked) @usableFromInline private(set) var runsByItself: Bool?
    /// During a visit of the touched rows, the row whose parts are following their slices; nil between two visits.
    private var visited: RunningRow?
    /// Whether the running visit has to be repeated.
    private var visitsAgain = false

    package init<Child: Interactor<Items.Element, RowAction>>(
        _ context: NodeContext<WholeState, WholeAction>,
        parent: Node<WholeState, WholeAction>,
        route: Route,
        child: Child,
        findReplaced: (() -> [ID])? = nil,
        dismissal: ((ID, _ isTold: Bool) -> Void)? = nil
    ) {
        self.parent = parent
        self.whole = context.scope
        self.route = route
        let items = route.items(context.scope)
        let access = route.access()
        self.items = items
        self.access = access
        self.findReplaced = findReplaced
        let content = GraphParts.content(of: child)
        let initialValue: (() -> Items.Element)? =
            content.bringsInitialValue
            ? { [place = context.dependencies] in place.atPlace { child.initialValue } } : nil
        makeRow = { [route] place in
            let scope = SliceScope(
                in: context.scope,
                view: route.view(items, access, place, context.scope.emitter),
                initialValue: initialValue
            )
            if let dismissal { scope.ownDismissal = { [id = place.id] isTold, _ in dismissal(id, isTold) } }
            let feedback = context.feedback.embedding { [embed = route.action, id = place.id] action in
                embed.embed(.element(id: id, action: action))
            }
            let rowContext = context.child(scope: scope, feedback: feedback, site: route.site)
            let (node, registered) = GraphParts.makeLate(child, content, in: rowContext, within: 3)
            place.hasFollowers = scope.hasFollowers
            return Row(place, scope, node, registered: registered)
        }
        super.init(engine: context.engine)
        step = route.makeStep(self)
        following = whole.addFollower(self, everyStep: true)
    }

    package override func start() {
        parent.start()
        // Nothing if a part that has started has had the scope closed, by the copy of a value that it observes.
        followRows()
    }

    @inlinable
    func makeStep() -> Step {
        let (extract, emitter) = (route.action.extractValue, whole.emitter)
        return { [unowned self] action in receive(action, extract, emitter) }
    }

    @inlinable
    func receive(
        _ action: WholeAction,
        _ extract: (WholeAction) -> IdentifiedAction<ID, RowAction>?,
        _ emitter: AnyScope
    ) {
        if let rowAction = extract(action) {
            rowReceives(rowAction)
        }
        emitter.then(self, action) { $0.parentReceives($1) }
    }

    package override func stop() {
        parent.stop()
        dropRows()
    }

    /// Drops the children of all rows, with their effects, although the rows may still be there.
    private func dropRows() {
        for row in rows.values.sorted(by: { $0.place.isBefore($1.place) }) { drop(row) }
        rows = [:]
        access.rowIndex.known = nil
        access.rowIndex.positions = nil
        access.touched = []
        runsByItself = nil
    }

    @inlinable
    func rowReceives(_ rowAction: IdentifiedAction<ID, RowAction>) {
        guard whole.isOpen else { return }
        if engine.step.effect == nil { followRows() } else if !engine.keepsSource(during: followRows) { return }
        guard let row = rows[rowAction.id] ?? startRow(rowAction.id) else { return reportAbsence(of: rowAction.id) }
        whole.then(row, rowAction.action) { $0.step($1) }
    }

    @inlinable
    func parentReceives(_ action: WholeAction) {
        guard whole.isOpen else { return }
        parent.step(action)
        whole.then(self) { $0.followRows() }
    }

    // MARK: The rows

    /// Drops rows that were removed, or that others have replaced. O(1) if only rows have changed the collection.
    @inlinable
    func followRows() {
        guard whole.isOpen else { return }
        if let findReplaced { dropReplaced(findReplaced()) }
        var change: RowIndex<Items, ID>.Change?
        items.look { items in
            if !access.rowIndex.isUpToDate(with: items) { change = access.rowIndex.update(to: items) }
        }
        if let change { follow(change) }
        if runsByItself == nil { probe() }
    }

    @usableFromInline
    func follow(_ change: RowIndex<Items, ID>.Change) {
        for id in change.departed { drop(id) }
        reportIDs(of: change)
        if runsByItself == true {
            for id in change.arrived where rows[id] == nil { add(id) }
        }
        // The state around the rows' own slices may have changed. They follow in the order of the collection, which has moved them.
        let following = rows.values.filter(\.scope.needsFollowing)
        guard !following.isEmpty else { return }
        items.look { items in for row in following { access.locate(row.place, in: items) } }
        for place in following.map(\.place) where !place.isTouched {
            place.isTouched = true
            access.touched.append(place)
        }
    }

    /// Called at the end of a step, in which another part may have changed the collection, or a row its own state.
    package func followSlice() { route.follow(self) }

    @usableFromInline
    func followTouched() {
        // A part of the visited row has the whole graph follow its change: the row's other parts follow at once, as in every scope,
        // and all touched rows once more.
        if let visited {
            visitsAgain = true
            return visited.followSlices()
        }
        followTouched(from: 0, round: 1)
    }

    private func sortTouched() {
        if access.touched.count > 1 { access.touched.sort { $0.isBefore($1) } }
    }

    /// A row that suspends the step is settled before the next one looks.
    private func followTouched(from first: Int, round: Int) {
        var (index, round) = (first, round)
        while true {
            if index == 0 {
                visitsAgain = false
                sortTouched()
            }
            while index < access.touched.count {
                visited = rows[access.touched[index].id]
                visited?.followSlices()
                index += 1
                if whole.isWaiting({ [self, index, round] in followTouched(from: index, round: round) }) { return }
            }
            guard visitsAgain, round < Followed.mostRounds else { break }
            (index, round) = (0, round + 1)
        }
        visited = nil
        // Following a row reads it, which would mark it as touched again; so clear the marks only after all have followed.
        for place in access.touched { place.isTouched = false }
        access.touched.removeAll(keepingCapacity: access.touched.count < 8)
    }

    /// Makes and starts the child of a row; nil if there is no such row.
    @usableFromInline
    func startRow(_ id: ID) -> RunningRow? {
        var isThere = false
        var change = RowIndex<Items, ID>.Change()
        items.look { (isThere, change) = access.rowIndex.contains(id, in: $0) }
        reportIDs(of: change)
        return isThere ? add(id) : nil
    }

    /// Makes the first row's child to learn whether the children run by themselves; if so, makes the child of every row.
    @usableFromInline
    func probe() {
        var first: ID?
        items.look { items in first = items.lazy.map(access.rowIndex.id).first { RowIndex<Items, ID>.isRow($0) } }
        guard let first else { return }
        let (row, isUnsure) = engine.probing { makeRow(access.makePlace(first)) }
        engine.removeBridges(row.registered)
        let runsByItself = isUnsure || !row.registered.isEmpty
        self.runsByItself = runsByItself
        guard runsByItself else { return }
        var ids: [ID] = []
        items.look { items in ids = items.map(access.rowIndex.id) }
        for id in ids where rows[id] == nil { _ = startRow(id) }
    }

    @discardableResult
    private func add(_ id: ID) -> RunningRow {
        let row = makeRow(access.makePlace(id))
        rows[id] = row
        if row.place.hasFollowers, access.rowIndex.rowKeys != nil {
            items.look { access.rowIndex.followElements(of: $0) }
        }
        row.scope.reopen()
        row.node.start()
        return row
    }

    private func drop(_ id: ID) {
        if let row = rows.removeValue(forKey: id) { drop(row) }
    }

    @usableFromInline
    func dropReplaced(_ ids: [ID]) {
        for id in ids { drop(id) }
        // The rows that take their places are made with those that have arrived, in the order of the collection.
        if !ids.isEmpty, runsByItself == true { runsByItself = nil }
    }

    /// Drops the child of a row in whose place another one is, although the id does not tell, and starts the other's.
    package func replaceRow(_ id: ID) {
        dropReplaced([id])
        followRows()
    }

    private func drop(_ row: RunningRow) {
        row.scope.close()
        row.node.stop()
        engine.removeBridges(row.registered)
        // What of the step has yet to run, and finds the scope closed, may belong to parts that only the row holds.
        engine.afterStep { withExtendedLifetime(row) {} }
    }

    /// Reports ids that identify several rows, and those that identify none.
    private func reportIDs(of change: RowIndex<Items, ID>.Change) {
        if let id = change.duplicates.first {
            engine.log.report(
                .duplicateID,
                "More than one row of \(Items.self) has the id \(id); actions go to the first of them",
                at: route.site
            )
        }
        if let id = change.unequal.first {
            engine.log.report(
                .unequalID,
                "An element of \(Items.self) has the id \(id), which is not equal to itself; it has no child",
                at: route.site
            )
        }
    }

    @usableFromInline
    func reportAbsence(of id: ID) {
        engine.refuse()
        engine.log.report(
            .childMissing,
            "An action was sent to \(route.absence(id))",
            at: route.site
        )
    }
}

internal import AsyncKit
public import UnoArchitecture

/// A value that several features and graphs share, and that storage can keep from one launch to the next.
///
/// ```swift
/// let settings = Shared(Settings())
/// settings.update { $0.isDark = true }
/// ```
///
/// There is no registry: whoever makes the value passes it on, as the parameter of an initialiser or as a
/// dependency that it provides. A feature keeps a copy in its state with `observing(_:at:)` and reads the copy; it writes
/// with `update`, in a handler or in an effect.
///
/// - *Ordering*: updates are applied one after the other. Each starts from the result of the one before, so no update is
///   lost, whichever threads and graphs they come from. An observer never sees an older value after a newer one.
/// - *Buffering*: none. An observer that is slow gets the newest value when its turn comes, and skips those before.
/// - *Lifetime*: that of the last reference. Nothing has to be shut down; observing ends with the graph or the task that
///   observes. What has not been saved when the last reference goes is saved after that.
/// - *Complexity*: an update is O(n) in the observers, and copies the value's storage if an observer holds a copy of it.
public struct Shared<Value: Sendable & Equatable>: Sendable {
    let source: any SharedSource<Value>

    init(source: any SharedSource<Value>) {
        self.source = source
    }

    /// Creates a value in memory.
    public init(_ value: Value) {
        source = SharedCell(value)
    }

    /// The present value.
    ///
    /// For the initial state of a feature, for effects and for tests. A handler reads the copy in its own state, which does
    /// not change while the handler runs.
    public var value: Value { source.value }

    /// Changes the value atomically, and returns the new value, which contains the updates of others, too.
    ///
    /// The change has been made when this returns. The copies in the graph of a handler follow at the end of the step; one that
    /// the handler reads again takes the result. Other graphs follow in a turn of their own.
    ///
    /// ```swift
    /// state.settings = settings.update { $0.isDark.toggle() }
    /// return .state
    /// ```
    ///
    /// - *Repetition*: if another thread changes the value meanwhile, `change` is called again with the newer value. So
    ///   it should have no effect but its change.
    /// - *No change*: if `change` leaves an equal value, no observer hears of it, and nothing is saved.
    /// - *Misuse*: an update of this value within `change` is reported and has no effect.
    @discardableResult
    public func update(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ change: (inout Value) -> Void
    ) -> Value {
        source.update(at: CallSite(fileID, line), change)
    }

    /// Changes the value atomically, and returns what `change` returns: whether it could, an element that it has removed.
    ///
    /// ```swift
    /// if !cart.update({ $0.add(product) }) { state.alert = .soldOut(product) }
    /// ```
    ///
    /// The rest is as for the form that returns the new value. Where `change` is called again, the result is that of the last call;
    /// of an update within another one, what `change` returns for a copy that is dropped.
    @discardableResult
    public func update<Outcome>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ change: (inout Value) -> Outcome
    ) -> Outcome {
        var outcome: Outcome?
        var now = source.update(at: CallSite(fileID, line)) { outcome = change(&$0) }
        // An update within another one changes a copy only.
        return outcome ?? change(&now)
    }

    /// The present value and each later one, from which a slow reader skips all but the newest.
    ///
    /// A new stream per call. It does not finish; cancelling its consumer, or releasing it, ends it.
    public var values: AsyncStream<Value> {
        let (changes, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        source.yield()
        let observation = self.source.observe { source.yield() }
        source.onTermination = { _ in observation.end() }
        return changes.parts(emitting: .removeDuplicates) { [source = self.source] _ in source.value }
    }

    /// A property of the value, as a shared value of its own: it reads and updates the property in this value.
    public func projection<Part: Equatable>(
        _ part: any WritableKeyPath<Value, Part> & Sendable
    ) -> Shared<Part> {
        Shared<Part>(source: SharedProjection(whole: source, part: part))
    }

    /// One element of a shared collection, as a shared value of its own; nil while there is none with this id.
    ///
    /// ```swift
    /// let syncUp = syncUps.element(id: state.id)
    /// syncUp.update { $0?.title = "Design" }
    /// ```
    ///
    /// An update may add the element, if it sets one with this id, and removes it by nil. A feature that keeps a copy gets nil when
    /// another one removes the element.
    ///
    /// - *Complexity*: O(1) to read; an update is that of the whole collection.
    public func element<ID: Hashable & Sendable, Element: Sendable & Equatable>(id: ID) -> Shared<Element?>
    where Value == IdentifiedArray<ID, Element> {
        projection(\.[id: id])
    }

    /// Saves now what has not been saved, and returns when it has been; at once if nothing is unsaved or there is no storage.
    ///
    /// Call it when the program goes to the background or ends.
    ///
    /// - *Errors*: the error of the storage, if the value cannot be saved; it was reported as well.
    /// - *Cancellation*: if the waiting task is cancelled, this throws `CancellationError`; the saving continues.
    public func flush() async throws { try await source.flush() }
}

extension Shared {
    /// Creates a value in memory that keeps every value that it has had, for a test.
    package init(recording value: Value) {
        let cell = SharedCell(value)
        cell.beginRecord()
        self.init(source: cell)
    }

    /// The values that have come since the last call, in order.
    package func takeRecord() -> [Value] { (source as? SharedCell<Value>)?.takeRecord() ?? [] }
}

extension Shared: Equatable {
    /// Whether these are one shared value, or the present values are equal. So a state that has a shared value in it can be
    /// `Equatable`.
    public static func == (left: Shared, right: Shared) -> Bool {
        left.source === right.source || left.value == right.value
    }
}

extension Shared: CustomReflectable {
    /// A mirror with the value as its only child.
    public var customMirror: Mirror { Mirror(self, children: ["value": value], displayStyle: .struct) }
}

extension Shared: WrittenAsSource {
    package var sourceParts: [SourcePart] { [.text("Shared("), .value(value), .text(")")] }
}

/// What a ``Shared`` refers to: a value, or a part of one.
protocol SharedSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable & Equatable

    var value: Value { get }
    /// Counts the changes of the value, or of a value that it is a part of. One that is read before `value` may belong to an
    /// older value.
    var version: UInt64 { get }
    func update(at site: CallSite, _ change: (inout Value) -> Void) -> Value
    /// Calls `changed` after each change, on the thread that made it; not in the order of the changes.
    func observe(_ changed: @escaping @Sendable () -> Void) -> SharedObservation
    func flush() async throws
}

/// The place of an observer, which it gives up with `end()`, or when it releases the last reference.
final class SharedObservation: Sendable {
    private let giveUp: @Sendable () -> Void

    init(giveUp: @escaping @Sendable () -> Void) {
        self.giveUp = giveUp
    }

    deinit { giveUp() }

    /// May be called more than once.
    func end() { giveUp() }
}

/// A property of a shared value.
final class SharedProjection<Whole: Sendable & Equatable, Value: Sendable & Equatable>: SharedSource {
    private let whole: any SharedSource<Whole>
    private let part: any WritableKeyPath<Whole, Value> & Sendable

    init(whole: any SharedSource<Whole>, part: any WritableKeyPath<Whole, Value> & Sendable) {
        self.whole = whole
        self.part = part
    }

    var value: Value { whole.value[keyPath: part] }
    var version: UInt64 { whole.version }

    func update(at site: CallSite, _ change: (inout Value) -> Void) -> Value {
        whole.update(at: site) { change(&$0[keyPath: part]) }[keyPath: part]
    }

    func observe(_ changed: @escaping @Sendable () -> Void) -> SharedObservation { whole.observe(changed) }

    func flush() async throws { try await whole.flush() }
}

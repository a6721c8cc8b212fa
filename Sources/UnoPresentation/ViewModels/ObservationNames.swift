public import Observation
internal import UnoArchitecture

/// Names what is observed in a view state for the observation registrar, and tells the observers.
///
/// A name is a key path with a number in it. A number is faster to hash than the key path of a field, and a name is a name
/// only of this view state: the key paths of two parts may be equal.
@MainActor
@usableFromInline
class ObservationNames: Observable {
    @usableFromInline typealias Name = KeyPath<ObservationNames, Void>

    @usableFromInline final let registrar = ObservationRegistrar()
    /// The number of the next name.
    @usableFromInline final var nextNumber = 0
    /// The number of parts, and of slots for them, that the last pruning has left, and that were made since.
    final var partsMade = 0

    /// Reports a misuse in the view model's log. Does not retain the view model.
    final var log: ((Diagnostic.Kind, String, CallSite) -> Void)?

    @usableFromInline
    init() {}

    final func report(_ kind: Diagnostic.Kind, _ message: String, at site: CallSite) { log?(kind, message, site) }

    /// Names something for the registrar; never called.
    @usableFromInline
    final subscript(named number: Int) -> Void { () }

    /// A name that no other name equals, once ``nextNumber`` has been increased.
    @usableFromInline
    final var nextName: Name { \ObservationNames[named: nextNumber] }

    /// Records a read for the observation that is being tracked, if any.
    @inlinable
    final func access(_ name: Name) { registrar.access(self, keyPath: name) }

    @inlinable
    final func willSet(_ name: Name) { registrar.willSet(self, keyPath: name) }

    @inlinable
    final func didSet(_ name: Name) { registrar.didSet(self, keyPath: name) }

    /// Records a read of the field at `path`, and adds it to `fields` if it is observed.
    @inlinable
    final func access(
        _ path: AnyKeyPath,
        in fields: inout ObservedFields,
        comparison: () -> ObservedFields.Comparison
    ) {
        if let name = fields.name(of: path) {
            access(name as! Name)
        } else {
            var name = nextName
            access(name)
            guard ObservedFields.isObserved(&name) else { return }
            nextNumber += 1
            fields.add(path, name: name, hasChanged: comparison())
        }
    }
}

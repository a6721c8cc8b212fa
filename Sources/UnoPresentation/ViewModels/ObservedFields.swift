internal import UnoArchitecture

/// The observed fields of a view state, each with a comparison that detects changes.
///
/// A field is a key path that was read. The observation registrar knows it by another key path, its `name`. The table drops
/// a field when `isObserved(_:)` returns false for its name.
///
/// Not generic, so that checking a field needs no type metadata: names are `AnyKeyPath`s, which the store casts back for
/// the fields that have changed, and comparisons are closures made where the types are known.
///
/// Complexity: adding a field is O(1); finding the changes is O(*n*) in the number of observed fields.
@usableFromInline
struct ObservedFields {
    /// Returns whether a field differs between the view states at two addresses.
    @usableFromInline typealias Comparison = (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool

    private struct Field {
        let path: AnyKeyPath
        var name: AnyKeyPath
        let hasChanged: Comparison
    }

    private var fields: [Field] = []
    private var places: [AnyKeyPath: Int] = [:]

    @usableFromInline
    init() {}

    /// Whether an observation of the field with this name is installed; the caller must hold the only other reference to it.
    ///
    /// `Observation` has no API for this. The implementation relies on the registrar retaining a key path exactly as long as
    /// an observation of it is installed: it keeps the key path that was passed to `access`, and drops it when the
    /// observation fires. That is how the registrar works, but not documented: `ObservationRegistrarTests` checks it for the
    /// toolchain in use.
    @inlinable
    static func isObserved<Name: AnyKeyPath>(_ name: inout Name) -> Bool { !isKnownUniquelyReferenced(&name) }

    /// Compares the values at `path`.
    @inlinable
    static func comparison<Root, Value: Equatable>(of path: KeyPath<Root, Value>) -> Comparison {
        // A stored property is compared in place; reading it through the key path is ten times slower.
        guard let offset = MemoryLayout<Root>.offset(of: path) else {
            return { old, new in
                old.assumingMemoryBound(to: Root.self).pointee[keyPath: path]
                    != new.assumingMemoryBound(to: Root.self).pointee[keyPath: path]
            }
        }
        return { old, new in
            (old + offset).assumingMemoryBound(to: Value.self).pointee
                != (new + offset).assumingMemoryBound(to: Value.self).pointee
        }
    }

    /// Counts every step as a change.
    @inlinable static var always: Comparison { { _, _ in true } }

    /// Stands for every value that is read without a comparison, in place of the value's own path. Generic code may read that
    /// way what other code compares; with the same path, whoever reads first would decide for both.
    @usableFromInline static var incomparable: AnyKeyPath { \ObservedFields.isEmpty }

    @usableFromInline var isEmpty: Bool { fields.isEmpty }
    var count: Int { fields.count }

    /// Returns the name of the field at `path`; nil if the field is not in the table.
    @usableFromInline
    func name(of path: AnyKeyPath) -> AnyKeyPath? {
        guard !fields.isEmpty else { return nil }
        return places[path].map { fields[$0].name }
    }

    /// Adds a field. `name` must not name another field of the table.
    @usableFromInline
    mutating func add(_ path: AnyKeyPath, name: AnyKeyPath, hasChanged: @escaping Comparison) {
        places[path] = fields.count
        fields.append(Field(path: path, name: name, hasChanged: hasChanged))
    }

    /// Returns the names of the fields that differ, and drops the fields that are no longer observed.
    @usableFromInline
    mutating func changes(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [AnyKeyPath] {
        var changed: [AnyKeyPath] = []
        var place = 0
        while place < fields.count {
            if Self.isObserved(&fields[place].name) {
                if fields[place].hasChanged(old, new) { changed.append(fields[place].name) }
                place += 1
            } else {
                drop(place)
            }
        }
        return changed
    }

    /// Drops the fields that are no longer observed.
    mutating func prune() {
        for place in fields.indices.reversed() where !Self.isObserved(&fields[place].name) { drop(place) }
    }

    /// Drops a field and moves the last one to its place.
    private mutating func drop(_ place: Int) {
        places[fields[place].path] = nil
        let last = fields.removeLast()
        guard place < fields.count else { return }
        fields[place] = last
        places[last.path] = place
    }
}

/// The fields of a view state that somebody observes, each with the way to tell whether it has changed.
///
/// A field is a key path that was read. It is named to the observation registrar by another key path, its `name`, which
/// the registrar holds on to for as long as an observation of the field is installed. So a name that nobody but this
/// table refers to is a field that nobody observes, and goes: what is kept follows what is observed, without a count.
///
/// Not generic, so that looking at a field costs no look at its types: names are `AnyKeyPath`s, which the store casts back
/// for the fields that have changed, and comparisons are closures made where the types are known.
///
/// Complexity: registering is O(1); looking for changes is O(observed fields).
@usableFromInline
struct ObservedFields {
    /// Whether a field differs between two view states at these addresses.
    @usableFromInline typealias Comparison = (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool

    private struct Field {
        let path: AnyKeyPath
        var name: AnyKeyPath
        let hasChanged: Comparison
    }

    private var fields: [Field] = []
    private var places: [AnyKeyPath: Int] = [:]

    /// How many fields there have been; numbers the next one.
    @usableFromInline private(set) var nextNumber = 0

    @usableFromInline
    init() {}

    @usableFromInline var isEmpty: Bool { fields.isEmpty }
    var count: Int { fields.count }

    /// The name that a field is observed by at present.
    @usableFromInline
    func name(of path: AnyKeyPath) -> AnyKeyPath? {
        guard !fields.isEmpty else { return nil }
        return places[path].map { fields[$0].name }
    }

    /// Keeps an eye on a field from now on. Its name must not be the table's already.
    @usableFromInline
    mutating func add(_ path: AnyKeyPath, name: AnyKeyPath, hasChanged: @escaping Comparison) {
        nextNumber += 1
        places[path] = fields.count
        fields.append(Field(path: path, name: name, hasChanged: hasChanged))
    }

    /// The names of the fields that differ; forgets those that nobody observes any more.
    @usableFromInline
    mutating func changes(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [AnyKeyPath] {
        var changed: [AnyKeyPath] = []
        var place = 0
        while place < fields.count {
            if isKnownUniquelyReferenced(&fields[place].name) {
                forget(place)
            } else {
                if fields[place].hasChanged(old, new) { changed.append(fields[place].name) }
                place += 1
            }
        }
        return changed
    }

    /// Forgets the fields that nobody observes any more.
    mutating func prune() {
        for place in fields.indices.reversed() where isKnownUniquelyReferenced(&fields[place].name) { forget(place) }
    }

    /// The last field takes the place.
    private mutating func forget(_ place: Int) {
        places[fields[place].path] = nil
        let last = fields.removeLast()
        guard place < fields.count else { return }
        fields[place] = last
        places[last.path] = place
    }
}

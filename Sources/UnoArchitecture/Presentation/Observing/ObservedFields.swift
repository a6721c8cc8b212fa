/// The fields of a view state that somebody observes, each with the way to tell whether it has changed.
///
/// A field is a key path that was read. It is named to the observation registrar by another key path, its `name`, which
/// the registrar holds on to for as long as an observation of the field is installed. So a name that nobody but this
/// table refers to is a field that nobody observes, and goes: what is kept follows what is observed, without a count.
///
/// Complexity: registering is O(1); looking for changes is O(observed fields).
struct ObservedFields<Subject: AnyObject> {
    typealias Name = KeyPath<Subject, Void>
    /// Whether a field differs between two view states at these addresses.
    typealias Comparison = (_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> Bool

    private struct Field {
        let path: AnyKeyPath
        var name: Name
        let hasChanged: Comparison
    }

    private var fields: [Field] = []
    private var places: [AnyKeyPath: Int] = [:]

    var isEmpty: Bool { fields.isEmpty }
    var count: Int { fields.count }

    /// The name that a field is observed by at present.
    func name(of path: AnyKeyPath) -> Name? {
        guard !fields.isEmpty else { return nil }
        return places[path].map { fields[$0].name }
    }

    /// Keeps an eye on a field from now on. Its name must not be the table's already.
    mutating func add(_ path: AnyKeyPath, name: Name, hasChanged: @escaping Comparison) {
        places[path] = fields.count
        fields.append(Field(path: path, name: name, hasChanged: hasChanged))
    }

    /// The names of the fields that differ; forgets those that nobody observes any more.
    mutating func changes(from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> [Name] {
        var changed: [Name] = []
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

/// The value of an enum's case, changed without a second owner of what it refers to.
///
/// A case path hands out copies. Were the enum left as it is while the copy is changed, each collection in the copy
/// would have two owners and be copied. So the enum is moved out of its place first and ends when the value has been
/// taken out of it; what the value becomes is put into the place.
///
/// Why this is sound: `inout` gives exclusive access, so nobody sees the place while it is empty, and it is filled
/// again on every way out: nothing here throws.
@usableFromInline
enum EnumPayload {
    @inlinable
    static func modify<Whole, Part>(
        _ whole: inout Whole,
        _ path: AnyCasePath<Whole, Part>,
        _ body: (inout Part) -> Void
    ) {
        withUnsafeMutablePointer(to: &whole) { place in
            guard var part = path.extract(from: place.pointee) else { return }
            place.deinitialize(count: 1)
            body(&part)
            place.initialize(to: path.embed(part))
        }
    }
}

/// The size of the heavy tests: one number for all of them.
enum Scale {
    /// 1 in ordinary runs; a longer search multiplies all sizes.
    static let factor = 1

    static func chosen(debug: Int, release: Int) -> Int {
        #if DEBUG
            debug * factor
        #else
            release * factor
        #endif
    }
}

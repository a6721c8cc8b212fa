internal import UnoArchitecture

/// A path as it is written in the source, without the type that it begins with: `\.results`.
func pathText(_ path: WrittenPath) -> String {
    switch path {
    case .name(let name):
        return "\\.\(name)"
    case .keyPath(let path):
        // Such as `\Search.results.count`.
        let whole = (path as AnyKeyPath).debugDescription
        let root = "\\\(type(of: path as AnyKeyPath).rootType)"
        let text = whole.hasPrefix(root) ? "\\" + whole.dropFirst(root.count) : whole
        // A property that is computed has an address, which says nothing; an element of a tuple has a point too many.
        return text.replacing(#/<computed 0x[0-9a-f]+ \((.+?)\)>/#) { "(computed \($0.output.1))" }
            .replacing("..", with: ".")
    }
}

/// Where the boxes of a tree are drawn: a column for each depth, from left to right, the parts inside a part beside it.
///
/// Each part and all that is inside it have a band of the picture's height to themselves, and the bands inside a part are those of
/// its parts, in their order. So no boxes overlap and no lines cross.
///
/// Complexity: O(parts), without recursion.
struct GraphLayout {
    struct Box: Hashable {
        var x: Double
        var y: Double
        let width: Double
        let height: Double
    }

    static let columnGap = 40.0
    static let rowGap = 14.0
    static let margin = 16.0

    /// In the order of the parts.
    private(set) var boxes: [Box]
    /// The right end of the column that each box stands in.
    private(set) var columnEnds: [Double]
    let width: Double
    let height: Double

    /// - Parameters:
    ///   - sizes: of the box of each part.
    ///   - parents: the part around each part, which comes before it.
    init(sizes: [(width: Double, height: Double)], parents: [Int?]) {
        boxes = sizes.map { Box(x: 0, y: 0, width: $0.width, height: $0.height) }
        var depths = [Int](repeating: 0, count: sizes.count)
        var widths: [Double] = []
        for (part, parent) in parents.enumerated() {
            depths[part] = parent.map { depths[$0] + 1 } ?? 0
            if depths[part] == widths.count { widths.append(0) }
            widths[depths[part]] = max(widths[depths[part]], sizes[part].width)
        }
        var starts = [Self.margin]
        for width in widths { starts.append(starts.last! + width + Self.columnGap) }

        // The heights of what is inside each part, and of its band, from the inside out.
        var inside = [Double](repeating: 0, count: sizes.count)
        func band(_ part: Int) -> Double { max(sizes[part].height, inside[part]) }
        for (part, parent) in parents.enumerated().reversed() {
            guard let parent else { continue }
            inside[parent] += band(part) + (inside[parent] == 0 ? 0 : Self.rowGap)
        }
        // The top of each band, and of the next one inside it, from the outside in.
        var next = [Double](repeating: 0, count: sizes.count)
        for (part, parent) in parents.enumerated() {
            let top = parent.map { next[$0] } ?? Self.margin
            if let parent { next[parent] += band(part) + Self.rowGap }
            next[part] = top + (band(part) - inside[part]) / 2
            boxes[part].x = starts[depths[part]]
            boxes[part].y = top + (band(part) - sizes[part].height) / 2
        }
        columnEnds = depths.map { starts[$0] + widths[$0] }
        width = starts.last! - Self.columnGap + Self.margin
        height = (sizes.isEmpty ? 0 : band(0)) + 2 * Self.margin
    }
}

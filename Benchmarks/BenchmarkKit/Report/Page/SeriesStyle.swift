/// The style of a subject, the same in every chart of a page.
struct SeriesStyle: Equatable {
    /// A class of the style sheet that sets the colour.
    let colour: String
    let isDashed: Bool
    /// Whether no colour belongs to the subject or its family: code of one workload only, such as `pipelined`.
    let isUnknown: Bool

    private static let colours = [
        "runtime": "blue", "stream": "aqua", "asyncchannel": "blue", "sequence": "violet", "viewmodel": "green",
        "asyncstream": "orange", "plan": "red", "reducer": "violet", "direct": "grey", "floor": "grey",
        "actor": "grey", "task": "green", "task-and-actor": "orange", "push": "violet",
    ]

    /// A variant of a subject, such as `runtime-latest`, has the colour of the subject and a dashed line.
    init(_ subject: String) {
        if let colour = Self.colours[subject] {
            self.init(colour: colour, isDashed: false, isUnknown: false)
        } else {
            let family = Self.colours.keys.filter { subject.hasPrefix($0 + "-") }.max { $0.count < $1.count }
            self.init(colour: family.flatMap { Self.colours[$0] } ?? "grey", isDashed: true, isUnknown: family == nil)
        }
    }

    private init(colour: String, isDashed: Bool, isUnknown: Bool) {
        self.colour = colour
        self.isDashed = isDashed
        self.isUnknown = isUnknown
    }

    var classes: String { isDashed ? "series \(colour) dashed" : "series \(colour)" }
}

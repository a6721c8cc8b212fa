/// A part that tells tools what they cannot read from its stored properties. A tool finds the parts inside it there, and in `body`.
package protocol DescribedPart {
    /// What there is to tell.
    var outline: PartOutline { get }
}

/// What a part tells tools that draw a graph. Made when a tool asks.
package struct PartOutline {
    /// Where the part is written.
    package var site: CallSite?
    /// The part of the state that the child works on, or that the part follows.
    package var state: WrittenPath?
    /// Whether that part of the state can be absent, or is a row of a collection.
    package var isOptional = false
    /// The name of the case with the child's actions.
    package var action: String?
    /// The name of the case with the child's states.
    package var stateAction: String?
    /// A figure that the part was made with.
    package var detail: String?
    /// The interactor that the part makes from its dependencies.
    package var content: (any Interactor)?
    /// Provides what the parts inside this one see.
    package var provide: ((inout FeatureDependencies) -> Void)?
    /// The states of a state machine and the transitions between them.
    package var machine: MachineOutline?

    package init(site: CallSite? = nil, state: WrittenPath? = nil, isOptional: Bool = false, action: String? = nil) {
        (self.site, self.state, self.isOptional, self.action) = (site, state, isOptional, action)
    }
}

/// The diagram of a state machine, as text.
package struct MachineOutline {
    /// The first one is where the machine starts.
    package let states: [String]
    /// Indices into `states`, and the event with its effects.
    package let transitions: [(from: Int, to: Int, label: String)]
    /// False if there are more states.
    package let isComplete: Bool

    package init(states: [String], transitions: [(from: Int, to: Int, label: String)], isComplete: Bool) {
        (self.states, self.transitions, self.isComplete) = (states, transitions, isComplete)
    }
}

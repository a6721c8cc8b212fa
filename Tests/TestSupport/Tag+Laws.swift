package import Testing

/// The laws of the article Contract, each by its title there. A suite or a test has the tags of the laws that it checks;
/// `.ci/rooms` compares them with the article.
extension Tag {
    /// Law 1.
    @Tag package static var start: Self
    /// Law 2.
    @Tag package static var order: Self
    /// Law 3.
    @Tag package static var stateLives: Self
    /// Law 4.
    @Tag package static var demand: Self
    /// Law 5.
    @Tag package static var finish: Self
    /// Law 6.
    @Tag package static var cancellation: Self
    /// Law 7.
    @Tag package static var isolation: Self
    /// Law 8.
    @Tag package static var noLostUpdate: Self
    /// Law 9.
    @Tag package static var fusedAndHostedAlike: Self
    /// Law 10.
    @Tag package static var boundedStackAndMemory: Self
    /// Law 11.
    @Tag package static var loudNotFatal: Self
}

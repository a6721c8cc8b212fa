internal import AsyncKit

extension Interactors {
    /// ``ThrottleInteractor``, by the name that it has among the other composing interactors.
    public typealias Throttle<C: Clock, Child: Interactor> = ThrottleInteractor<C, Child>
}

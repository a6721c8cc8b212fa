import Observation
import Testing

@testable import UnoArchitecture
@testable import UnoPresentation

/// Checks the undocumented behaviour of the observation registrar that `ObservedFields.isObserved(_:)` relies on.
@Suite("The toolchain's observation registrar") struct ObservationRegistrarTests {
    final class Subject: Observable {
        let registrar = ObservationRegistrar()
        subscript(field number: Int) -> Void { () }
        func read(_ names: KeyPath<Subject, Void>...) { for name in names { registrar.access(self, keyPath: name) } }
        func observe(_ names: KeyPath<Subject, Void>...) {
            withObservationTracking {
                for name in names { registrar.access(self, keyPath: name) }
            } onChange: {
            }
        }

        func change(_ name: KeyPath<Subject, Void>) {
            registrar.willSet(self, keyPath: name)
            registrar.didSet(self, keyPath: name)
        }
    }

    let subject = Subject()
    private func name(_ number: Int) -> KeyPath<Subject, Void> { \Subject[field: number] }
    private func isObserved(_ name: inout KeyPath<Subject, Void>) -> Bool { ObservedFields.isObserved(&name) }

    @Test func `does not retain the key path of an untracked read`() {
        var title = name(1)
        subject.read(title)
        let isRetained = isObserved(&title)
        #expect(!isRetained)
    }

    @Test func `retains a key path from the tracked read to the change, and no longer`() {
        var title = name(1)
        subject.observe(title)
        let whileInstalled = isObserved(&title)
        subject.change(name(2))
        let afterAnotherChange = isObserved(&title)
        subject.change(title)
        let afterItsChange = isObserved(&title)
        #expect([whileInstalled, afterAnotherChange, afterItsChange] == [true, true, false])
    }

    @Test func `retains a key path until the last of several observations has fired`() {
        var title = name(1)
        var count = name(2)
        subject.observe(title, count)
        subject.observe(title)
        subject.change(count)
        let afterTheFirst = [isObserved(&title), isObserved(&count)]
        subject.change(title)
        let afterBoth = [isObserved(&title), isObserved(&count)]
        #expect(afterTheFirst == [true, false])
        #expect(afterBoth == [false, false])
    }
}

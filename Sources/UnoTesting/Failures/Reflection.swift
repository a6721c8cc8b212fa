internal import UnoArchitecture

// As in UnoArchitecture, these types hide their storage from reflection, which traps at noncopyable fields.

extension TestClock: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension ImmediateClock: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension TestClockOf: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension InteractorTestHarness: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension AsyncStreamRecorder: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension Scenario: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension ControlledExecutor: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension ControlledSerialExecutor: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }
extension MarbleScene: CustomReflectable { public var customMirror: Mirror { .opaque(self) } }

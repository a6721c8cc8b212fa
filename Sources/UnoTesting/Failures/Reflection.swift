public import UnoArchitecture

// As in UnoArchitecture, these types hide their storage from reflection, which traps at noncopyable fields.

extension TestClock: CustomReflectable, OpaquelyReflected {}
extension ImmediateClock: CustomReflectable, OpaquelyReflected {}
extension TestClockOf: CustomReflectable, OpaquelyReflected {}
extension InteractorTestHarness: CustomReflectable, OpaquelyReflected {}
extension AsyncStreamRecorder: CustomReflectable, OpaquelyReflected {}
extension Scenario: CustomReflectable, OpaquelyReflected {}
extension ControlledExecutor: CustomReflectable, OpaquelyReflected {}
extension ControlledSerialExecutor: CustomReflectable, OpaquelyReflected {}
extension MarbleScene: CustomReflectable, OpaquelyReflected {}

public import UnoArchitecture

extension ViewModelTestHarness: nonisolated CustomReflectable, nonisolated OpaquelyReflected {}

extension ExploredViewModel: nonisolated CustomReflectable, nonisolated OpaquelyReflected {}

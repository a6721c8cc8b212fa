internal import UnoArchitecture

extension ViewModelTestHarness: nonisolated CustomReflectable {
    public nonisolated var customMirror: Mirror { .opaque(self) }
}

extension ExploredViewModel: nonisolated CustomReflectable {
    public nonisolated var customMirror: Mirror { .opaque(self) }
}

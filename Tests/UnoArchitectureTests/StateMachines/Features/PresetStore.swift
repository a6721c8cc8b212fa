import AsyncKit

/// Keeps presets in memory.
final class PresetStore: Sendable {
    private let presets: Locked<[Preset]>
    init(_ presets: [Preset] = []) { self.presets = Locked(presets) }
    func load() async -> [Preset] { presets.withLock { $0 } }
    func save(_ preset: Preset) async { presets.withLock { $0.append(preset) } }
}

struct Preset: Sendable, Equatable { let count: Int, fact: String }

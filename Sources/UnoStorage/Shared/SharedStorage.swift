internal import AsyncKit
internal import UnoArchitecture

/// Keeps a shared value from one launch of the program to the next.
///
/// ``FileStorage`` keeps it in a file, ``UserDefaultsStorage`` in the user's defaults; a type of your own conforms to this.
public protocol SharedStorage<Value>: Sendable {
    /// The value that is kept.
    associatedtype Value: Sendable

    /// The name of the place, such as the path of a file; for reports.
    var name: String { get }

    /// Returns the value that was saved last; nil if none was. Called once, when the shared value is made.
    ///
    /// - *Damage*: throws ``DamagedStorage`` if something is stored that is no value, after putting it aside: the
    ///   shared value begins with its default, and later changes are saved. After any other error they are not, because
    ///   the stored value may only be out of reach.
    func load() throws -> Value?

    /// Stores `value` in place of the one before: afterwards `load()` returns one of the two, whenever the program is
    /// interrupted. Never called twice at the same time.
    func save(_ value: Value) async throws
}

/// What ``SharedStorage/load()`` throws if something is stored that is no value.
public struct DamagedStorage: Error, CustomStringConvertible {
    /// What was found, and where it was put.
    public let description: String

    /// Creates an error with a description of what was found.
    public init(_ description: String) {
        self.description = description
    }
}

/// When a shared value is saved after a change.
public struct SaveDelay: Sendable, Hashable {
    let pause: Duration
    let limit: Duration

    /// Saves when no change has come for `pause`, and at the latest when the oldest unsaved change is as old as `limit`.
    public static func after(_ pause: Duration, atMost limit: Duration) -> SaveDelay {
        SaveDelay(pause: max(.zero, pause).asWindow, limit: max(.zero, limit).asWindow)
    }

    /// Half a second after the last change, and ten seconds after the first at the latest.
    public static let `default` = after(.milliseconds(500), atMost: .seconds(10))

    /// At once, without waiting for further changes.
    public static let none = after(.zero, atMost: .zero)
}

extension Shared {
    /// Creates a value that `storage` keeps: it begins with the stored value or, if nothing is stored, with `value`.
    ///
    /// The stored value is loaded before this returns. Changes are saved in a task of their own, the newest value only; see
    /// ``flush()``. Changes of the stored value by others, such as another process, are not noticed.
    ///
    /// What goes wrong is reported to `Diagnostics`, with the name of the storage and the error:
    /// - *Damage*: the storage has put aside what it could not read; the value begins with `value`.
    /// - *Out of reach*: if the storage cannot be read at all, the value begins with `value` and is not saved, so that what
    ///   is stored is not lost.
    /// - *A failed save* is repeated after the next change, and by ``flush()``.
    ///
    /// - Parameters:
    ///   - value: the value to begin with if nothing is stored.
    ///   - storage: where the value is kept.
    ///   - delay: how long to wait for further changes before saving.
    ///   - clock: measures the delay; in a test, the test's clock.
    public init(
        _ value: Value,
        storage: some SharedStorage<Value>,
        delay: SaveDelay = .default,
        clock: any Clock<Duration> = ContinuousClock(),
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let site = CallSite(fileID, line)
        let saver = SharedSaver(storage, delay, GraphClock(clock, at: site), site)
        var loaded: Value?
        do {
            loaded = try storage.load()
        } catch let damage as DamagedStorage {
            saver.report(.storageDamaged, "holds no \(Value.self): \(damage). The value begins with its default")
        } catch {
            saver.close(
                error,
                "cannot be read: \(error). The value begins with its default, and its changes are not saved"
            )
        }
        self.init(source: SharedCell(loaded ?? value, saver: saver))
    }
}

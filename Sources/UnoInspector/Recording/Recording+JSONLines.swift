internal import AsyncKit
public import Foundation
internal import UnoArchitecture

/// Why a recording cannot be read or written.
public enum RecordingError: Error, Hashable, CustomStringConvertible {
    /// The first line is not that of a recording.
    case noHeader
    /// The recording was written in another version of the format.
    case version(found: Int, supported: Int)
    /// The recording is of a feature with another state or other actions.
    case types(found: String, expected: String)
    /// This line is whole, and is no entry of the feature's state and actions: one of them has changed since.
    case entry(line: Int)

    /// The reason in words, with both versions or types.
    public var description: String {
        switch self {
        case .noHeader: "This is no recording: its first line is not the header of one"
        case .version(let found, let supported):
            "The recording has version \(found) of the format; this version of UnoInspector reads version \(supported)"
        case .types(let found, let expected): "The recording is of \(found), not of \(expected)"
        case .entry(let line):
            "Line \(line) of the recording is not damaged, but no entry of this feature: its state or its actions have changed"
        }
    }
}

/// The version of the format of recordings. Raised with every change that an older reader would get wrong.
private let formatVersion = 2
private let formatName = "UnoArchitecture recording"

/// What every version of the format begins with.
private struct FormatHeader: Codable {
    var format = formatName
    var version = formatVersion
    let types: String?
}

/// The first line.
private struct Header<State: Codable>: Codable {
    var format = formatName
    var version = formatVersion
    let types: String
    let droppedSteps: Int
    let stateBefore: Kept<State>?
    let effectsBefore: [RecordedEffect]
    let heldBefore: Int
}

extension Recording where State: Codable, Action: Codable {
    private static var types: String { "\(name(of: State.self)) and \(name(of: Action.self))" }

    /// With the module and the types around it; of a private type without its address, which differs from run to run.
    private static func name(of type: Any.Type) -> String {
        String(reflecting: type).replacing(#/ at \$[0-9a-f]+/#, with: "")
    }

    /// The recording as JSON Lines: a header, then a line for each entry. Throws what the state or an action throws when encoded.
    public func jsonLines() throws -> Data {
        var data = try headerLine()
        for entry in entries { data += try Self.line(entry) }
        return data
    }

    func headerLine() throws -> Data {
        try Self.line(
            Header(
                types: Self.types,
                droppedSteps: droppedSteps,
                stateBefore: stateBefore,
                effectsBefore: effectsBefore.values.sorted { $0.number < $1.number },
                heldBefore: heldBefore
            )
        )
    }

    static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.userInfo[.keepsIDs] = true
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value) + [Self.newline]
    }

    private static var newline: UInt8 { UInt8(ascii: "\n") }

    /// Reads a recording. A damaged end is cut off, from the first line that is unfinished or is not JSON; see ``cut``.
    ///
    /// Throws ``RecordingError`` if the header is missing or damaged, or is that of another version or of other types, or if a whole
    /// line is no entry of these types.
    public init(jsonLines data: Data) throws(RecordingError) {
        self.init()
        let decoder = JSONDecoder()
        decoder.userInfo[.keepsIDs] = true
        guard let end = data.firstIndex(of: Self.newline) else { throw .noHeader }
        let first = data[data.startIndex..<end]
        guard let format = try? decoder.decode(FormatHeader.self, from: first), format.format == formatName else {
            throw .noHeader
        }
        guard format.version == formatVersion else {
            throw .version(found: format.version, supported: formatVersion)
        }
        if let types = format.types, types != Self.types { throw .types(found: types, expected: Self.types) }
        guard let header = try? decoder.decode(Header<State>.self, from: first) else { throw .noHeader }
        (droppedSteps, stateBefore, heldBefore) = (header.droppedSteps, header.stateBefore, header.heldBefore)
        for effect in header.effectsBefore { effectsBefore[effect.number] = effect }
        var start = data.index(after: end)
        while start < data.endIndex {
            guard let end = data[start...].firstIndex(of: Self.newline),
                let entry = try? decoder.decode(Entry.self, from: data[start..<end])
            else {
                if let end = data[start...].firstIndex(of: Self.newline), Self.isJSON(data[start..<end]) {
                    throw .entry(line: entries.count + 2)
                }
                let rest = data[start...]
                let lines = rest.count { $0 == Self.newline } + (rest.last == Self.newline ? 0 : 1)
                cut = Cut(bytes: rest.count, lines: lines)
                return
            }
            entries.append(entry)
            start = data.index(after: end)
        }
    }

    private static func isJSON(_ line: Data) -> Bool { (try? JSONSerialization.jsonObject(with: line)) != nil }

    /// Writes the recording as JSON Lines, in place of what is there.
    public func write(to url: URL) throws { try jsonLines().write(to: url) }

    /// Reads a recording; see ``init(jsonLines:)``. Throws also if the file cannot be read.
    public init(contentsOf url: URL) throws { try self.init(jsonLines: Data(contentsOf: url)) }
}

extension Recorder where State: Codable, Action: Codable {
    /// Also writes the recording of the runtime that the recorder is given next to a file, in place of what is there: each entry is
    /// appended when it happens, so that after a crash the file has all but the step that was under way. With another runtime the
    /// file begins anew.
    ///
    /// The thread that makes an entry writes it, or leaves it to one that is writing, so the file has the order of the recording. An
    /// entry that cannot be encoded or written ends the writing, and `failed` is called once.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - failed: gets the error, on the thread of the runtime.
    /// - Throws: if the file cannot be made, or the header cannot be written.
    public func write(to url: URL, failed: @escaping @Sendable (any Error) -> Void) throws {
        let header = try Recording<State, Action>().headerLine()
        try header.write(to: url)
        // Nil after a failure. The entries in the file are those of one log.
        let file = Locked<(handle: FileHandle, log: Int)?>((try FileHandle(forWritingTo: url), 0))
        hear(alsoNow: false) { entry, log in
            let failure = file.withLock { file -> (any Error)? in
                guard let (handle, former) = file else { return nil }
                do {
                    if log != former { try handle.truncate(atOffset: UInt64(header.count)) }
                    try handle.write(contentsOf: Recording<State, Action>.line(entry))
                    file = (handle, log)
                    return nil
                } catch {
                    file = nil
                    return error
                }
            }
            if let failure { failed(failure) }
        }
    }
}

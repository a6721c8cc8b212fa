internal import Foundation

/// Writes a file that takes the place of another one in one step.
enum NewFile {
    /// Writes `data` to a new file, waits until it is on the disk, and renames it to `path`.
    static func save(_ data: Data, inPlaceOf path: String) throws {
        let new = "\(path).\(UUID().uuidString).new"
        do {
            try create(new, with: data)
            try move(new, to: path)
        } catch {
            unlink(new)
            throw error
        }
        // The new name is on the disk when its folder is; the file itself is complete in any case.
        let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY)
        if folder >= 0 {
            _ = fsync(folder)
            close(folder)
        }
    }

    /// Renames a file; replaces the one at `target`.
    static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw FileError(path: target, code: errno) }
    }

    private static func create(_ path: String, with data: Data) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, mode_t(0o644))
        guard file >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(file) }
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    throw FileError(path: path, code: errno)
                }
            }
        }
        guard fsync(file) == 0 else { throw FileError(path: path, code: errno) }
    }
}

/// An error of the file system, and the path that it is about.
struct FileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String { "\(path): \(String(cString: strerror(code)))" }
}

internal import Foundation

/// Writes a file that takes the place of another one in one step.
enum NewFile {
    /// The file that `url` leads to, through symbolic links; it need not exist.
    static func target(of url: URL) -> URL {
        var file = url
        // As many links as systems follow; a longer chain leads in a circle, which the system reports.
        for _ in 0..<40 {
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else { break }
            file = URL(fileURLWithPath: path, relativeTo: file.deletingLastPathComponent()).absoluteURL
        }
        return file
    }

    /// The contents of a file; nil if there is no file.
    static func contents(of path: String) throws -> Data? {
        let file = open(path, O_RDONLY)
        if file < 0 {
            // Other errors, such as that a folder must not be searched, do not say that there is no file.
            guard errno != ENOENT, errno != ENOTDIR else { return nil }
            throw FileError(path: path, code: errno)
        }
        return try FileHandle(fileDescriptor: file, closeOnDealloc: true).readToEnd() ?? Data()
    }

    /// Writes `data` to a new file, waits until it is on the disk, and renames it to `path`.
    static func save(_ data: Data, inPlaceOf path: String) throws {
        let new = "\(path).\(UUID().uuidString).new"
        do {
            try create(new, with: data, permissions: permissions(of: path))
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

    /// The permissions of a file; nil if there is none.
    private static func permissions(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// - Parameter permissions: of the new file; nil for those that the process gives to its files.
    private static func create(_ path: String, with data: Data, permissions: mode_t?) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, permissions ?? 0o644)
        guard file >= 0 else { throw FileError(path: path, code: errno) }
        defer { close(file) }
        if let permissions, fchmod(file, permissions) != 0 { throw FileError(path: path, code: errno) }
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

internal import Foundation

/// Writes a file that takes the place of another one in one step.
enum NewFile {
    /// The file that `url` leads to, through symbolic links; it need not exist.
    static func target(of url: URL) -> URL {
        var file = url
        // As many links as systems follow; a longer chain leads in a circle, which the system reports.
        for _ in 0..<40 {
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else { break }
            // The system looks for `..` in the folder that a link to a folder leads to, so the dots stay.
            let folder = file.deletingLastPathComponent().path
            file = URL(fileURLWithPath: path.hasPrefix("/") ? path : "\(folder)/\(path)")
        }
        return file
    }

    /// The contents of a file; nil if there is no file. Throws if it is something else, such as a pipe, which is not waited for.
    static func contents(of path: String) throws -> Data? {
        let file = open(path, O_RDONLY | O_NONBLOCK)
        if file < 0 {
            // Other errors, such as that a folder must not be searched, do not say that there is no file.
            guard errno != ENOENT, errno != ENOTDIR else { return nil }
            throw FileError(path: path, code: errno)
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard let status = status(of: file), status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path: path, code: EINVAL)
        }
        return try handle.readToEnd() ?? Data()
    }

    /// The path of a file beside the one at `path`: its name with a suffix, shortened where file systems require it.
    static func companion(of path: String, _ suffix: String) -> String {
        let url = URL(fileURLWithPath: path)
        var name = url.lastPathComponent
        if name.utf8.count + suffix.utf8.count > 255 {
            // FNV-1a, so that long names that begin alike have companions of their own.
            let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            let rest = "~\(String(hash, radix: 16))"
            while name.utf8.count + rest.utf8.count + suffix.utf8.count > 255 { name.removeLast() }
            name += rest
        }
        return url.deletingLastPathComponent().appendingPathComponent(name + suffix).path
    }

    /// Writes `data` to a new file, waits until it is on the disk, and renames it to `path`.
    ///
    /// The new file always has the same name, so a process that is killed leaves at most one, which the next save or
    /// ``sweep(besides:)`` takes. Whoever has it holds a lock, which the system releases with the process.
    static func save(_ data: Data, inPlaceOf path: String) throws {
        let new = companion(of: path, ".new")
        let file = try openLocked(new)
        defer { close(file) }
        do {
            try write(data, to: file, new, permissions: permissions(of: path))
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

    /// Removes the new file of a process that was killed while it saved, if there is one; not that of one that is saving.
    static func sweep(besides path: String) {
        _ = remove(companion(of: path, ".new"), waiting: false)
    }

    /// Removes a new file unless a process is saving with it; false if it is not to be had. Opened to be read: it may have the
    /// permissions of a file that is not written to.
    private static func remove(_ new: String, waiting: Bool) -> Bool {
        let file = open(new, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return errno == ENOENT }
        defer { close(file) }
        guard flock(file, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else { return errno == EINTR }
        return !isOpen(file, new) || unlink(new) == 0
    }

    /// Opens the file at `path`, or makes it, and locks it. Another process may have renamed or removed it meanwhile.
    private static func openLocked(_ path: String) throws -> Int32 {
        while true {
            let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644)
            guard file >= 0 else {
                let code = errno
                if code == EACCES, remove(path, waiting: true) { continue }
                throw FileError(path: path, code: code)
            }
            if flock(file, LOCK_EX) == 0 {
                if isOpen(file, path) { return file }
            } else if errno != EINTR {
                let code = errno
                close(file)
                throw FileError(path: path, code: code)
            }
            close(file)
        }
    }

    /// Whether `file` is what is at `path` now.
    private static func isOpen(_ file: Int32, _ path: String) -> Bool {
        var present = stat()
        guard let status = status(of: file), lstat(path, &present) == 0 else { return false }
        return status.st_ino == present.st_ino && status.st_dev == present.st_dev
    }

    private static func status(of file: Int32) -> stat? {
        var status = stat()
        return fstat(file, &status) == 0 ? status : nil
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
    private static func write(_ data: Data, to file: Int32, _ path: String, permissions: mode_t?) throws {
        if ftruncate(file, 0) != 0 { throw FileError(path: path, code: errno) }
        // Before anything is written; the owner, who may be killed, keeps the right to write until the end.
        if let permissions, fchmod(file, permissions | 0o600) != 0 { throw FileError(path: path, code: errno) }
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    throw FileError(path: path, code: errno)
                }
            }
        }
        guard fsync(file) == 0 else { throw FileError(path: path, code: errno) }
        if let permissions, fchmod(file, permissions) != 0 { throw FileError(path: path, code: errno) }
    }
}

/// An error of the file system, and the path that it is about.
struct FileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String { "\(path): \(String(cString: strerror(code)))" }
}

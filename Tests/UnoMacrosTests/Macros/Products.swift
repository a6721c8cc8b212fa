import Foundation

/// What was built beside the program that runs the tests.
enum Products {
    static var folder: URL {
        #if os(Linux)
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #else
            (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
                .deletingLastPathComponent()
        #endif
    }

    /// The plug-in that the compiler starts.
    static var plugin: URL { folder.appending(path: "UnoMacrosPlugin-tool") }

    /// The object files of the library, to link programs with. A build leaves those of sources that are gone: they do not count.
    static func libraryObjects() throws -> [URL] {
        let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
        return try ["UnoPresentation", "UnoStateMachines", "UnoArchitecture", "AsyncKit"].flatMap { module in
            let files = FileManager.default.enumerator(atPath: sources.appending(path: module).path())
            let names = Set((files?.allObjects as? [String] ?? []).map { ($0 as NSString).lastPathComponent + ".o" })
            return try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: module + ".build"), includingPropertiesForKeys: nil
            ).filter { names.contains($0.lastPathComponent) }
        }
    }
}

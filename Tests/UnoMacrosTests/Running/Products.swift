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

    /// The object files of the library, to link programs with.
    static func libraryObjects() throws -> [URL] {
        try ["UnoArchitecture", "AsyncKit"].flatMap { module in
            try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: module + ".build"),
                includingPropertiesForKeys: nil
            ).filter { $0.pathExtension == "o" }
        }
    }
}

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
}

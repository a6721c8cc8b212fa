import Foundation

/// Finds the cities that are built with the program.
///
/// `Bundle.module` ends the process if the bundle is missing; this type looks in the same places and throws
/// instead.
enum CityFileLocation {
    private static let fileName = "cities.tsv"

    /// The path of the built-in file.
    ///
    /// - Parameter directories: where the resource bundle may be; the default is the places that the build uses.
    static func builtIn(in directories: [String] = installDirectories()) throws(CityFileError) -> String {
        for directory in directories {
            for bundle in ["UnoArchitecture_WeatherSearch.resources", "UnoArchitecture_WeatherSearch.bundle"] {
                for subdirectory in ["", "/Contents/Resources"] {
                    let path = "\(directory)/\(bundle)\(subdirectory)/\(fileName)"
                    if FileManager.default.isReadableFile(atPath: path) { return path }
                }
            }
        }
        throw CityFileError(file: fileName, line: nil, problem: .notInstalled(searched: directories))
    }

    /// The directory of the executable (symbolic links followed), the main bundle's resources, and the
    /// directories that contain loaded bundles, where a test bundle on macOS finds the file.
    private static func installDirectories() -> [String] {
        var directories = [Bundle.main.bundleURL]
        if let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() {
            directories.append(executable.deletingLastPathComponent())
        }
        if let resources = Bundle.main.resourceURL { directories.append(resources) }
        directories += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        var seen: Set<String> = []
        return directories.map(\.path).filter { seen.insert($0).inserted }
    }
}

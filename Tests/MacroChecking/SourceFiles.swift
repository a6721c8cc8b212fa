public import Foundation

/// The files below some folders with one of some endings, sorted by path; what is built is left out.
public func sourceFiles(in folders: [URL], endings: Set<String>) -> [URL] {
    folders.flatMap { folder -> [URL] in
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        return files.compactMap { $0 as? URL }
            .filter { endings.contains($0.pathExtension) && !$0.pathComponents.contains(".build") }
    }
    .sorted { $0.path < $1.path }
}

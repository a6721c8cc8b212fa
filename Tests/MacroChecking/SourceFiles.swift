package import Foundation

/// The files below some folders with one of some endings, sorted by path; what is built is left out.
package func sourceFiles(in folders: [URL], endings: Set<String>) -> [URL] {
    folders.flatMap { folder -> [URL] in
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        return files.compactMap { $0 as? URL }
            .filter { file in
                // The package itself may lie in such a folder, as the copy with mutants does.
                let inside = file.pathComponents.dropFirst(folder.pathComponents.count)
                return endings.contains(file.pathExtension) && !inside.contains(".build")
            }
    }
    .sorted { $0.path < $1.path }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the files that `platen render` wrote into catalogs and folders without a record.

package import Diagnostics
package import Digests
package import Pipeline

/// The files that runs without a manifest wrote into folders where people keep files of their own:
/// by these digests the next run knows which of the files there are still Platen's.
///
/// As text it is a list that `sha256sum -c` takes.
package struct RenderedFiles: Sendable {
  /// By paths below the output directory.
  private var digests: [String: Digest] = [:]

  package init() {}

  /// Adds a list's entries for the files of a folder.
  ///
  /// - Parameters:
  ///   - text: lines of a digest, two spaces and a path below the folder; others are skipped.
  ///   - folder: below the output directory.
  package mutating func read(_ text: String, in folder: String) {
    for line in text.split(separator: "\n") {
      let path = line.dropFirst(66)
      guard !path.isEmpty, let digest = Digest(hex: String(line.prefix(64))) else { continue }
      digests[RenderedFiles.path(String(path), in: folder)] = digest
    }
  }

  /// The list of the files of a folder.
  package func text(of folder: String) -> String {
    let start = RenderedFiles.path("", in: folder)
    let lines = digests.compactMap { path, digest in
      path.hasPrefix(start) && !path.contains("\n")
        ? "\(digest)  \(path.dropFirst(start.count))" : nil
    }
    return lines.sorted { $0.dropFirst(66) < $1.dropFirst(66) }.map { $0 + "\n" }.joined()
  }

  /// Adds the files that a job made. Lists that others wrote to before are not Platen's alone, and
  /// files that were kept as is are not Platen's at all.
  ///
  /// - Parameter code: the code of warnings about files that were kept as is.
  package mutating func note(_ job: JobRecord, withoutFilesOf code: Diagnostic.Code) {
    let left = Set(job.warnings.filter { $0.code == code }.compactMap { $0.place?.file })
    for output in job.outputs where output.isPublished && !left.contains(output.path) {
      digests[plainPath(output.path)] = output.isShared ? nil : output.digest
    }
  }

  /// The digest a file was written with; nil where none is known.
  package subscript(path: String) -> Digest? { digests[plainPath(path)] }

  /// The folders below the output directory that a job fills and that people may fill as well.
  package static func folders(of job: ManifestJob) -> [String] {
    job.outputs.filter { output in
      job.kind.grammar.formats.contains { $0.pathExtension == output.format && $0.isShared }
    }.map { plainPath($0.path) }
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }
}

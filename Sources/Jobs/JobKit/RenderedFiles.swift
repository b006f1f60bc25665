// SPDX-License-Identifier: MIT
// Part of Platen: what `platen render` wrote into catalogs and folders, where there is no record.

internal import Assets
internal import Diagnostics
package import Digests
package import Pipeline

/// What runs without a manifest wrote into folders that people keep files of their own in: by these
/// digests the next one knows which of the files there are Platen's still.
///
/// As text it is a list that `sha256sum -c` takes.
package struct RenderedFiles: Sendable {
  /// By paths below the output root.
  private var digests: [String: Digest] = [:]

  package init() {}

  /// Adds what a list says of the files of a folder.
  ///
  /// - Parameters:
  ///   - text: lines of a digest, two blanks and a path below the folder; others are passed over.
  ///   - folder: below the output root.
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

  /// Takes in what a job made. Lists that others wrote in before are not Platen's alone, and files that
  /// were left alone are not Platen's at all.
  package mutating func note(_ job: JobRecord) {
    let left = Set(job.warnings.filter { $0.code == .catalogLeft }.compactMap { $0.place?.file })
    for output in job.outputs where output.isPublished && !left.contains(output.path) {
      digests[plainPath(output.path)] = output.isShared ? nil : output.digest
    }
  }

  /// The digest a file was written with; nil where none is known.
  package subscript(path: String) -> Digest? { digests[plainPath(path)] }

  /// The folders a job fills, below the output root, that people may fill, too.
  package static func folders(of job: ManifestJob) -> [String] {
    job.outputs.filter { output in
      job.kind.grammar.forms.contains { $0.ending == output.form && $0.isShared }
    }.map { plainPath($0.path) }
  }

  private static func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the parts of a page for browsers, from a folder of the templates.

internal import Diagnostics
internal import Digests
internal import Pipeline

/// The files of a page for browsers: markup, style, script.
package struct PageFiles: Sendable {
  private let files: [(name: String, file: FileBytes)]

  fileprivate init(_ files: [(name: String, file: FileBytes)]) { self.files = files }

  /// Returns the text of a file; empty if there is none.
  package func text(_ name: String) -> String {
    files.first { $0.name == name }.map { String(decoding: $0.file.bytes, as: UTF8.self) } ?? ""
  }

  /// The digest of names and contents.
  package var digest: String {
    Digest.of(files.map { "\($0.name) \($0.file.digest)" }.joined(separator: "\n")).description
  }
}

extension RecipeContext {
  /// Reads the parts of a page from a folder of the templates.
  ///
  /// - Parameter page: what the page shows, for messages: `tiles`.
  /// - Throws: `Failure` `templates.missing` if no templates are found.
  package func pageFiles(below folder: String, of page: String) throws -> PageFiles {
    guard let templates = looks.templates else {
      throw Failure(
        .error(
          .templatesMissing,
          "no folder of templates found, which the page of \(page) requires",
          hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
    }
    return PageFiles(try templates.files(below: folder))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the style sheets and scripts of pages that are one file.

internal import Diagnostics
internal import Digests
internal import JobKit
internal import Pipeline

extension RecipeContext {
  /// The parts of every page of one sort, and their part of keys.
  struct PageParts: Sendable {
    let styleSheet: String
    let script: String
    let digest: String
  }

  /// The style sheet and the script of a folder of the templates.
  ///
  /// - Throws: `Failure` `templates.missing` without a folder of templates.
  func pageParts(below folder: String) throws -> PageParts {
    guard let templates = looks.templates else {
      throw Failure(
        .error(
          .templatesMissing, "pages of slides need the folder of templates, which was not found",
          hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
    }
    let files = try templates.files(below: folder)
    func text(_ suffix: String) -> String {
      files.first { $0.name.hasSuffix(suffix) }
        .map { String(decoding: $0.file.bytes, as: UTF8.self) } ?? ""
    }
    return PageParts(
      styleSheet: text(".css"), script: text(".js"),
      digest: Digest.of(files.map { "\($0.name) \($0.file.digest)" }.joined(separator: "\n"))
        .description)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the files of the pages that show a talk live.

internal import Diagnostics
package import JobKit
internal import Pipeline

extension RecipeContext {
  /// The files of the pages that a talk is shown on live.
  ///
  /// - Throws: `Failure` `templates.missing` without a folder of templates.
  package func livePages() throws -> [(name: String, bytes: [UInt8])] {
    guard let templates = looks.templates else {
      throw Failure(
        .error(
          .templatesMissing, "the pages need the folder of templates, which was not found",
          hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
    }
    return try templates.files(below: "Live").map { ($0.name, $0.file.bytes) }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: former and foreign names of keys and flags, for hints alone.

/// Keys of manifests and flags of commands that were renamed before version 0.1.0, and those that
/// other programs call otherwise. These names are unknown; a hint gives the present ones.
package enum FormerNames {
  /// The present names of a key or flag, without dashes.
  private static let present: [String: [String]] = [
    "authority": ["ca-file"], "colors": ["color-mode"], "content": ["show"],
    "cut-marks": ["crop-marks"], "data": ["format"], "deps": ["depfile"],
    "deps-form": ["depfile-format"], "folder": ["output-dir"], "force": ["rebuild"],
    "form": ["format", "show"],
    "frame": ["coordinates"], "icons": ["icon-sizes"], "into": ["output-dir"],
    "labels": ["label-density"], "letters": ["text-as"], "marks": ["crop-marks"], "name": ["id"],
    "pictures": ["images-as", "image-dir"], "replace": ["force"], "table": ["tables"],
    "template": ["docx-template"], "text": ["text-as"], "theme": ["color-mode", "theme-color"],
    "to": ["format", "output-dir"], "unused": ["older-than"], "view": ["show"],
    "zone": ["time-zone"],
  ]

  /// The hint at an unknown key or flag that has another name now; nil for one that was not renamed.
  ///
  /// - Parameters:
  ///   - name: the key, or the flag without dashes.
  ///   - known: the names of which one is possible; nil where they are not known.
  package static func hint(at name: String, among known: [String]?, dashes: String = "") -> String?
  {
    let names = (present[name] ?? []).filter { known?.contains($0) ?? true }
    guard !names.isEmpty else { return nil }
    return "did you mean " + names.map { "\"\(dashes)\($0)\"" }.joined(separator: " or ") + "?"
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about files of values.

package import Diagnostics

extension Diagnostic.Code {
  package static let yamlComment = Self(
    "yaml.comment", .data,
    "In YAML, a # after a space begins a comment, so that the text before it ends there.",
    "Write the text in quotes, or a space after the # if a comment is meant.")
}

extension CodeTable {
  /// Codes of diagnostics about files of values.
  package static let values = CodeTable(
    "Values", "JSON, YAML and TOML",
    [
      .yamlComment
    ])
}

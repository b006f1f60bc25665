// SPDX-License-Identifier: MIT
// Part of Platen: hints about keys of jobs in the words of the command line.

import JobKit

/// Words hints about keys of jobs as flags, for commands whose job comes from flags.
///
/// Hints name keys as a manifest has them: `add paper: A3`. On the command line that is
/// `add --paper A3`. Values that a flag cannot hold, such as mappings, stay as they are, and so do
/// hints about manifests.
struct FlagWording {
  private let flags: [String: KeyFlag]

  init(_ flags: [KeyFlag]) {
    self.flags = Dictionary(
      flags.map { ($0.key.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The hint with `--name` in place of `name:`.
  func worded(_ hint: String) -> String {
    guard !hint.contains("manifest") else { return hint }
    var words = hint.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    // Open braces: what is in them is a value.
    var depth = 0
    while index + 1 < words.count {
      defer { index += 1 }
      depth += words[index].count { $0 == "{" } - words[index].count { $0 == "}" }
      guard depth == 0 else { continue }
      // Marks before the key, as in `(paper: A3)`, stay.
      let marks = words[index].prefix { "(\"'".contains($0) }
      let word = words[index].dropFirst(marks.count)
      // A word of prose, such as "a cell: grid: { … }", is followed by a key, not by a value.
      guard word.hasSuffix(":"), let flag = flags[String(word.dropLast())],
        !words[index + 1].hasPrefix("{"), !words[index + 1].hasPrefix("["),
        !words[index + 1].hasSuffix(":")
      else { continue }
      if case .switched = flag.count, let isOn = FlagWording.bool(words[index + 1]) {
        words[index] = marks + (isOn ? "--" : "--no-") + flag.name
        words.remove(at: index + 1)
      } else {
        words[index] = marks + "--" + flag.name
      }
    }
    return words.joined(separator: " ")
  }

  private static func bool(_ word: String) -> Bool? {
    word == "true" ? true : word == "false" ? false : nil
  }
}

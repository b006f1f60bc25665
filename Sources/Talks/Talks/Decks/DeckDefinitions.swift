// SPDX-License-Identifier: MIT
// Part of Platen: definitions of links and footnotes that slides share.

/// Lines such as `[label]: address`, which hold for all slides of a deck.
enum DeckDefinitions {
  /// All definitions, by their labels.
  static func all(in source: DeckSource) -> [String: String] {
    var result: [String: String] = [:]
    for line in source.lines.lines where line.kind == .text && line.text.contains("]:") {
      guard SlideLine.indent(of: line.text) < 4, line.trimmed.hasPrefix("["),
        let end = line.trimmed.firstRange(of: "]:"), line.text.utf8.count < 2_000
      else { continue }
      let label = normal(
        line.trimmed[line.trimmed.index(after: line.trimmed.startIndex)..<end.lowerBound])
      guard !label.isEmpty, label.utf8.count < 200, result[label] == nil else { continue }
      result[label] = String(line.trimmed)
    }
    return result
  }

  /// The definitions that a slide uses and does not have, to be put at its end.
  static func used(in page: DeckPage, _ all: [String: String]) -> String {
    guard !all.isEmpty else { return "" }
    var used: [String] = []
    var known: Set<String> = []
    let bytes = Array(page.body.text.utf8)
    var open: Int?
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "[") {
        open = index
      } else if byte == UInt8(ascii: "]"), let start = open {
        open = nil
        guard index - start < 200 else { continue }
        let label = normal(
          Substring(String(decoding: bytes[(start + 1)..<index], as: UTF8.self)))
        let isOwn = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ":")
        if isOwn {
          known.insert(label)
        } else if let definition = all[label], known.insert(label).inserted {
          used.append(definition)
        }
      }
    }
    return used.isEmpty ? "" : "\n" + used.joined(separator: "\n") + "\n"
  }

  private static func normal(_ label: Substring) -> String {
    label.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}

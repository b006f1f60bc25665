// SPDX-License-Identifier: MIT
// Part of Platen: sets speeches under a speaker's name as dialogue.

internal import Documents

/// Finds lines such as `**Toriel:** "Come, my child."`, which a novel has as words and speaker.
enum Speeches {
  /// The text with such lines as paragraphs of their own, without the name's bold.
  static func told(_ text: String) -> String {
    guard text.holds(":") else { return text }
    var result: [String] = []
    var isChanged = false
    for line in text.lines {
      guard let speech = speech(line.trimmed) else {
        result.append(String(line))
        continue
      }
      isChanged = true
      if let last = result.last, !last.trimmed.isEmpty { result.append("") }
      result.append(speech)
      result.append("")
    }
    return isChanged ? result.joined(separator: "\n").trimmed : text
  }

  /// `Toriel: "Come, my child."` without its bold; nil of other lines.
  private static func speech(_ line: String) -> String? {
    let bare = line.drop { $0 == "*" || $0 == "_" }
    let name = bare.prefix(40).prefix { $0 != ":" }
    guard name.endIndex < bare.endIndex, name.first?.isUppercase ?? false else { return nil }
    let speaker = name.trimmed.replacing("*", with: "")
    let words = bare[name.endIndex...].dropFirst().drop { " *_".contains($0) }
    guard speaker.split(separator: " ").count <= 4,
      words.first.map({ "\"\u{201C}\u{00AB}\u{201E}'\u{2018}".contains($0) }) ?? false
    else { return nil }
    return "\(speaker): \(words)"
  }
}

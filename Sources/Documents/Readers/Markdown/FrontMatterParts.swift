// SPDX-License-Identifier: MIT
// Part of Platen: the front matter at the head of a file, in YAML or TOML, and the text after it.

/// The parts of a file that may begin with front matter.
package struct FrontMatterParts {
  /// The lines between the two fences; nil where there is none.
  package var matter: Substring.UTF8View?
  package var body: Substring
  /// The line the body begins on.
  package var bodyLine = 1
  /// Indicates that it begins with `+++` and does not end.
  package var isOpen = false

  private init(matter: Substring.UTF8View? = nil, body: Substring, bodyLine: Int = 1) {
    self.matter = matter
    self.body = body
    self.bodyLine = bodyLine
  }

  /// The parts of a file that begins with YAML: the lines between `---`, and the text after them.
  package init(yaml text: String) {
    self.init(body: text[...])
    let rest = text.utf8
    guard let first = rest.firstIndex(of: 0x0A) else { return }
    let start = rest.index(after: first)
    var at = start
    var line = 1
    while at < rest.endIndex {
      let end = rest[at...].firstIndex(of: 0x0A) ?? rest.endIndex
      line += 1
      var words = text[at..<end].drop(while: \.isWhitespace)
      while let last = words.last, last.isWhitespace { words.removeLast() }
      let next = end < rest.endIndex ? rest.index(after: end) : end
      if words == "---" || words == "..." {
        self.init(matter: text[start..<at].utf8, body: text[next...], bodyLine: line + 1)
        return
      }
      at = next
    }
  }

  /// Indicates whether a text begins with keys and values between two lines of `---`, as many
  /// programs have it.
  package static func isYAML(_ text: String) -> Bool {
    var keys = 0
    let lines = text.split(
      maxSplits: 200, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      if number == 0 {
        guard line == "---" else { return false }
      } else if line == "---" || line == "..." {
        return keys > 0
      } else if let first = line.first, !first.isWhitespace, first != "#", first != "-" {
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
          line[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }),
          line.index(after: colon) == line.endIndex || line[line.index(after: colon)] == " "
        else { return false }
        keys += 1
      }
    }
    return false
  }

  /// The parts of a file that may begin with TOML: the lines between `+++`, and the text after them.
  package init(toml text: String) {
    self.init(body: text[...])
    var lines = text.utf8[...]
    // Takes the first line, without its end.
    func takeLine() -> Substring.UTF8View? {
      guard !lines.isEmpty else { return nil }
      let end = lines.firstIndex(of: 0x0A) ?? lines.endIndex
      let line = lines[..<end]
      lines = end < lines.endIndex ? lines[lines.index(after: end)...] : lines[end...]
      return line
    }
    func isFence(_ line: Substring.UTF8View) -> Bool {
      line.starts(with: "+++".utf8)
        && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
    guard let first = takeLine(), isFence(first) else { return }
    let start = lines.startIndex
    var count = 1
    while let line = takeLine() {
      count += 1
      if isFence(line) {
        self.init(
          matter: text.utf8[start..<line.startIndex], body: Substring(lines), bodyLine: count + 1)
        return
      }
    }
    self.init(body: "")
    isOpen = true
  }
}

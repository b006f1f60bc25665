// SPDX-License-Identifier: MIT
// Part of Platen: a diagram's source without what is not the diagram, and which kind it is.

internal import Diagnostics

/// The lines of a diagram that are neither blank nor comments.
struct MermaidSource {
  enum Kind { case flowchart, sequence, pie }

  struct Line {
    var text: String
    /// The number of the line, from 1.
    var number: Int
  }

  let kind: Kind
  /// The rest of the line after the kind.
  let head: Line
  let lines: [Line]
  private(set) var title = ""
  private(set) var description = ""
  /// Settings and directives that have no effect, by name.
  private(set) var leftOut: [String] = []

  static let longest = 65_536

  private static let others = [
    "sequenceDiagram", "classDiagram", "stateDiagram", "stateDiagram-v2", "erDiagram", "journey",
    "gantt", "quadrantChart", "requirementDiagram", "gitGraph", "C4Context", "mindmap", "timeline",
    "zenuml", "sankey-beta", "xychart-beta", "block-beta", "packet-beta", "kanban",
    "architecture-beta", "radar-beta", "treemap-beta",
  ]

  init(_ source: String) throws(DiagramError) {
    guard source.utf8.count <= MermaidSource.longest else {
      throw DiagramError(
        "it has more than \(MermaidSource.longest) bytes", hint: "cut it into several diagrams",
        line: 1)
    }
    var lines = MermaidSource.statements(of: source)
    var title = ""
    var leftOut = MermaidSource.directives(in: source)
    // Front matter between lines of dashes.
    if lines.first?.text == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.text == "---" })
    {
      for (name, value) in MermaidSource.settings(in: source) {
        if name == "title" {
          title = MermaidText.plain(value)
        } else {
          leftOut.append("settings such as \(name)")
        }
      }
      lines.removeFirst(end + 1)
    }
    var description = ""
    lines.removeAll { line in
      if line.text.hasPrefix("accTitle:") {
        if title.isEmpty {
          title = MermaidText.plain(MermaidSource.trimmed(line.text.dropFirst(9)))
        }
        return true
      }
      if line.text.hasPrefix("accDescr:") {
        description = MermaidText.plain(MermaidSource.trimmed(line.text.dropFirst(9)))
        return true
      }
      return false
    }
    guard let first = lines.first else {
      throw DiagramError("it is empty", hint: "begin with flowchart TD", line: 1)
    }
    let word = String(first.text.prefix { !$0.isWhitespace && $0 != ";" })
    switch word {
    case "graph", "flowchart", "flowchart-elk": kind = .flowchart
    case "sequenceDiagram": kind = .sequence
    case "pie": kind = .pie
    case _ where MermaidSource.others.contains(word):
      throw DiagramError(
        "diagrams of the kind \"\(word)\" are not drawn",
        hint: "flowcharts, sequence diagrams and pies are", line: first.number)
    default:
      throw DiagramError(
        "unknown kind of diagram \"\(word)\"",
        hint: nearMissHint(
          word, among: ["graph", "flowchart", "pie"] + MermaidSource.others), line: first.number)
    }
    head = Line(
      text: MermaidSource.trimmed(first.text.dropFirst(word.count)), number: first.number)
    self.lines = Array(lines.dropFirst())
    self.title = title
    self.description = description
    self.leftOut = leftOut
  }

  /// The settings in front matter: names prefixed with those of the mappings around them,
  /// `config.theme`, and values that are on the same line.
  private static func settings(in source: String) -> [(name: String, value: String)] {
    let rows = source.split(separator: "\n").map { $0.filter { $0 != "\r" } }
    guard let start = rows.firstIndex(where: { trimmed($0) == "---" }) else { return [] }
    var result: [(name: String, value: String)] = []
    /// The mappings a line may stand in, with how far in their own line begins.
    var open: [(indent: Int, name: String)] = []
    for row in rows[(start + 1)...] {
      let text = trimmed(row)
      if text == "---" { break }
      guard !text.isEmpty, !text.hasPrefix("#"), let colon = text.firstIndex(of: ":") else {
        continue
      }
      let indent = row.prefix(while: \.isWhitespace).count
      while let last = open.last, last.indent >= indent { open.removeLast() }
      let name = (open.map(\.name) + [String(text[..<colon])]).joined(separator: ".")
      let value = trimmed(text[text.index(after: colon)...])
      if value.isEmpty {
        open.append((indent, String(text[..<colon])))
      } else {
        result.append((name, value))
      }
    }
    return result
  }

  /// `%%{init: …}%%` and its kin, which look like comments and are none.
  private static func directives(in source: String) -> [String] {
    var result: [String] = []
    var known: Set<String> = []
    for row in source.split(separator: "\n") {
      let text = trimmed(row)
      guard text.hasPrefix("%%{") else { continue }
      let name = text.dropFirst(3).drop(while: \.isWhitespace).prefix(while: \.isLetter)
      let description = "directives such as %%{\(name)}%%"
      if known.insert(description).inserted { result.append(description) }
    }
    return result
  }

  /// Lines without comments; a quoted text that continues over several is one.
  private static func statements(of source: String) -> [Line] {
    var result: [Line] = []
    var open: Line?
    func hasOddQuotes(_ text: String) -> Bool {
      text.utf8.count { $0 == UInt8(ascii: "\"") } % 2 == 1
    }
    for (index, raw) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let text = trimmed(raw.filter { $0 != "\r" })
      if open != nil {
        open?.text += "\n" + text
        // The quotes so far are odd in number.
        if hasOddQuotes(text), let line = open {
          result.append(line)
          open = nil
        }
        continue
      }
      if text.isEmpty || text.hasPrefix("%%") { continue }
      let line = Line(text: text, number: index + 1)
      if hasOddQuotes(text) { open = line } else { result.append(line) }
    }
    if let open { result.append(open) }
    return result
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The text of labels: with a little HTML, Markdown and entities.
enum MermaidText {
  private static let entities: [String: String] = [
    "quot": "\"", "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "apos": "'", "semi": ";",
    "colon": ":", "num": "#",
  ]

  /// The text as it is shown: breaks as line feeds.
  static func plain(_ raw: String) -> String {
    var text = raw
    if text.count >= 2, text.first == "\"", text.last == "\"" {
      text = String(text.dropFirst().dropLast())
    }
    if text.count >= 2, text.first == "`", text.last == "`" {
      text = String(text.dropFirst().dropLast()).filter { $0 != "*" }
    }
    text = text.replacing("\\n", with: "\n")
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "<":
        // A tag is short; looking farther for each bracket would take the square of the text.
        guard let end = rest.prefix(200).firstIndex(of: ">"),
          let name = tag(rest[rest.index(after: rest.startIndex)..<end])
        else { break }
        if name == "br" { result += "\n" }
        rest = rest[rest.index(after: end)...]
        continue
      case "&", "#":
        if let end = rest.prefix(10).firstIndex(of: ";"),
          let decoded = entity(rest[rest.index(after: rest.startIndex)..<end])
        {
          result += decoded
          rest = rest[rest.index(after: end)...]
          continue
        }
      default: break
      }
      result.append(character)
      rest = rest.dropFirst()
    }
    return result.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("fa:fa-") } }
      .map { $0.joined(separator: " ") }.joined(separator: "\n")
  }

  private static func tag(_ raw: Substring) -> String? {
    let name = raw.drop { $0 == "/" || $0 == " " }.prefix { $0.isLetter }.lowercased()
    return ["br", "b", "i", "u", "strong", "em", "span", "sub", "sup", "small", "code", "p", "div"]
      .contains(name) ? name : nil
  }

  private static func entity(_ raw: Substring) -> String? {
    if let known = entities[String(raw)] { return known }
    var digits = raw
    if digits.first == "#" { digits = digits.dropFirst() }
    let value =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}

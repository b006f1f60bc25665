// SPDX-License-Identifier: MIT
// Part of Platen: the front matter between `+++` lines at the head of a slide.

internal import Diagnostics
internal import Documents
internal import Values

/// The settings in a slide's front matter.
struct FrontMatter {
  var title: String?
  var isSkipped = false
  /// The date as written; it counts on the cover.
  var date: (text: String, place: SourceLocation)?
  var language: String?
  var classes: [String] = []
  var classLine: Int?
  var declarations = ""
  var styleLine: Int?
  var duration: Int?
  var hiddenIn: [Slide.Target] = []
  var disabledRules: [String] = []

  /// The speakers, in YAML; they count on the cover.
  var authors: [String] = []
  /// The keys in YAML that have no effect.
  var unused: [(key: String, line: Int?)] = []

  static let keys = [
    "title", "skip", "date", "classes", "style", "duration", "hidden_in", "quake_cwd",
    "disabled_rules", "lang",
  ]

  init() {}

  init(_ table: PlacedValue, _ fields: inout Fields) {
    fields.expect(FrontMatter.keys, in: table)
    title = fields.string("title", in: table)
    isSkipped = fields.bool("skip", in: table) ?? false
    if let text = fields.string("date", in: table), let place = table["date"]?.place {
      date = (text, place)
    }
    language = fields.string("lang", in: table)
    classes = fields.strings("classes", in: table) ?? []
    classLine = table["classes"]?.place.line
    declarations = fields.string("style", in: table) ?? ""
    styleLine = table["style"]?.place.line
    duration = fields.duration("duration", in: table)
    disabledRules = fields.strings("disabled_rules", in: table) ?? []
    _ = fields.string("quake_cwd", in: table)
    hiddenIn = fields.targets("hidden_in", in: table)
  }

  /// Reads front matter in YAML. Other programs have keys of their own, so unknown ones are allowed.
  init(yaml table: PlacedValue, _ fields: inout Fields) {
    for member in table.entries {
      let value = member.value
      switch member.key {
      case "title": title = value.text
      case "skip", "hide", "disabled": isSkipped = isSkipped || value.looseFlag == true
      case "date": if let text = value.text, !text.isEmpty { date = (text, value.place) }
      case "lang", "language": language = value.text
      case "author", "authors": authors += TalkYAML.names(value)
      case "class", "classes":
        classes += FrontMatter.texts(value).flatMap { text in
          text.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        classLine = value.place.line
      case "style":
        declarations = value.text ?? ""
        styleLine = value.place.line
      case "duration":
        guard let text = value.text else { continue }
        duration = Int(text) ?? TalkDuration.seconds(text)
        if duration.map({ !(0...TalkDuration.longest).contains($0) }) ?? true {
          duration = nil
          fields.recordError(
            .talkDuration, "invalid duration \"\(printable(text, limit: 40))\"", at: value.place,
            hints: [Fields.durationHint])
        }
      case "hidden_in":
        for text in FrontMatter.texts(value) {
          if let target = Slide.Target(rawValue: text) {
            if !hiddenIn.contains(target) { hiddenIn.append(target) }
          } else {
            unused.append((member.key, member.place.line))
          }
        }
      case "disabled_rules": disabledRules = FrontMatter.texts(value)
      default: unused.append((member.key, member.place.line))
      }
    }
  }

  private static func texts(_ value: PlacedValue) -> [String] {
    value.elements.map { $0.compactMap(\.text) } ?? value.text.map { [$0] } ?? []
  }

  /// The parts of a file that begins with YAML: the lines between `---`, and the text after them.
  static func splitYAML(_ text: String) -> Parts {
    let rest = text.utf8
    guard let first = rest.firstIndex(of: 0x0A) else { return Parts(body: text[...]) }
    let start = rest.index(after: first)
    var at = start
    var line = 1
    while at < rest.endIndex {
      let end = rest[at...].firstIndex(of: 0x0A) ?? rest.endIndex
      line += 1
      let words = SlideLine.trimmed(text[at..<end])
      let next = end < rest.endIndex ? rest.index(after: end) : end
      if words == "---" || words == "..." {
        return Parts(
          matter: text[start..<at].utf8, body: text[next...], bodyLine: line + 1)
      }
      at = next
    }
    return Parts(body: text[...])
  }

  /// The parts of a file: the lines between `+++`, and the text after them.
  struct Parts {
    /// nil where there is none.
    var matter: Substring.UTF8View?
    var body: Substring
    /// The line the body begins on.
    var bodyLine = 1
    /// Indicates that it begins with `+++` and does not end.
    var isOpen = false
  }

  /// Indicates whether a text begins with keys and values between two lines of `---`, as other
  /// programs have it.
  static func isYAML(_ text: String) -> Bool {
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

  static func split(_ text: String) -> Parts {
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
    guard let first = takeLine(), isFence(first) else { return Parts(body: text[...]) }
    let start = lines.startIndex
    var count = 1
    while let line = takeLine() {
      count += 1
      if isFence(line) {
        return Parts(
          matter: text.utf8[start..<line.startIndex], body: Substring(lines), bodyLine: count + 1)
      }
    }
    return Parts(body: "", isOpen: true)
  }
}

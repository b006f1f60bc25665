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
}

// SPDX-License-Identifier: MIT
// Part of Platen: the settings of a map look, for editors (JSON Schema) and for people (a table).

internal import Cartography
internal import Drawing
internal import JSON

/// The grammar of look files for maps, made from the table they are read with.
package enum LookSchema {
  /// JSON Schema draft-07 of a look for maps, settings nested by their dots. Settings written with
  /// dots are let through: `platen check` looks at those.
  package static func json() -> String {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("$schema", "http://json-schema.org/draft-07/schema#")
      json.member("title", "Look of Platen's maps")
      json.member("type", "object")
      json.member("additionalProperties", false)
      json.object("patternProperties") { json in json.object("\\.") { _ in } }
      json.object("properties") { json in
        json.object("extends") { json in
          json.member("description", "The look to start from: a name, a file, or none")
          json.member("type", "string")
        }
        json.object("description") { json in
          json.member("description", "Its description in platen looks")
          json.member("type", "string")
        }
        writeFields(MapLook.fields[...], below: 0, to: &json)
      }
    }
    return json.text + "\n"
  }

  /// Settings that share their first `depth` parts, those that share one more as an object.
  private static func writeFields(
    _ fields: ArraySlice<MapLookField>, below depth: Int, to json: inout JSONWriter
  ) {
    var rest = fields
    while let field = rest.first {
      let parts = field.name.split(separator: ".")
      let key = String(parts[depth])
      guard parts.count > depth + 1 else {
        json.object(key) { json in writeField(field, to: &json) }
        rest = rest.dropFirst()
        continue
      }
      // Settings of a group are listed together in the table.
      let group = parts[...depth].joined(separator: ".") + "."
      let members = rest.prefix { $0.name.hasPrefix(group) }
      json.object(key) { json in
        json.member("type", "object")
        json.member("additionalProperties", false)
        json.object("patternProperties") { json in json.object("\\.") { _ in } }
        json.object("properties") { json in writeFields(members, below: depth + 1, to: &json) }
      }
      rest = rest.dropFirst(members.count)
    }
  }

  private static let colorPattern = "^(none|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$"

  private static func writeField(_ field: MapLookField, to json: inout JSONWriter) {
    json.member("description", field.doc)
    switch field.kind {
    case .length, .points:
      json.member("type", "number")
      json.member("minimum", 0)
    case .number(let range):
      json.member("type", "number")
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
    case .integer(let range):
      json.member("type", "integer")
      json.member("minimum", range.lowerBound)
      json.member("maximum", range.upperBound)
    case .color, .opaqueColor:
      json.member("type", "string")
      json.member("pattern", colorPattern)
    case .colors:
      json.member("type", "array")
      json.object("items") { json in
        json.member("type", "string")
        json.member("pattern", colorPattern)
      }
    case .flag: json.member("type", "boolean")
    case .text:
      json.array("type") {
        $0.string("string"); $0.string("number")
      }
    case .choice(let words): json.array("enum") { json in for word in words { json.string(word) } }
    case .words(let choices):
      json.array("type") {
        $0.string("array"); $0.string("string")
      }
      json.object("items") { json in
        if choices.isEmpty {
          json.member("type", "string")
        } else {
          json.array("enum") { json in for word in choices { json.string(word) } }
        }
      }
    case .numbers:
      json.member("type", "array")
      json.object("items") { $0.member("type", "number") }
    }
  }

  // MARK: For people

  /// All settings as Markdown tables, one for each group; the settings that all lines and all text
  /// have are listed once.
  package static func markdown() -> String {
    let names = Set(MapLook.fields.map(\.name))
    var text = ""
    var group = ""
    var listed: Set<String> = []
    for field in MapLook.fields {
      let parts = field.name.split(separator: ".")
      if String(parts[0]) != group {
        group = String(parts[0])
        text += (text.isEmpty ? "" : "\n") + "### \(group)\n\n| setting | takes | what it is |\n"
        text += "| --- | --- | --- |\n"
      }
      let (name, takes, about) = row(of: field, among: names)
      guard listed.insert(name).inserted else { continue }
      text += "| `\(name)` | \(takes.replacing("|", with: "\\|")) | \(about) |\n"
    }
    return text
  }

  /// A setting, or the line or the letters it is a part of.
  private static func row(
    of field: MapLookField, among names: Set<String>
  ) -> (name: String, takes: String, about: String) {
    let parts = field.name.split(separator: ".").map(String.init)
    for end in stride(from: parts.count - 1, to: 0, by: -1) {
      let prefix = parts[..<end].joined(separator: ".")
      let rest = parts[end...].joined(separator: ".")
      if names.contains(prefix + ".dash"), ["color", "width", "dash", "round"].contains(rest) {
        return (prefix, "a line", what(field, prefix + ".color", after: "Color of "))
      }
      if names.contains(prefix + ".families"), letters.contains(rest) {
        return (prefix, "letters", what(field, prefix + ".color", after: "Color of "))
      }
    }
    return (field.name, field.expectation, field.doc)
  }

  private static let letters = [
    "families", "size", "weight", "italic", "color", "spacing", "capitals", "halo.color",
    "halo.width",
  ]

  private static func what(_ field: MapLookField, _ name: String, after words: String) -> String {
    let doc = MapLook.field(named: name)?.doc ?? field.doc
    let text = doc.hasPrefix(words) ? String(doc.dropFirst(words.count)) : doc
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension JSONWriter {
  /// A member that is an object.
  mutating func object(_ name: String, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    try member(name, object: body)
  }

  /// A member that is an array.
  mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void)
    rethrows
  {
    try member(name, array: body)
  }
}

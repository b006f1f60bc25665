// SPDX-License-Identifier: MIT
// Part of Platen: prompts: requests to a model that a client offers its user by name.

internal import JSON

/// A request to a model that a client offers by name, with blanks for its user to fill in.
public struct Prompt: Sendable {
  /// A blank of a prompt.
  public struct Blank: Sendable {
    public let name: String
    public let summary: String
    public let isRequired: Bool

    public init(_ name: String, _ summary: String, isRequired: Bool) {
      self.name = name
      self.summary = summary
      self.isRequired = isRequired
    }
  }

  public let name: String
  public let title: String
  public let summary: String
  public let blanks: [Blank]
  /// The text with `{name}` for each blank.
  public let text: String
  /// The text in place of a blank that is not filled in, by its name.
  public let defaults: [String: String]

  public init(
    _ name: String, title: String, summary: String, blanks: [Blank], text: String,
    defaults: [String: String] = [:]
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.blanks = blanks
    self.text = text
    self.defaults = defaults
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      json.member("description", summary)
      json.member(
        "arguments",
        array: { json in
          for blank in blanks {
            json.object { json in
              json.member("name", blank.name)
              json.member("description", blank.summary)
              json.member("required", blank.isRequired)
            }
          }
        })
    }
  }

  /// The text with its blanks filled in.
  func filled(with given: JSONValue?) throws(ProtocolError) -> String {
    var values: [String: String] = [:]
    for (key, value) in given?.members ?? [] {
      guard blanks.contains(where: { $0.name == key }), let text = value.string,
        text.utf8.count <= 4096
      else { throw ProtocolError(.invalidParameters, "invalid argument \"\(key.prefix(60))\"") }
      values[key] = text
    }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      guard let value = values[name] ?? defaults[name] else {
        throw ProtocolError(.invalidParameters, "the argument \"\(name)\" is missing")
      }
      result += rest[..<open] + value
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

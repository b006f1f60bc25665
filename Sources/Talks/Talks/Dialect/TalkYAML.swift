// SPDX-License-Identifier: MIT
// Part of Platen: front matter in YAML, and the texts in it.

internal import Diagnostics
internal import Values

/// Reads front matter in YAML.
enum TalkYAML {
  /// Bytes of front matter.
  static let longest = 1 << 20

  /// Lines of YAML as a mapping, with their places in the file; nil for no mapping.
  static func mapping(_ rows: [String], firstLine: Int) throws(Failure) -> PlacedValue? {
    var options = YAMLOptions.resolvingNulls(codes: YAMLCodes(all: .talkYaml))
    options.limits.bytes = longest
    options.limits.depth = 32
    options.limits.values = 20_000
    options.limits.fewestValues = 2_000
    do {
      let text = rows.joined(separator: "\n") + "\n"
      guard let value = try PlacedValue(yaml: Array(text.utf8), options: options),
        value.isMapping
      else { return nil }
      return value.shifted(by: firstLine - 1)
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          if let line = diagnostic.place?.line { diagnostic.place?.line = line + firstLine - 1 }
          return diagnostic
        })
    } catch {
      throw Failure(.error(.talkYaml, "\(error)", at: SourceLocation(line: firstLine)))
    }
  }

  /// The names of authors: a text, or a list of texts and of tables with names.
  static func names(_ value: PlacedValue) -> [String] {
    if let text = value.text { return text.isEmpty ? [] : [text] }
    if let elements = value.elements { return elements.flatMap(names) }
    if let name = value["name"] {
      if let text = name.text { return [text] }
      let parts = ["given", "family"].compactMap { name[$0]?.text }
      if !parts.isEmpty { return [parts.joined(separator: " ")] }
      return name["literal"]?.text.map { [$0] } ?? []
    }
    return []
  }
}

extension PlacedValue {
  /// The value as it is so many lines further down.
  fileprivate func shifted(by lines: Int) -> PlacedValue {
    func moved(_ place: SourceLocation) -> SourceLocation {
      var place = place
      place.line = place.line.map { $0 + lines }
      return place
    }
    var value = self
    value.place = moved(place)
    switch content {
    case .list(let elements):
      value.content = .list(elements.map { $0.shifted(by: lines) })
    case .mapping(let members):
      value.content = .mapping(
        members.map {
          Member(key: $0.key, place: moved($0.place), value: $0.value.shifted(by: lines))
        })
    case .null, .bool, .number, .text, .date: break
    }
    return value
  }
}

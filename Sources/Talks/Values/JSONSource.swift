// SPDX-License-Identifier: MIT
// Part of Platen: JSON as values that know where they stand.

internal import Diagnostics
internal import JSON

enum JSONSource {
  /// - Throws: `Failure` with the place of the first fault.
  static func read(_ bytes: [UInt8]) throws -> SourceValue {
    do throws(JSONError) {
      let limits = JSONDocument.Limits(bytes: 256 << 20, depth: TOMLReader.deepest)
      return value(try JSONDocument(parsing: bytes, limits: limits).root, "")
    } catch {
      throw Failure(error.diagnostic("talk.json"))
    }
  }

  /// Places are names of fields: counting lines for every value would take longer than reading.
  private static func value(_ json: JSONValue, _ field: String) -> SourceValue {
    let place = Place(field: field.isEmpty ? nil : field)
    func found(_ content: SourceValue.Content) -> SourceValue { SourceValue(content, at: place) }
    switch json.kind {
    case .null: return found(.null)
    case .bool: return found(.bool(json.bool ?? false))
    case .string: return found(.string(json.string ?? ""))
    case .number:
      if let number = json.int { return found(.integer(number)) }
      return found(.double(json.double ?? .infinity))
    case .array:
      return found(
        .array(json.elements.enumerated().map { value($0.element, "\(field)[\($0.offset)]") }))
    case .object:
      return found(
        .table(
          json.members.map { key, member in
            let name = field.isEmpty ? key : field + "." + key
            return SourceValue.Member(
              key: key, place: Place(field: name), value: value(member, name))
          }))
    }
  }
}

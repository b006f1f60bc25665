// SPDX-License-Identifier: MIT
// Part of Platen: real JSON exports through our reader and through Foundation's.

import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONFileTests {
  @Test(
    .enabled(if: Shared.isPresent),
    arguments: Shared.files(in: "maps/exports", suffix: "json")
      + ["maps/generator/k1-volcano/Full.json"])
  func readsWhatFoundationReads(path: String) throws {
    let bytes = try Shared.bytes(path)
    let expected = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    let found = difference(try JSONDocument(parsing: bytes).root, expected)
    #expect(found == nil)
  }

  /// The place and the kind of the difference of the two, or nil.
  private func difference(_ value: JSONValue, _ other: Any, at path: String = "") -> String? {
    let fault = "\(path): \(value.looseString ?? "\(value.kind)") is not \(other)"
    switch value.kind {
    case .null: return other is NSNull ? nil : fault
    case .bool: return value.bool == other as? Bool ? nil : fault
    case .number:
      // Foundation goes by way of a decimal type that is off by a few units in the last place.
      guard let mine = value.double, let theirs = (other as? NSNumber)?.doubleValue else {
        return fault
      }
      return abs(mine - theirs) <= abs(mine) * 1e-14 && mine == Double(value.looseString ?? "")
        ? nil : fault
    case .string: return value.string == other as? String ? nil : fault
    case .array:
      guard let array = other as? [Any], array.count == value.count else { return fault }
      for (index, pair) in zip(value.elements, array).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
      }
    case .object:
      guard let object = other as? [String: Any], object.count == value.count else { return fault }
      for member in value.members {
        guard let partner = object[member.key] else { return "\(path).\(member.key) is missing" }
        if let found = difference(member.value, partner, at: "\(path).\(member.key)") {
          return found
        }
      }
    }
    return nil
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: regions and sheets of paper in manifests.

internal import Cartography
internal import JobKit

extension TextForm {
  /// A region of a map.
  static let region = TextForm(
    name: "a region",
    pattern:
      "^((px|geo): *-?[0-9.]+( *, *-?[0-9.]+){3} *|(state|province|culture|religion|river|basin|island|lake):.*[^ ].*)$",
    hint: "regions: \(RegionRequest.forms)"
  ) { text in
    do {
      _ = try RegionRequest(text)
      return nil
    } catch { return "\(error)" }
  }

  /// A sheet of paper.
  static let paper = TextForm(
    name: "a sheet of paper",
    pattern:
      "^(\(Paper.all.map { $0.name.replacing("+", with: "\\+") }.joined(separator: "|"))"
      + "|[0-9.]+ *x *[0-9.]+ *(mm|cm|in))$",
    hint: "sheets: " + Paper.all.map(\.name).joined(separator: ", ")
      + ", or a size such as 500x700mm or 24x36in",
    words: Paper.all.map(\.name)
  ) { Paper.fault($0) }
}

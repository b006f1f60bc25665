// SPDX-License-Identifier: MIT
// Part of Platen: regions, unexplored parts and sheets of paper in manifests.

internal import Atlas
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

  /// A part of the world that players have not explored.
  static let unexplored = TextForm(
    name: "an unexplored part",
    pattern:
      "^(\(UnexploredSubject.Kind.allCases.map(\.rawValue).joined(separator: "|"))):.*[^ ].*$",
    hint: "parts: \(UnexploredSubject.forms)"
  ) { UnexploredSubject($0) == nil ? "\"\($0)\" is not a part of a world" : nil }

  /// A way between towns.
  static let route = TextForm(
    name: "a route", pattern: "^.*[^ ].*[>→].*[^ ].*$", hint: "routes: \(RouteRequest.forms)"
  ) { text in
    do throws(RouteRequestError) {
      _ = try RouteRequest(text)
      return nil
    } catch { return error.description }
  }

  /// A scale of a map on paper.
  static let scale = TextForm(
    name: "a scale", pattern: "[=:]|\\sper\\s", hint: "scales: \(PosterScale.forms)"
  ) { PosterScale($0) == nil ? "\"\($0)\" is not a scale" : nil }

  /// A sheet of paper.
  static let paper = TextForm(
    name: "a sheet of paper",
    pattern:
      "^(\(Paper.all.map { $0.name.replacing("+", with: "\\+") }.joined(separator: "|"))"
      + "|[0-9.]+ *x *[0-9.]+ *(mm|cm|in))$",
    hint: "a size such as 500x700mm or 24x36in", words: Paper.all.map(\.name)
  ) { Paper.errorMessage($0) }
}

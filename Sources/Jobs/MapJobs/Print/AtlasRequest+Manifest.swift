// SPDX-License-Identifier: MIT
// Part of Platen: reads the request for an atlas from a manifest.

internal import Cartography
internal import Diagnostics
internal import JobKit
internal import Text
internal import Values

extension AtlasRequest {
  /// The word for a page of each state.
  static let states = "states"

  /// Reads the atlas of an output; nil if it requests none.
  ///
  /// - Throws: `Failure` with all errors.
  init?(_ options: Settings, language: String) throws {
    guard let value = options[PrintKeys.atlas] else { return nil }
    var errors: [Diagnostic] = []
    let others: [any DeclaredKey] = [
      MapKeys.width, MapKeys.height, MapKeys.scale, PrintKeys.poster, PrintKeys.preset,
    ]
    for key in others + PrintRim.requested(options) {
      guard let other = options.placed(key) else { continue }
      errors.append(
        .error(
          .sizeContradiction, "atlas and \(key.name) cannot be used together", at: other.place,
          hints: ["specify a scale or sheets as atlas"]))
    }
    let written = value.text == nil ? value["sheets"] : value
    var extent: Extent?
    if written?.text == AtlasRequest.states {
      extent = .states
    } else if let text = written?.text {
      extent =
        (PosterScale(text).map { .scale($0) } ?? PosterRequest.extent(text)).map { .grid($0) }
    }
    if extent == nil {
      let found = written.map { "found \($0.description)" } ?? "found none"
      errors.append(
        .error(
          .manifestValue, "expected a number of sheets, a scale or states for an atlas, \(found)",
          at: (written ?? value).place,
          hints: ["sheets: 4x3", "sheets: 1 cm = 20 km", "sheets: states"]))
    }
    self.init(extent ?? .states)
    paper = options[MapKeys.paper].flatMap(Paper.named) ?? Paper.standard
    isLandscape =
      switch options[MapKeys.orientation] {
      case "landscape": true
      case "portrait": false
      default: nil
      }
    margin = options[MapKeys.margin] ?? margin
    overlap = value["overlap"]?.number ?? overlap
    hasSeaSheets = value["sea-sheets"]?.flag ?? false
    isRightToLeft = TextDirection.isRightToLeft(language: language)
    place = value.place
    if !PosterRequest.margins.contains(margin) {
      errors.append(
        .error(
          .manifestValue, "invalid margin \(brief(margin)) of an atlas: expected 5 to 100 mm",
          at: options.place(of: MapKeys.margin)))
    } else if AtlasPlan.room(on: paper, margin: margin) - overlap < AtlasRequest.leastShown {
      errors.append(
        .error(
          .sizeContradiction,
          "margin and overlap leave less than \(brief(AtlasRequest.leastShown)) mm of "
            + "\(paper.name) for maps", at: value.place,
          hints: ["choose a smaller margin or overlap, or larger paper"]))
    }
    guard errors.isEmpty else { throw Failure(errors) }
  }

  /// The smallest side of a map, in millimeters, that no neighbor shows.
  private static let leastShown = 40.0
}

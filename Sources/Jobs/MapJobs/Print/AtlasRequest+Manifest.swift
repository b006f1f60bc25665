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
          hints: ["specify sheets, scale or by inside atlas"]))
    }
    // A single text is any of them.
    let keys = ["by", "sheets", "scale"]
    let written = value.text == nil ? keys.compactMap { value[$0] } : [value]
    var extent: Extent?
    if written.count == 1, let text = written[0].text {
      if text == AtlasRequest.states, value.text != nil || value["by"] != nil {
        extent = .states
      } else if let scale = PosterScale(text), value.text != nil || value["scale"] != nil {
        extent = .grid(.scale(scale))
      } else if value["scale"] == nil, let grid = PosterRequest.extent(text) {
        extent = .grid(grid)
      } else {
        errors.append(
          .error(
            .manifestValue,
            "\(written[0].description) is not a number of sheets, a scale or states",
            at: written[0].place,
            hints: [PosterRequest.sheetsForm.hint, "scales: \(PosterScale.forms)"]))
      }
    } else {
      errors.append(
        .error(
          .manifestValue, "expected one of sheets, scale and by in atlas", at: value.place,
          hints: ["sheets: 4x3", "scale: 1 cm = 20 km", "by: states"]))
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

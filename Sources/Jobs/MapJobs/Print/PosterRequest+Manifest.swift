// SPDX-License-Identifier: MIT
// Part of Platen: reads the request for a map over several sheets from a manifest.

internal import Cartography
internal import Diagnostics
internal import JobKit
internal import Text
internal import Values

extension PosterRequest {
  /// The smallest part of a sheet, in millimeters, that no neighbor shows.
  private static let leastShown = 20.0

  /// Reads the poster of an output; nil if it requests none.
  ///
  /// - Throws: `Failure` with all errors.
  init?(_ options: Settings) throws {
    guard let value = options[PrintKeys.poster] else { return nil }
    var errors: [Diagnostic] = []
    for key in [MapKeys.width, MapKeys.height, MapKeys.scale] + PrintRim.requested(options) {
      guard let other = options.placed(key) else { continue }
      errors.append(
        .error(
          .sizeContradiction, "poster and \(key.name) cannot be used together", at: other.place,
          hints: ["specify sheets or scale inside poster"]))
    }
    func option(_ key: some DeclaredKey) -> PlacedValue? {
      value[key.name] ?? options.placed(key)
    }
    let paper = option(MapKeys.paper)?.text.flatMap(Paper.named) ?? Paper.standard
    let isLandscape: Bool? =
      switch option(MapKeys.orientation)?.text {
      case "landscape": true
      case "portrait": false
      default: nil
      }
    let margin = option(MapKeys.margin)?.number ?? 10
    let overlap = value["overlap"]?.number ?? 10
    // A single text is either of them.
    let (sheets, scale) =
      value.text == nil ? (value["sheets"], value["scale"]) : (value, value)
    var extent = Extent.across(1)
    if sheets == nil || scale == nil || value.text != nil, let written = sheets ?? scale {
      let found =
        scale?.text.flatMap(PosterScale.init).map(Extent.scale)
        ?? sheets?.text.flatMap(PosterRequest.extent)
      if let found {
        extent = found
      } else if let text = sheets?.text, PosterRequest.counts(text) != nil,
        let fault = PosterRequest.sheetsForm.errorMessage(text)
      {
        errors.append(.error(.manifestValue, fault, at: written.place))
      } else {
        errors.append(
          .error(
            .manifestValue,
            "\(written.description) is not a "
              + (scale == nil
                ? "number of sheets" : sheets == nil ? "scale" : "number of sheets or a scale"),
            at: written.place,
            hints: [
              scale == nil ? PosterRequest.sheetsForm.hint : "scales: \(PosterScale.forms)",
              value.text == nil ? nil : PosterRequest.sheetsForm.hint,
            ].compactMap(\.self)))
      }
    } else {
      errors.append(
        .error(
          .manifestValue, "expected either sheets or scale in poster", at: value.place,
          hints: ["sheets: 3x2", "scale: 25 mi per in"]))
    }
    if !PosterRequest.margins.contains(margin) {
      errors.append(
        .error(
          .manifestValue, "invalid margin \(brief(margin)) of a poster: expected 5 to 100 mm",
          at: option(MapKeys.margin)?.place))
    } else if min(paper.width, paper.height) - 2 * margin - overlap < PosterRequest.leastShown {
      errors.append(
        .error(
          .sizeContradiction,
          "margin and overlap leave less than \(brief(PosterRequest.leastShown)) mm of "
            + "\(paper.name) that only one sheet shows", at: value.place,
          hints: ["choose a smaller margin or overlap, or a larger sheet"]))
    }
    guard errors.isEmpty else { throw Failure(errors) }
    self.init(
      extent, paper: paper, isLandscape: isLandscape, margin: margin, overlap: overlap,
      hasMarks: value["crop-marks"]?.flag ?? true, hasPlan: value["plan"]?.flag ?? true,
      at: value.place)
    fit = options[MapKeys.fit] ?? .extend
    hasSeaSheets = value["sea-sheets"]?.flag ?? true
  }

  /// Reads a number of sheets; nil for anything else.
  static func extent(_ text: String) -> Extent? {
    guard sheetsForm.errorMessage(text) == nil, let counts = counts(text) else { return nil }
    return counts.count == 1 ? .across(counts[0]) : .grid(columns: counts[0], rows: counts[1])
  }

  /// Reads one number or two, of any size; nil for anything else.
  private static func counts(_ text: String) -> [Int]? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    let counts = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
    return counts.count == parts.count && (1...2).contains(counts.count) ? counts : nil
  }

  /// A number of sheets: `3x2`, or `3` across.
  static let sheetsForm = TextForm(
    name: "a number of sheets", pattern: "^ *[0-9]{1,4} *(x *[0-9]{1,4} *)?$",
    hint: "such as 3x2 (three across, two down) or 3 (three across, as many down as needed)"
  ) { text in
    guard let counts = counts(text) else { return "\"\(text)\" is not a number of sheets" }
    return counts.allSatisfy({ (1...PosterRequest.limit).contains($0) })
      && counts.reduce(1, *) <= PosterRequest.limit
      ? nil : "expected 1 to \(PosterRequest.limit) sheets, found \(text)"
  }
}

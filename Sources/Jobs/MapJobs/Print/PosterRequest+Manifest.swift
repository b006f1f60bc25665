// SPDX-License-Identifier: MIT
// Part of Platen: a map over many sheets, as a manifest asks for it.

internal import Cartography
internal import Diagnostics
internal import JobKit
internal import Text
internal import Values

extension PosterRequest {
  /// The least of a sheet that shows something of its own.
  private static let leastShown = 20.0

  /// The poster an output asks for; nil where it asks for none.
  ///
  /// - Throws: `Failure` with every fault.
  init?(_ options: Settings) throws {
    guard let value = options[PrintKeys.poster] else { return nil }
    var faults: [Diagnostic] = []
    for key in [MapKeys.width, MapKeys.height, MapKeys.scale] + PrintRim.asked(options) {
      guard let other = options.placed(key) else { continue }
      faults.append(
        .error(
          .sizeContradiction, "poster and \(key.name) contradict each other", at: other.place,
          hints: ["a poster's sheets and scale stand within it"]))
    }
    func option(_ key: some DeclaredKey) -> PlacedValue? {
      value[key.name] ?? options.placed(key)
    }
    let paper = option(MapKeys.paper)?.text.flatMap(Paper.named) ?? Paper.usual
    let isLandscape: Bool? =
      switch option(MapKeys.orientation)?.text {
      case "landscape": true
      case "portrait": false
      default: nil
      }
    let margin = option(MapKeys.margin)?.number ?? 10
    let overlap = value["overlap"]?.number ?? 10
    // One word says either of them.
    let (sheets, scale) =
      value.text == nil ? (value["sheets"], value["scale"]) : (value, value)
    var extent = Extent.across(1)
    if sheets == nil || scale == nil || value.text != nil, let said = sheets ?? scale {
      let found =
        scale?.text.flatMap(PosterScale.init).map(Extent.scale)
        ?? sheets?.text.flatMap(PosterRequest.extent)
      if let found {
        extent = found
      } else if let text = sheets?.text, PosterRequest.counts(text) != nil,
        let fault = PosterRequest.sheetsForm.fault(text)
      {
        faults.append(.error(.manifestValue, fault, at: said.place))
      } else {
        faults.append(
          .error(
            .manifestValue,
            "\(said.description) is no "
              + (scale == nil
                ? "number of sheets" : sheets == nil ? "scale" : "number of sheets and no scale"),
            at: said.place,
            hints: [
              scale == nil ? PosterRequest.sheetsForm.hint : "scales are \(PosterScale.forms)",
              value.text == nil ? nil : PosterRequest.sheetsForm.hint,
            ].compactMap(\.self)))
      }
    } else {
      faults.append(
        .error(
          .manifestValue, "a poster says either sheets or scale", at: value.place,
          hints: ["sheets: 3x2", "scale: 25 mi per in"]))
    }
    if !PosterRequest.margins.contains(margin) {
      faults.append(
        .error(
          .manifestValue, "a poster's sheets have a margin of 5 to 100 mm for labels and marks",
          at: option(MapKeys.margin)?.place))
    } else if min(paper.width, paper.height) - 2 * margin - overlap < PosterRequest.leastShown {
      faults.append(
        .error(
          .sizeContradiction,
          "margin and overlap leave less than \(brief(PosterRequest.leastShown)) mm of "
            + "\(paper.name) for what each sheet shows alone", at: value.place,
          hints: ["choose a smaller margin or overlap, or a larger sheet"]))
    }
    guard faults.isEmpty else { throw Failure(faults) }
    self.init(
      extent, paper: paper, isLandscape: isLandscape, margin: margin, overlap: overlap,
      hasMarks: value["cut-marks"]?.flag ?? true, hasPlan: value["plan"]?.flag ?? true,
      at: value.place)
  }

  private static func extent(_ text: String) -> Extent? {
    guard sheetsForm.fault(text) == nil, let counts = counts(text) else { return nil }
    return counts.count == 1 ? .across(counts[0]) : .grid(columns: counts[0], rows: counts[1])
  }

  /// One number or two, however large; nil for anything else.
  private static func counts(_ text: String) -> [Int]? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    let counts = parts.compactMap { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
    return counts.count == parts.count && (1...2).contains(counts.count) ? counts : nil
  }

  /// A number of sheets: `3x2`, or `3` across.
  static let sheetsForm = TextForm(
    name: "a number of sheets", pattern: "^ *[0-9]{1,4} *(x *[0-9]{1,4} *)?$",
    hint: "3x2 is three across and two down; 3 is three across and as many down as that takes"
  ) { text in
    guard let counts = counts(text) else { return "\"\(text)\" is no number of sheets" }
    return counts.allSatisfy({ (1...PosterRequest.limit).contains($0) })
      && counts.reduce(1, *) <= PosterRequest.limit
      ? nil : "a poster has 1 to \(PosterRequest.limit) sheets, not \(text)"
  }
}

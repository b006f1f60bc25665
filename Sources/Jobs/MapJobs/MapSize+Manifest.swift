// SPDX-License-Identifier: MIT
// Part of Platen: reads the size of a map from an output's options.

internal import Cartography
internal import Diagnostics
internal import Geometry
internal import JobKit
internal import Text
internal import Values

extension SizeRequest {
  init(_ options: Settings) {
    self.init()
    paper = options[MapKeys.paper].flatMap(Paper.named)
    isLandscape =
      switch options[MapKeys.orientation] {
      case "landscape": true
      case "portrait": false
      default: nil
      }
    margin = options[MapKeys.margin] ?? 0
    rim = PrintRim(options)
    dpi = options[MapKeys.dpi]
    width = options[MapKeys.width]
    height = options[MapKeys.height]
    scale = options.pixelScale
    // Heights have no sea of their own that could go on, and no mat.
    fit = options[MapKeys.show] == .heightmap ? .extend : options[MapKeys.fit] ?? .extend
  }
}

extension Settings {
  /// The scale in pixels to a map unit.
  var pixelScale: Double? { self[MapKeys.scale]?.number }
  /// The scale of a map on paper.
  var groundScale: PosterScale? { self[MapKeys.scale]?.text.flatMap(PosterScale.init) }
}

extension MapSize {
  /// Computes the size.
  ///
  /// - Parameters:
  ///   - options: the output's options.
  ///   - shown: the visible part of the scene.
  ///   - band: the height of the band of plates below it, in map units.
  ///   - scale: pixels to a map unit, where the options do not decide.
  /// - Throws: `Failure` `size.empty`, `size.contradiction` or `size.too-large`, at the option.
  init(_ options: Settings, showing shown: Rect, band: Double = 0, scale: Double? = nil) throws {
    let contradictions = MapSize.contradictions(in: options)
    guard contradictions.isEmpty else { throw Failure(contradictions) }
    do {
      var request = SizeRequest(options)
      if let scale { request.scale = scale }
      try self.init(request, showing: shown, band: band)
    } catch let failure as Failure {
      let keys: [any DeclaredKey] =
        switch failure.diagnostics.first?.code {
        case Diagnostic.Code.sizeTooLarge: [MapKeys.width, MapKeys.height, MapKeys.scale]
        case Diagnostic.Code.sizeContradiction: [MapKeys.dpi]
        default: []
        }
      throw failure.at(keys.lazy.compactMap { options.place(of: $0) }.first)
    }
  }

  /// Computes the size of an output that shows a part.
  init(_ options: Settings, showing part: ShownPart) throws {
    try self.init(options, showing: part.rect, band: part.band, scale: part.scale)
  }

  /// Returns errors for options that cannot be used together, for any map.
  static func contradictions(in options: Settings) -> [Diagnostic] {
    var errors: [Diagnostic] = []
    var rivals: [(any DeclaredKey, any DeclaredKey, hint: String)] = [
      (MapKeys.width, MapKeys.scale), (MapKeys.height, MapKeys.scale),
      (MapKeys.paper, MapKeys.width), (MapKeys.paper, MapKeys.height),
    ].map { ($0, $1, "remove one of them") }
    if options.groundScale == nil {
      rivals.append((MapKeys.paper, MapKeys.scale, "on paper a scale is \(PosterScale.forms)"))
    }
    for (a, b, hint) in rivals {
      guard let first = options.placed(a), let second = options.placed(b) else { continue }
      let later = (first.place.line ?? 0) > (second.place.line ?? 0) ? first : second
      errors.append(
        .error(
          .sizeContradiction, "\(a.name) and \(b.name) cannot be used together", at: later.place,
          hints: [hint]))
    }
    let isOnPaper = options.placed(MapKeys.paper) != nil || options[PrintKeys.poster] != nil
    let scale: [any DeclaredKey] = options.groundScale == nil ? [] : [MapKeys.scale]
    for key in [MapKeys.orientation, MapKeys.margin] + PrintRim.requested(options) + scale
    where !isOnPaper {
      guard let value = options.placed(key) else { continue }
      errors.append(
        .error(
          .sizeContradiction, "\(key.name) requires paper, and none is specified", at: value.place,
          hints: ["add paper: A3"]))
    }
    if let paper = options[MapKeys.paper].flatMap(Paper.named),
      let margin = options[MapKeys.margin],
      2 * margin >= min(paper.width, paper.height)
    {
      errors.append(
        .error(
          .sizeContradiction,
          "a margin of \(brief(margin)) mm leaves nothing of \(paper.name), which is "
            + "\(brief(paper.width)) × \(brief(paper.height)) mm",
          at: options.place(of: MapKeys.margin),
          hints: ["choose a smaller margin or a larger sheet"]))
    }
    return errors
  }
}

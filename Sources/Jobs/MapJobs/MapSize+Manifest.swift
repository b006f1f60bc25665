// SPDX-License-Identifier: MIT
// Part of Platen: the size of a map as an output's options ask for it.

internal import Cartography
internal import Diagnostics
internal import Geometry
internal import JobKit
internal import Text
internal import Values

extension SizeRequest {
  init(_ options: Settings) {
    self.init()
    paper = options.text("paper").flatMap(Paper.named)
    isLandscape =
      switch options.text("orientation") {
      case "landscape": true
      case "portrait": false
      default: nil
      }
    margin = options.number("margin") ?? 0
    rim = PrintRim(options)
    dpi = options.number("dpi")
    width = options.integer("width")
    height = options.integer("height")
    scale = options.number("scale")
  }
}

extension MapSize {
  /// Decides the size.
  ///
  /// - Parameters:
  ///   - options: the output's options.
  ///   - shown: the part of the scene that is to be seen.
  /// - Throws: `Failure` `size.empty`, `size.contradiction` or `size.too-large`, at the option.
  init(_ options: Settings, showing shown: Rect) throws {
    let contradictions = MapSize.contradictions(in: options)
    guard contradictions.isEmpty else { throw Failure(contradictions) }
    do {
      try self.init(SizeRequest(options), showing: shown)
    } catch let failure as Failure {
      let keys =
        switch failure.diagnostics.first?.code {
        case Diagnostic.Code.sizeTooLarge: ["width", "height", "scale"]
        case Diagnostic.Code.sizeContradiction: ["dpi"]
        default: [String]()
        }
      throw failure.at(keys.lazy.compactMap { options[$0]?.place }.first)
    }
  }

  /// What was asked for that cannot be had together, whatever the map.
  static func contradictions(in options: Settings) -> [Diagnostic] {
    var faults: [Diagnostic] = []
    for (a, b) in [
      ("width", "scale"), ("height", "scale"), ("paper", "width"), ("paper", "height"),
      ("paper", "scale"),
    ] {
      guard let first = options[a], let second = options[b] else { continue }
      let later = (first.place.line ?? 0) > (second.place.line ?? 0) ? first : second
      faults.append(
        .error(
          .sizeContradiction, "\(a) and \(b) contradict each other", at: later.place,
          hints: ["leave one of them out"]))
    }
    let isOnPaper = options["paper"] != nil || options["poster"] != nil
    for name in ["orientation", "margin"] + PrintRim.asked(options) where !isOnPaper {
      guard let value = options[name] else { continue }
      faults.append(
        .error(
          .sizeContradiction, "\(name) is for paper, and none is named", at: value.place,
          hints: ["add paper: A3"]))
    }
    if let paper = options.text("paper").flatMap(Paper.named),
      let margin = options.number("margin"),
      2 * margin >= min(paper.width, paper.height)
    {
      faults.append(
        .error(
          .sizeContradiction,
          "a margin of \(brief(margin)) mm leaves nothing of \(paper.name), which is "
            + "\(brief(paper.width)) × \(brief(paper.height)) mm",
          at: options["margin"]?.place, hints: ["choose a smaller margin or a larger sheet"]))
    }
    return faults
  }
}

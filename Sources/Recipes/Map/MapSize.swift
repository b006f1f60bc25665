// SPDX-License-Identifier: MIT
// Part of Platen: how large a picture of a map is, from width, scale or paper.

public import Diagnostics
public import Geometry

/// A picture's size in pixels and on paper, and the part of the scene it shows.
public struct MapSize: Hashable, Sendable {
  /// The part of the scene inside the margins; larger than what was asked for where its shape is
  /// not the picture's.
  public var content: Rect
  /// White round the content, in pixels.
  public var margin: Double
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Pixels an inch; nil where nobody asked for a size in print.
  public var dpi: Double?

  /// Size on paper in points, 72 an inch.
  public var points: Size {
    let perPixel = 72 / (dpi ?? MapSize.screenDPI)
    return Size(width: Double(width) * perPixel, height: Double(height) * perPixel)
  }

  /// Whether it is a sheet of paper, white where nothing is printed.
  public var isPaper: Bool

  /// Pixels to one map unit.
  public var scale: Double { (Double(width) - 2 * margin) / content.width }

  /// The part of the scene that fills the picture, margins and all.
  public var window: Rect { content.insetBy(-margin / scale) }

  /// The margin in points.
  public var marginPoints: Double { margin * 72 / (dpi ?? MapSize.screenDPI) }

  /// What a pixel is on screens, as CSS has it.
  public static let screenDPI = 96.0
  /// What paper is printed with unless somebody says otherwise.
  public static let printDPI = 300.0
  /// The most pixels on a side; one band of 256 such rows takes 256 MB.
  public static let sideLimit = 262_144

  /// Decides the size.
  ///
  /// `paper` fills a sheet, less `margin`; `width` and `height` are pixels, one follows from the
  /// other, both together let the map lie centred in them; without either `scale` counts pixels
  /// to a map unit.
  ///
  /// - Parameters:
  ///   - options: the output's options.
  ///   - shown: the part of the scene that is to be seen.
  /// - Throws: `Failure` `size.contradiction` or `size.too-large`.
  public init(_ options: Settings, showing shown: Rect) throws {
    try MapSize.refuseContradictions(options)
    guard shown.width > 0, shown.height > 0 else {
      throw Failure(.error("size.empty", "the part of the map that is shown has no area"))
    }
    isPaper = options["paper"] != nil
    if let paper = options.text("paper").flatMap(Paper.named) {
      let dpi = options.number("dpi") ?? MapSize.printDPI
      let isWide =
        switch options.text("orientation") {
        case "landscape": true
        case "portrait": false
        default: shown.width >= shown.height
        }
      let long = max(paper.width, paper.height)
      let short = min(paper.width, paper.height)
      let sheet = isWide ? (long, short) : (short, long)
      width = max(1, Int((sheet.0 / 25.4 * dpi).rounded()))
      height = max(1, Int((sheet.1 / 25.4 * dpi).rounded()))
      self.dpi = dpi
      margin = (options.number("margin") ?? 0) / 25.4 * dpi
      guard 2 * margin < Double(min(width, height)) else {
        throw Failure(.error("size.contradiction", "the margin leaves nothing of the paper"))
      }
      content = MapSize.content(
        shown, width: Double(width) - 2 * margin, height: Double(height) - 2 * margin)
    } else {
      dpi = options.number("dpi")
      margin = 0
      let aspect = shown.height / shown.width
      let scale = options.number("scale") ?? 1
      switch (options.integer("width"), options.integer("height")) {
      case (let w?, let h?): (width, height) = (w, h)
      case (let w?, nil): (width, height) = (w, MapSize.pixels(Double(w) * aspect))
      case (nil, let h?): (width, height) = (MapSize.pixels(Double(h) / aspect), h)
      case (nil, nil):
        width = MapSize.pixels(shown.width * scale)
        height = MapSize.pixels(shown.height * scale)
      }
      let isFree = options.integer("width") == nil || options.integer("height") == nil
      content =
        isFree
        ? shown : MapSize.content(shown, width: Double(width), height: Double(height))
    }
    guard max(width, height) <= MapSize.sideLimit else {
      throw Failure(
        .error(
          "size.too-large",
          "\(width) × \(height) pixels; a side may have \(MapSize.sideLimit)",
          hints: ["choose a smaller width, scale or dpi"]))
    }
  }

  /// What was asked for that cannot be had together.
  static func refuseContradictions(_ options: Settings) throws {
    func both(_ a: String, _ b: String) throws {
      guard let first = options[a], let second = options[b] else { return }
      let later = (first.place.line ?? 0) > (second.place.line ?? 0) ? first : second
      throw Failure(
        .error(
          "size.contradiction", "\(a) and \(b) contradict each other", at: later.place,
          hints: ["leave one of them out"]))
    }
    try both("width", "scale")
    try both("height", "scale")
    try both("paper", "width")
    try both("paper", "height")
    try both("paper", "scale")
    for name in ["orientation", "margin"] where options[name] != nil && options["paper"] == nil {
      throw Failure(
        .error(
          "size.contradiction", "\(name) is for paper, and none is named",
          at: options[name]?.place, hints: ["add paper: A3"]))
    }
  }

  private static func pixels(_ value: Double) -> Int {
    max(1, Int(min(value.rounded(), Double(sideLimit) * 16)))
  }

  /// `shown` made larger on two sides until it has the shape asked for.
  private static func content(_ shown: Rect, width: Double, height: Double) -> Rect {
    let scale = min(width / shown.width, height / shown.height)
    let size = Size(width: width / scale, height: height / scale)
    return Rect(
      x: shown.x - (size.width - shown.width) / 2, y: shown.y - (size.height - shown.height) / 2,
      width: size.width, height: size.height)
  }
}

/// Sheets of paper in millimetres, upright.
struct Paper {
  var width: Double
  var height: Double

  static func named(_ name: String) -> Paper? {
    switch name {
    case "A5": Paper(width: 148, height: 210)
    case "A4": Paper(width: 210, height: 297)
    case "A3": Paper(width: 297, height: 420)
    case "A2": Paper(width: 420, height: 594)
    case "A1": Paper(width: 594, height: 841)
    case "A0": Paper(width: 841, height: 1189)
    case "letter": Paper(width: 215.9, height: 279.4)
    case "legal": Paper(width: 215.9, height: 355.6)
    case "tabloid": Paper(width: 279.4, height: 431.8)
    default: nil
    }
  }
}

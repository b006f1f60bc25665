// SPDX-License-Identifier: MIT
// Part of Platen: how large a picture of a map is, from width, scale or paper.

internal import Diagnostics
public import Geometry
internal import Values

/// A picture's size in pixels and on paper, and the part of the scene it shows.
public struct MapSize: Hashable, Sendable {
  /// The part of the scene inside the margins; larger than what was asked for where its shape is
  /// not the picture's.
  public var content: Rect
  /// What is round the content, in pixels: margin, bleed, room for crop marks.
  public var margin: Double
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Pixels an inch; nil where nobody asked for a size in print.
  public var dpi: Double?

  /// Size on paper in points, 72 an inch: that of the sheet itself, not of its whole pixels.
  public var points: Size
  /// The part of the scene inside the margins of such a page.
  public var printed: Rect
  /// The margin in points.
  public var marginPoints: Double
  /// What of a sheet is cut away after it is printed; nil where it is not cut.
  public var rim: PrintRim?

  /// Whether it is a sheet of paper, white where nothing is printed.
  public var isPaper: Bool

  /// Pixels to one map unit.
  public var scale: Double { (Double(width) - 2 * margin) / content.width }

  /// The part of the scene that fills the picture, margins and all.
  public var window: Rect { content.insetBy(-margin / scale) }

  /// The parts of the picture inside the bleed and inside the cut, in the units of `area`, which is all
  /// of the picture; `millimetre` is one in these.
  func cuts(of area: Rect, millimetre: Double) -> (bleed: Rect, trim: Rect)? {
    guard let rim else { return nil }
    let trim = area.insetBy(rim.width * millimetre)
    return (trim.insetBy(-rim.bleed * millimetre), trim)
  }

  /// What a pixel is on screens, as CSS has it.
  public static let screenDPI = 96.0
  /// What paper is printed with unless somebody says otherwise.
  public static let printDPI = 300.0
  /// The most pixels on a side; one band of 128 such rows takes 128 MB.
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
    let contradictions = MapSize.contradictions(in: options)
    guard contradictions.isEmpty else { throw Failure(contradictions) }
    guard shown.width > 0, shown.height > 0, shown.width < 1e9, shown.height < 1e9,
      shown.x.isFinite, shown.y.isFinite
    else {
      throw Failure(.error("size.empty", "the part of the map that is shown has no usable area"))
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
      let trimmed = isWide ? (long, short) : (short, long)
      let rim = PrintRim(options)
      let room = rim.isThere ? rim.width : 0
      let sheet = (trimmed.0 + 2 * room, trimmed.1 + 2 * room)
      self.rim = rim.isThere ? rim : nil
      width = max(1, Int((sheet.0 / 25.4 * dpi).rounded()))
      height = max(1, Int((sheet.1 / 25.4 * dpi).rounded()))
      self.dpi = dpi
      // Without a margin the map itself runs out to where the bleed ends.
      let free = options.number("margin").flatMap { $0 > 0 ? $0 : nil } ?? -rim.bleed
      margin = (room + free) / 25.4 * dpi
      guard 2 * margin < Double(min(width, height)) else {
        // The margin fits the paper, but at so few pixels to the inch it takes every one of them.
        throw Failure(
          .error(
            "size.contradiction", "the margin leaves no pixel of the paper",
            at: options["dpi"]?.place, hints: ["choose a higher dpi or a smaller margin"]))
      }
      content = MapSize.content(
        shown, width: Double(width) - 2 * margin, height: Double(height) - 2 * margin)
      points = Size(width: sheet.0 / 25.4 * 72, height: sheet.1 / 25.4 * 72)
      marginPoints = margin / dpi * 72
      printed = MapSize.content(
        shown, width: points.width - 2 * marginPoints, height: points.height - 2 * marginPoints)
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
      let perPixel = 72 / (dpi ?? MapSize.screenDPI)
      points = Size(width: Double(width) * perPixel, height: Double(height) * perPixel)
      printed = content
      marginPoints = 0
    }
    guard max(width, height) <= MapSize.sideLimit else {
      throw Failure(
        .error(
          "size.too-large",
          "\(width) × \(height) pixels; a side may have \(MapSize.sideLimit)",
          at: ["width", "height", "scale"].lazy.compactMap { options[$0]?.place }.first,
          hints: ["choose a smaller width, scale or dpi"]))
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
          "size.contradiction", "\(a) and \(b) contradict each other", at: later.place,
          hints: ["leave one of them out"]))
    }
    let isOnPaper = options["paper"] != nil || options["poster"] != nil
    for name in ["orientation", "margin"] + PrintRim.asked(options) where !isOnPaper {
      guard let value = options[name] else { continue }
      faults.append(
        .error(
          "size.contradiction", "\(name) is for paper, and none is named", at: value.place,
          hints: ["add paper: A3"]))
    }
    if let paper = options.text("paper").flatMap(Paper.named),
      let margin = options.number("margin"),
      2 * margin >= min(paper.width, paper.height)
    {
      faults.append(
        .error(
          "size.contradiction",
          "a margin of \(brief(margin)) mm leaves nothing of \(paper.name), which is "
            + "\(brief(paper.width)) × \(brief(paper.height)) mm",
          at: options["margin"]?.place, hints: ["choose a smaller margin or a larger sheet"]))
    }
    return faults
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

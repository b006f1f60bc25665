// SPDX-License-Identifier: MIT
// Part of Platen: how large a picture of a map is, from width, scale or paper.

internal import Diagnostics
package import Geometry

/// The requested size of an image of a map.
///
/// `paper` fills a sheet, less `margin`; `width` and `height` are pixels, one follows from the
/// other, both together are filled as `fit` states; without either `scale` counts pixels to a map
/// unit. A scale on the ground beside `paper` decides what is shown, see `ScaledPart`.
package struct SizeRequest: Hashable, Sendable {
  package var paper: Paper?
  /// The orientation of the sheet; nil for the map's own.
  package var isLandscape: Bool?
  /// Left free on each side of the sheet, in millimeters.
  package var margin = 0.0
  package var rim = PrintRim()
  /// Pixels an inch.
  package var dpi: Double?
  package var width: Int?
  package var height: Int?
  package var scale: Double?
  /// The treatment of a map of another shape.
  package var fit = MapFit.extend

  package init() {}

  /// Indicates whether the image has a shape of its own, whatever that of the map is.
  package var hasShape: Bool { paper != nil || width != nil && height != nil }
}

/// A picture's size in pixels and on paper, and the part of the scene it shows.
package struct MapSize: Hashable, Sendable {
  /// The part of the scene inside the margins; larger than requested where its shape is
  /// not the picture's, and where it has a mat.
  package var content: Rect
  /// The requested part.
  package var shown: Rect
  /// The room round the content, in pixels: margin, bleed, room for crop marks.
  package var margin: Double
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Pixels per inch; nil where no size in print is requested.
  package var dpi: Double?

  /// Size on paper in points, 72 an inch: that of the sheet itself, not of its whole pixels.
  package var points: Size
  /// The part of the scene inside the margins of such a page.
  package var printed: Rect
  /// The margin in points.
  package var marginPoints: Double
  /// The rim of a sheet that is cut away after printing; nil where it is not cut.
  package var rim: PrintRim?

  /// Indicates whether it is a sheet of paper, white where nothing is printed.
  package var isPaper: Bool
  /// The width of the mat in points; 0 without one.
  package var matPoints = 0.0
  /// The treatment of a map of another shape than the picture.
  private var fit: MapFit
  /// The height of the band of plates below the map, in map units.
  private var band: Double

  /// Pixels to one map unit.
  package var scale: Double { (Double(width) - 2 * margin) / content.width }

  /// The part of the scene that fills the picture, margins and all.
  package var window: Rect { content.insetBy(-margin / scale) }

  /// The rest that a scene has to draw beyond the part of the world's sheet it shows, so that it fills the
  /// picture; nil where the picture has no shape of its own.
  package func surroundings(of sheet: Rect) -> Surroundings? {
    let area = content.union(printed)
    let run = max(0, (rim?.width ?? 0) - marginPoints / 72 * Paper.inch)
    let perMillimetre = printed.width / (points.width - 2 * marginPoints) * 72 / Paper.inch
    let trim = area.insetBy(run * perMillimetre)
    var result = Surroundings(fit == .frame ? .mat : .sea, area: area, trim: trim)
    result.band = band
    let reaches =
      sheet.insetBy(-1e-6 * sheet.width).union(area) != sheet.insetBy(-1e-6 * sheet.width)
    return fit == .frame || reaches || run > 0 || band > 0 ? result : nil
  }

  /// The part of the world's sheet that the picture shows.
  package func window(on sheet: Rect) -> Rect {
    map.intersection(sheet) ?? shown
  }

  /// The content without its mat and without the band of plates.
  package var map: Rect {
    fit == .frame
      ? shown
      : Rect(x: content.x, y: content.y, width: content.width, height: content.height - band)
  }

  /// The parts of the picture inside the bleed and inside the cut, in the units of `area`, which is
  /// all of the picture; `millimetre` is one in these.
  package func cuts(of area: Rect, millimetre: Double) -> (bleed: Rect, trim: Rect)? {
    guard let rim else { return nil }
    let trim = area.insetBy(rim.width * millimetre)
    return (trim.insetBy(-rim.bleed * millimetre), trim)
  }

  /// Pixels per inch on screens, as CSS defines them.
  package static let screenDPI = 96.0
  /// Pixels per inch on paper by default.
  package static let printDPI = 300.0
  /// The most pixels on a side; one band of 128 such rows takes 128 MB.
  package static let sideLimit = 262_144

  /// Decides the size.
  ///
  /// - Parameters:
  ///   - shown: the part of the scene that is to be seen.
  ///   - band: the height of a band of plates below it, in map units.
  /// - Throws: `Failure` `size.empty`, `size.contradiction` or `size.too-large`.
  package init(_ request: SizeRequest, showing shown: Rect, band: Double = 0) throws {
    guard shown.width > 0, shown.height > 0, shown.width < 1e9, shown.height < 1e9,
      shown.x.isFinite, shown.y.isFinite
    else {
      throw Failure(.error(.sizeEmpty, "the part of the map that is shown has no usable area"))
    }
    isPaper = request.paper != nil
    self.shown = shown
    self.band = band
    let whole = Rect(x: shown.x, y: shown.y, width: shown.width, height: shown.height + band)
    let fit = request.hasShape ? request.fit : .extend
    self.fit = fit
    func mat(width: Double, height: Double, bleed: Double) -> Double {
      fit == .frame ? bleed + MapSize.mat * (min(width, height) - 2 * bleed) : 0
    }
    func filled(width: Double, height: Double, bleed: Double = 0) -> Rect {
      MapSize.content(
        whole, width: width, height: height, mat: mat(width: width, height: height, bleed: bleed))
    }
    if let paper = request.paper {
      let dpi = request.dpi ?? MapSize.printDPI
      let isWide = request.isLandscape ?? (shown.width >= shown.height)
      let long = max(paper.width, paper.height)
      let short = min(paper.width, paper.height)
      let trimmed = isWide ? (long, short) : (short, long)
      let rim = request.rim
      let room = rim.isThere ? rim.width : 0
      let sheet = (trimmed.0 + 2 * room, trimmed.1 + 2 * room)
      self.rim = rim.isThere ? rim : nil
      width = max(1, Int((sheet.0 / 25.4 * dpi).rounded()))
      height = max(1, Int((sheet.1 / 25.4 * dpi).rounded()))
      self.dpi = dpi
      // Without a margin the map itself runs out to where the bleed ends.
      let border = request.margin > 0 ? request.margin : -rim.bleed
      margin = (room + border) / 25.4 * dpi
      guard 2 * margin < Double(min(width, height)) else {
        // The margin fits the paper, but at so few pixels to the inch it takes every one of them.
        throw Failure(
          .error(
            .sizeContradiction, "the margin leaves no pixel of the paper",
            hints: ["choose a higher dpi or a smaller margin"]))
      }
      let run = request.margin > 0 ? 0 : rim.bleed
      content = filled(
        width: Double(width) - 2 * margin, height: Double(height) - 2 * margin,
        bleed: run / 25.4 * dpi)
      points = Size(width: sheet.0 / 25.4 * 72, height: sheet.1 / 25.4 * 72)
      marginPoints = margin / dpi * 72
      let free = Size(
        width: points.width - 2 * marginPoints, height: points.height - 2 * marginPoints)
      let bleed = run / 25.4 * 72
      printed = filled(width: free.width, height: free.height, bleed: bleed)
      matPoints = mat(width: free.width, height: free.height, bleed: bleed)
    } else {
      dpi = request.dpi
      margin = 0
      let aspect = whole.height / whole.width
      let scale = request.scale ?? 1
      switch (request.width, request.height) {
      case (let w?, let h?): (width, height) = (w, h)
      case (let w?, nil): (width, height) = (w, MapSize.pixels(Double(w) * aspect))
      case (nil, let h?): (width, height) = (MapSize.pixels(Double(h) / aspect), h)
      case (nil, nil):
        width = MapSize.pixels(shown.width * scale)
        height = MapSize.pixels(whole.height * scale)
      }
      let isFree = request.width == nil || request.height == nil
      content =
        isFree
        ? whole : filled(width: Double(width), height: Double(height))
      let perPixel = 72 / (dpi ?? MapSize.screenDPI)
      points = Size(width: Double(width) * perPixel, height: Double(height) * perPixel)
      printed = content
      marginPoints = 0
    }
    guard max(width, height) <= MapSize.sideLimit else {
      throw Failure(
        .error(
          .sizeTooLarge,
          "\(width) × \(height) pixels; a side may have \(MapSize.sideLimit)",
          hints: ["choose a smaller width, scale or dpi"]))
    }
  }

  private static func pixels(_ value: Double) -> Int {
    max(1, Int(min(value.rounded(), Double(sideLimit) * 16)))
  }

  /// The least width of a mat, as a part of the sheet's shorter side.
  static let mat = 0.075

  /// `shown` enlarged on two sides until it has the requested shape, or on all where it has a mat.
  static func content(_ shown: Rect, width: Double, height: Double, mat: Double = 0) -> Rect {
    let scale = min((width - 2 * mat) / shown.width, (height - 2 * mat) / shown.height)
    let size = Size(width: width / scale, height: height / scale)
    return Rect(
      x: shown.x - (size.width - shown.width) / 2, y: shown.y - (size.height - shown.height) / 2,
      width: size.width, height: size.height)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a map as an SVG file: its size and its description.

internal import Cartography
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import SVG

/// A map as vectors for browsers and editors.
struct MapVectors {
  private let scene: Scene
  private let size: MapSize
  private let letters: SVGDocument.TextMode
  private let mapPhrases: MapPhrases

  /// The values of `text-as`.
  static let letterings = SVGDocument.TextMode.allCases.map(\.rawValue)

  init(_ scene: Scene, _ size: MapSize, _ options: Settings, mapPhrases: MapPhrases) {
    self.scene = scene
    self.size = size
    self.mapPhrases = mapPhrases
    letters = options[MapKeys.letters].flatMap(SVGDocument.TextMode.init(rawValue:)) ?? .outlines
  }

  /// Writes the file.
  ///
  /// - Throws: `Failure`, with `output.check` if nothing of the map would be visible.
  func write(
    to file: FileWriter, with fonts: FontPool, isCancelled: () -> Bool
  ) throws -> [Diagnostic] {
    var document = SVGDocument(size: units)
    document.millimetres = millimetres
    document.title = mapPhrases.title(of: scene)
    document.description = mapPhrases.description(of: scene)
    document.language = mapPhrases.language
    document.letters = letters
    document.layer = mapPhrases.title(ofLayer:)
    if size.isPaper { document.paper = .white }
    let limit = size.isPaper ? size.printed : nil
    let drawn = try fonts.withLibrary { library in
      file.thumbnail = try PageImage.make(
        of: scene, window: window, fonts: library, isCancelled: isCancelled)
      return try document.writeScene(
        scene, showing: window, within: limit, fonts: library, to: file.write)
    }
    guard drawn.hasDrawn else {
      throw Failure(
        .error(
          .outputCheck, "the image would be blank: nothing of the map is in the visible part",
          hints: ["choose another region, other layers or another look"]))
    }
    return drawn.notes
  }

  /// The size in pixels; on paper at 96 per inch, whatever its dpi.
  private var units: Size {
    guard size.isPaper else {
      return Size(width: Double(size.width), height: Double(size.height))
    }
    let perPoint = MapSize.screenDPI / 72
    return Size(width: size.points.width * perPoint, height: size.points.height * perPoint)
  }

  /// The printed size in millimeters; nil if none is requested.
  private var millimetres: Size? {
    guard size.isPaper || size.dpi != nil else { return nil }
    let perPoint = 25.4 / 72
    return Size(width: size.points.width * perPoint, height: size.points.height * perPoint)
  }

  /// The part of the scene that fills the image, margins included.
  private var window: Rect {
    guard size.isPaper else { return size.window }
    let points = size.points.width - 2 * size.marginPoints
    return size.printed.insetBy(-size.marginPoints * size.printed.width / points)
  }
}

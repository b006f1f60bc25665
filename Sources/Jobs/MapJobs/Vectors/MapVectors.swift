// SPDX-License-Identifier: MIT
// Part of Platen: a map as an SVG file: how large it is, and what the file says of it.

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
  private let letters: SVGDocument.Letters
  private let telling: MapTelling

  /// What `letters` may say.
  static let letterings = SVGDocument.Letters.allCases.map(\.rawValue)

  init(_ scene: Scene, _ size: MapSize, _ options: Settings, telling: MapTelling) {
    self.scene = scene
    self.size = size
    self.telling = telling
    letters = options[MapKeys.letters].flatMap(SVGDocument.Letters.init(rawValue:)) ?? .outlines
  }

  /// Writes the file.
  ///
  /// - Throws: `Failure`, with `output.check` where nothing would be seen of the map.
  func write(
    to file: FileWriter, with fonts: FontPool, isCancelled: () -> Bool
  ) throws -> [Diagnostic] {
    var document = SVGDocument(size: units)
    document.millimetres = millimetres
    document.title = telling.title(of: scene)
    document.description = telling.description(of: scene)
    document.language = telling.language
    document.letters = letters
    document.layer = telling.title(ofLayer:)
    if size.isPaper { document.paper = .white }
    let sheet = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    let limit = size.isPaper ? size.printed.intersection(sheet) ?? size.printed : nil
    let drawn = try fonts.withLibrary { library in
      file.picture = try PagePicture.make(
        of: scene, window: window, fonts: library, isCancelled: isCancelled)
      return try document.write(
        scene, showing: window, within: limit, fonts: library, to: file.write)
    }
    guard drawn.hasDrawn else {
      throw Failure(
        .error(
          .outputCheck, "the picture would be blank: nothing of the map lies in what is shown",
          hints: ["choose another region, other layers or another look"]))
    }
    return drawn.notes
  }

  /// Pixels; on paper those of a screen, 96 an inch, whatever it is printed with.
  private var units: Size {
    guard size.isPaper else {
      return Size(width: Double(size.width), height: Double(size.height))
    }
    let perPoint = MapSize.screenDPI / 72
    return Size(width: size.points.width * perPoint, height: size.points.height * perPoint)
  }

  /// As large as it is printed; nil where nobody asked for that.
  private var millimetres: Size? {
    guard size.isPaper || size.dpi != nil else { return nil }
    let perPoint = 25.4 / 72
    return Size(width: size.points.width * perPoint, height: size.points.height * perPoint)
  }

  /// The part of the scene that fills the picture, margins and all.
  private var window: Rect {
    guard size.isPaper else { return size.window }
    let points = size.points.width - 2 * size.marginPoints
    return size.printed.insetBy(-size.marginPoints * size.printed.width / points)
  }
}

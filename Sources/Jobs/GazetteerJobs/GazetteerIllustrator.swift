// SPDX-License-Identifier: MIT
// Part of Platen: the maps and coats of arms of a gazetteer drawn.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Documents
internal import Drawing
internal import Gazetteers
internal import Geometry
internal import Heraldry
internal import Pixels

/// Draws the pictures of a gazetteer and puts them into its document.
struct GazetteerIllustrator {
  let look: MapLook
  let audience: Audience
  let words: MapWords
  let world: World
  /// Pixels across the map of the world: 300 to the inch in a column of A5.
  var worldWidth = 1300

  /// Pixels across the map of a state: 200 to the inch.
  private static let stateWidth = 900
  /// Pixels across arms of a chapter, and of an entry.
  private static let largeArms = 220
  private static let smallArms = 96

  func illustrate(
    _ gazetteer: Gazetteer, fonts: FontLibrary, isCancelled: () -> Bool
  ) throws -> Diagnosed<Document> {
    var document = gazetteer.document
    var diagnostics: [Diagnostic] = []
    var gaps = ArmsGaps()
    for picture in gazetteer.pictures {
      if isCancelled() { throw CancellationError() }
      switch picture.content {
      case .map(let window, let squares):
        let drawn = try map(picture.name, window, squares, fonts)
        document.resources.append(drawn.value)
        diagnostics += drawn.warnings.filter { !diagnostics.contains($0) }
      case .arms(let arms):
        let width =
          picture.share > 0 ? GazetteerIllustrator.largeArms : GazetteerIllustrator.smallArms
        if let drawn = try shield(picture.name, arms, width: width, &gaps, fonts) {
          document.resources.append(drawn)
        }
      }
    }
    return Diagnosed(document, warnings: diagnostics + gaps.diagnostics)
  }

  private func map(
    _ name: String, _ window: Rect, _ squares: Bool, _ fonts: FontLibrary
  ) throws -> Diagnosed<Resource> {
    let request = try BookMap.request(
      window, look: look, for: audience,
      on: Size(width: world.info.width, height: world.info.height), words: words)
    let composed = try MapComposer(request: request, text: fonts).compose(world)
    var scene = composed.value
    if squares {
      scene.nodes += BookMap.squares(
        of: window, families: ["Lato", "EB Garamond"], text: fonts)
    }
    let width = squares ? worldWidth : GazetteerIllustrator.stateWidth
    let bitmap = try ImageCanvas.bitmap(
      of: scene, window: window, width: width,
      height: Int((Double(width) * window.height / window.width).rounded()), fonts: fonts)
    return Diagnosed(
      Resource(
        name: name, mediaType: "image/png", width: bitmap.width, height: bitmap.height,
        bytes: try PNGEncoder.encode(bitmap, dpi: 200)),
      // Names that are omitted on one of many maps stand in the text.
      warnings: composed.warnings.filter { $0.severity == .error })
  }

  private func shield(
    _ name: String, _ arms: CoatOfArms, width: Int, _ gaps: inout ArmsGaps, _ fonts: FontLibrary
  ) throws -> Resource? {
    guard let drawn = ArmsPainter(outline: 1).draw(arms) else { return nil }
    gaps.addGaps(drawn.gaps)
    var scene = Scene(size: Size(width: 220, height: 220))
    let window = Rect(x: drawn.center.x - 104, y: drawn.center.y - 104, width: 208, height: 208)
    scene.nodes =
      drawn.nodes + [
        .path(PathNode(drawn.outline, stroke: Stroke(Color(bytes: 40, 34, 30), width: 3)))
      ]
    let bitmap = try ImageCanvas.bitmap(
      of: scene, window: window, width: width, height: width, fonts: fonts)
    return Resource(
      name: name, mediaType: "image/png", width: width, height: width,
      bytes: try PNGEncoder.encode(bitmap, dpi: 300))
  }
}

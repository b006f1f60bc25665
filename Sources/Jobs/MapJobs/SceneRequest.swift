// SPDX-License-Identifier: MIT
// Part of Platen: the request for the scene of one output: its size, its part of the world, its
// smallest letters.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Values

/// A request for the scene of an output.
struct SceneRequest: Sendable {
  /// The reference for text sizes of a scene that is made for one output.
  enum Sizing: Sendable {
    case output
    /// An image: illegibly small names are omitted.
    case image
    case poster(PosterRequest)
    /// A zoom of a pyramid.
    case zoom(Int, of: TileRequest)
  }

  private let options: Settings
  private let sizing: Sizing
  private let mapSettings: MapSettings
  private let reading: ShownSize.Reading

  init(_ options: Settings, sizedBy sizing: Sizing, _ mapSettings: MapSettings) {
    self.options = options
    self.sizing = sizing
    self.mapSettings = mapSettings
    reading = SceneRequest.reading(options, sizedBy: sizing)
  }

  private var isFixed: Bool { options[MapKeys.text] == "fixed" }
  private var isPrinted: Bool { options[PrintKeys.preset] == .print }
  /// Indicates whether small names are omitted; all names are legible in large images, which share
  /// one scene.
  private var isLimited: Bool {
    let isLarge = reading == .screen && (options[MapKeys.width] ?? 0) >= ShownSize.largeWidth
    return reading != .vectors && !isLarge
  }
  private var isPoster: Bool { if case .poster = sizing { true } else { false } }

  /// Indicates whether the scene is the one of all outputs without options of their own.
  var isShared: Bool {
    !(isFixed || isPrinted || isLimited || isPoster || SizeRequest(options).hasShape
      || options.placed(MapKeys.region) != nil)
  }

  /// Indicates whether plates may have a band below the map: an image or a page that has a shape
  /// anyway, with a frame.
  var mayHaveBand: Bool {
    switch sizing {
    case .poster, .zoom: false
    case .output, .image:
      mapSettings.mayHaveFrame && options.groundScale == nil
        && (SizeRequest(options).hasShape || options.placed(MapKeys.region) != nil)
    }
  }

  /// Returns the way an output is read. An image with a resolution is one for print, unless its size
  /// is that of a screen.
  private static func reading(
    _ options: Settings, sizedBy sizing: Sizing
  ) -> ShownSize.Reading {
    let isOnPaper = options.placed(MapKeys.paper) != nil
    switch sizing {
    case .poster: return .paper
    case .zoom: return .screen
    case .output: return isOnPaper ? .paper : .vectors
    case .image:
      let preset = options[PrintKeys.preset]
      let isPrinted = preset == .print || preset == nil && options.placed(MapKeys.dpi) != nil
      return isOnPaper || isPrinted ? .image : .screen
    }
  }

  /// Returns the request for a world, with diagnostics.
  ///
  /// - Parameters:
  ///   - part: the part that is shown.
  ///   - layout: the sheets of a poster.
  func request(
    for world: World, showing part: ShownPart, _ layout: PosterLayout? = nil
  ) throws -> Diagnosed<MapRequest> {
    let info = world.info
    let diagnosed = mapSettings.request(for: world)
    let whole = Rect(x: 0, y: 0, width: info.width, height: info.height)
    var request = diagnosed.value
    let size: ShownSize
    let window: Rect
    switch (sizing, layout) {
    case (_, let layout?):
      (size, window) = (ShownSize(layout), layout.window(on: whole))
      request.surroundings = layout.surroundings
    case (.output, nil), (.image, nil), (.poster, nil):
      let page = try MapSize(options, showing: part)
      (size, window) = (ShownSize(page, for: reading), page.window(on: whole))
      request.surroundings = page.surroundings(of: whole)
    case (.zoom(let number, let tiles), nil):
      size = ShownSize(try tiles.size(ofZoom: number, showing: part.rect), for: reading)
      window = size.content.intersection(whole) ?? whole
    }
    request.window = window
    if isPrinted { request.least = size.least }
    // The map of a state has the state's name as its title and the world's name as its subtitle.
    let region = options[MapKeys.region].flatMap { try? RegionRequest($0) }
    if request.title == nil, let title = region?.title(in: world) {
      request.title = title
      request.subtitle = request.subtitle ?? world.info.name
    }
    if isFixed {
      let shrunk = (window.width * window.height / (whole.width * whole.height)).squareRoot()
      let factor = 72 / MapSize.screenDPI / (size.pointsPerUnit * shrunk)
      request.look = try request.look.scalingText(by: factor)
      request.textFactor = factor
    }
    if isLimited {
      request.leastName = size.leastName(of: request.look, in: world)
      request.enlargedNames = size.enlargedNames(of: request.look)
    }
    return Diagnosed(request, warnings: diagnosed.warnings)
  }

  /// Returns a part with the band that its plates need; a map that fills its sheet is shorter by it.
  func withBand(
    _ part: ShownPart, of world: World, text: any TextMeasuring
  ) throws -> ShownPart {
    let band = try request(for: world, showing: part).value.plateBand(of: world, text: text)
    guard band > 0 else { return part }
    let size = SizeRequest(options)
    guard size.fit == .crop, size.hasShape, band < part.rect.height else {
      return ShownPart(part.rect, band: band)
    }
    let whole = Rect(x: 0, y: 0, width: world.info.width, height: world.info.height)
    let crop = MapCrop(
      part.rect, size: Size(width: part.rect.width, height: part.rect.height - band), on: whole,
      land: MapCrop.land(of: world).filter(part.rect.contains))
    return ShownPart(crop.rect, band: band)
  }
}

extension SceneRequest: Digestible {
  func add(to digester: inout Digester) {
    var zoom: Int?
    var pyramid: TileRequest?
    if case .zoom(let number, let tiles) = sizing { (zoom, pyramid) = (number, tiles) }
    digester.addFields(mapSettings, options, zoom, pyramid, reading.rawValue)
  }
}

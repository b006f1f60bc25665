// SPDX-License-Identifier: MIT
// Part of Platen: the stages that make tiles: a folder of them, a ZIP, an SQLite file, and the page
// beside them.

internal import Archive
internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Pipeline
internal import Text
internal import Tiles

/// Makes the outputs of one request for tiles.
struct TileStages {
  let request: TileRequest
  let output: OutputRequest
  let fonts: FontPool
  /// Stands for the fonts in keys.
  let type: String
  /// The page's parts; nil where there is no page beside tiles.
  let viewer: TileViewerParts?
  let telling: MapTelling
  /// Bytes of the world's file, for estimates of memory.
  let inputSize: Int
  /// One scene for all levels, or one for each.
  let scenes: Stage<[Scene]>
  /// The part of the sheet that is shown.
  let shown: Stage<Rect>
  let world: Stage<World>

  /// The page of tiles, and where it is the folder's.
  static let pageName = "index.html"
  private static let hole = "${tile}"

  /// What is published: one file, or all that belongs into a folder.
  func outputs() -> [Job.Output] {
    switch request.form {
    case .zip: return [Job.Output(output.path, from: zip(), at: output.place)]
    case .mbtiles: return [Job.Output(output.path, from: mbtiles(), at: output.place)]
    case .folder: break
    }
    let folder = output.path.hasSuffix("/") ? output.path : output.path + "/"
    var outputs = [
      Job.Output(
        folder + prefix + TileStages.hole + "." + request.format, hole: TileStages.hole,
        from: files(), at: output.place)
    ]
    if let viewer {
      outputs.append(
        Job.Output(folder + TileStages.pageName, from: page(viewer), at: output.place))
    }
    if let name = descriptionName {
      outputs.append(Job.Output(folder + name, from: description(), at: output.place))
    }
    return outputs
  }

  /// What the folder or archive is called, for the files that are called after it.
  private var name: String {
    let last = output.path.split(separator: "/").last.map(String.init) ?? output.path
    return request.form == .zip ? stem(of: last) : last
  }

  /// Where tiles lie in the folder.
  private var prefix: String { request.scheme == .dzi ? name + "_files/" : "" }

  /// The file that says what the folder holds, where the scheme has one.
  private var descriptionName: String? {
    switch request.scheme {
    case .xyz: nil
    case .tms: "tilemapresource.xml"
    case .dzi: name + ".dzi"
    }
  }

  /// Which tiles there are; what is too many fails here, once for all that belongs together.
  private var pyramid: Stage<TilePyramid> {
    let request = request
    return Stage(
      "plan tiles", version: 1, parameters: .of(request), after: shown,
      digest: { Digest.of("\($0.scheme) \($0.tileSize) \($0.overlap) \($0.levels)") }
    ) { _, shown in Warned(try request.pyramid(showing: shown)) }
  }

  // MARK: Tiles

  private func files() -> Stage<KeptFile> {
    let (request, fonts) = (request, fonts)
    let side = request.scheme == .dzi ? nil : request.tileSize
    return .files(
      "draw tiles", version: 4, parameters: .of(request, type),
      memory: MapWeight.tiles(request, output.options, sceneOf: inputSize), after: scenes, shown,
      pyramid, check: { try Verification.png($0, width: side, height: side) }
    ) { context, set, scenes, shown, pyramid in
      try TileDrawing(pyramid: pyramid, window: shown, fonts: fonts).draw(scenes, in: context) {
        address, bytes in
        try set.file(address.name(in: request.scheme)) { try $0.write(bytes) }
      }
      return []
    }
  }

  private func zip() -> Stage<KeptFile> {
    let (request, fonts, viewer, telling) = (request, fonts, viewer, telling)
    let (prefix, descriptionName) = (prefix, descriptionName)
    return .file(
      "pack tiles", version: 2,
      parameters: .of(request, type, telling, viewer?.digest, name),
      memory: MapWeight.tiles(request, output.options, sceneOf: inputSize), after: scenes, shown,
      world, pyramid, check: { try Verification.zip($0) }
    ) { context, file, scenes, shown, world, pyramid in
      let tiles = TileSubject(pyramid, request, prefix, scenes, shown, world, telling)
      let zip = try ZipStream { try file.write($0) }
      if let viewer { try zip.add(TileStages.pageName, Array(tiles.page(viewer).utf8)) }
      if let descriptionName { try zip.add(descriptionName, Array(tiles.description.utf8)) }
      try TileDrawing(pyramid: pyramid, window: shown, fonts: fonts).draw(scenes, in: context) {
        address, bytes in
        // A picture is packed already.
        try zip.add(
          prefix + address.name(in: request.scheme) + "." + request.format, bytes, method: .stored)
      }
      try zip.finish()
      return []
    }
  }

  private func mbtiles() -> Stage<KeptFile> {
    let (request, fonts, telling) = (request, fonts, telling)
    return .file(
      "write mbtiles", version: 3, parameters: .of(request, type, telling),
      memory: MapWeight.tiles(request, output.options, sceneOf: inputSize), after: scenes, shown,
      world, pyramid, check: { try Verification.sqlite($0) }
    ) { context, file, scenes, shown, world, pyramid in
      let tiles = TileSubject(pyramid, request, "", scenes, shown, world, telling)
      // SQLite goes back and forth in its file, and outputs are written once from start to end.
      let (scratch, writer) = try ScratchFile.opened {
        try MBTilesWriter(
          path: $0, pyramid, MBTilesMetadata(name: tiles.title, format: request.format))
      }
      try TileDrawing(pyramid: pyramid, window: shown, fonts: fonts).draw(
        scenes, in: context, take: writer.add)
      try writer.finish()
      try ScratchSpool(holding: scratch).copy(to: file.write)
      return []
    }
  }

  // MARK: What lies beside them

  private func page(_ viewer: TileViewerParts) -> Stage<KeptFile> {
    let (request, prefix, telling) = (request, prefix, telling)
    return .file(
      "write page of tiles", version: 1,
      parameters: .of(request, telling, viewer.digest, prefix),
      after: scenes, shown, world, pyramid
    ) { _, file, scenes, shown, world, pyramid in
      try file.write(
        TileSubject(pyramid, request, prefix, scenes, shown, world, telling).page(viewer))
      return []
    }
  }

  private func description() -> Stage<KeptFile> {
    let (request, prefix, telling) = (request, prefix, telling)
    return .file(
      "describe tiles", version: 1, parameters: .of(request, telling), after: scenes,
      shown, world, pyramid
    ) { _, file, scenes, shown, world, pyramid in
      try file.write(
        TileSubject(pyramid, request, prefix, scenes, shown, world, telling).description)
      return []
    }
  }
}

/// What is said of tiles beside them.
private struct TileSubject {
  let title: String
  private let pyramid: TilePyramid
  private let format: String
  private let folder: String
  private let distance: TileViewer.Distance?
  private let telling: MapTelling

  /// What the page says itself: buttons, keys, what is told of a place and of what is missing.
  private static let words: [Phrase] = [
    .keys, .keysTold, .dark, .zoom, .zoomIn, .zoomOut, .wholeMap, .zoomTold, .mapParts,
    .tilesMissing, .tilesNeedScript,
  ]

  init(
    _ pyramid: TilePyramid, _ request: TileRequest, _ folder: String, _ scenes: [Scene],
    _ shown: Rect, _ world: World, _ telling: MapTelling
  ) {
    self.pyramid = pyramid
    self.folder = folder
    self.telling = telling
    format = request.format
    title =
      [scenes.first?.title ?? "", world.info.name].first { !$0.isEmpty } ?? telling.phrases[.map]
    let length = shown.width * world.units.distanceScale
    distance =
      length.isFinite && length > 0 && !world.units.distance.isEmpty
      ? TileViewer.Distance(length, world.units.distance) : nil
  }

  func page(_ parts: TileViewerParts) -> String {
    TileViewer(parts.parts).page(
      of: TileViewer.Subject(
        title: title, description: telling.phrases(.mapOf, title), language: telling.language,
        words: Dictionary(
          uniqueKeysWithValues: TileSubject.words.map { ($0.rawValue, telling.phrases[$0]) }),
        pyramid: pyramid, folder: folder, format: format, distance: distance))
  }

  /// The scheme's own file.
  var description: String {
    pyramid.scheme == .dzi
      ? TileDescriptions.deepZoom(pyramid, format: format)
      : TileDescriptions.tileMap(pyramid, title: title, format: format)
  }
}

/// The parts of the page of tiles, and what keys say of them.
struct TileViewerParts: Sendable {
  let parts: TileViewer.Parts
  let digest: String
}

extension RecipeContext {
  /// - Throws: `Failure` `templates.missing` where there are no templates.
  func tileViewerParts() throws -> TileViewerParts {
    guard let templates = looks.templates else {
      throw Failure(
        .error(
          .templatesMissing,
          "the page of tiles needs the folder of templates, and none was found",
          hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
    }
    let files = try templates.files(below: "Tiles")
    func text(_ name: String) -> String {
      files.first { $0.name == name }.map { String(decoding: $0.file.bytes, as: UTF8.self) } ?? ""
    }
    return TileViewerParts(
      parts: TileViewer.Parts(
        markup: text("tiles.html"), style: text("tiles.css"), script: text("tiles.js")),
      digest: Digest.of(files.map { "\($0.name) \($0.file.digest)" }.joined(separator: "\n"))
        .description)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the stages that make tiles: a folder, a ZIP, an SQLite file, and the page that
// shows them.

internal import Archive
internal import Atlas
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
  /// The digest of the fonts in stage keys.
  let type: String
  /// The parts of the page that shows the tiles; nil if there is none.
  let viewer: TileViewerParts?
  let mapPhrases: MapPhrases
  /// The size of the world's file in bytes, for memory estimates.
  let inputSize: Int
  /// One scene for all levels, or one per level.
  let scenes: Stage<[Scene]>
  /// The part of the sheet that is shown.
  let shown: Stage<ShownPart>
  let world: Stage<World>

  /// The file name of the page in the folder of tiles.
  static let pageName = "index.html"
  private static let placeholder = "${tile}"

  /// Returns the published outputs: one file, or all files of a folder.
  func outputs() -> [Job.Output] {
    switch request.container {
    case .zip: return [Job.Output(output.path, from: zip(), at: output.place)]
    case .mbtiles: return [Job.Output(output.path, from: mbtiles(), at: output.place)]
    case .folder: break
    }
    let folder = output.path.hasSuffix("/") ? output.path : output.path + "/"
    var outputs = [
      Job.Output(
        folder + prefix + TileStages.placeholder + "." + request.format,
        placeholder: TileStages.placeholder,
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

  /// The name of the folder or archive, for files named after it.
  private var name: String {
    let last = output.path.split(separator: "/").last.map(String.init) ?? output.path
    return request.container == .zip ? stem(of: last) : last
  }

  /// The path of the tiles in the folder.
  private var prefix: String { request.scheme == .dzi ? name + "_files/" : "" }

  /// The file that describes the folder, if the scheme has one.
  private var descriptionName: String? {
    switch request.scheme {
    case .xyz: nil
    case .tms: "tilemapresource.xml"
    case .dzi: name + ".dzi"
    }
  }

  /// The stage that plans the tiles; too many fail here, once for all outputs of the request.
  var pyramid: Stage<TilePyramid> {
    let request = request
    return Stage(
      "plan tiles", version: 1, parameters: .of(request), after: shown,
      digest: { Digest.of("\($0.scheme) \($0.tileSize) \($0.overlap) \($0.levels)") }
    ) { _, shown in Diagnosed(try request.pyramid(showing: shown.rect)) }
  }

  // MARK: Tiles

  private func files() -> Stage<FileArtifact> {
    let (request, fonts) = (request, fonts)
    let side = request.scheme == .dzi ? nil : request.tileSize
    return .files(
      "draw tiles", version: 4, parameters: .of(request, type),
      memory: MapMemory.tiles(request, output.options, sceneOf: inputSize), after: scenes, shown,
      pyramid, check: { try Verification.png($0, width: side, height: side) }
    ) { context, set, scenes, shown, pyramid in
      try TileDrawing(pyramid: pyramid, window: shown.rect, fonts: fonts).draw(scenes, in: context)
      {
        address, bytes in
        try set.file(address.name(in: request.scheme)) { try $0.write(bytes) }
      }
      return []
    }
  }

  private func zip() -> Stage<FileArtifact> {
    let (request, fonts, viewer, mapPhrases) = (request, fonts, viewer, mapPhrases)
    let (prefix, descriptionName) = (prefix, descriptionName)
    return .file(
      "pack tiles", version: 2,
      parameters: .of(request, type, mapPhrases, viewer?.digest, name),
      memory: MapMemory.tiles(request, output.options, sceneOf: inputSize), after: scenes, shown,
      world, pyramid, check: { try Verification.zip($0) }
    ) { context, file, scenes, shown, world, pyramid in
      let tiles = TileSubject(pyramid, request, prefix, scenes, shown.rect, world, mapPhrases)
      let zip = try ZipStream { try file.write($0) }
      if let viewer { try zip.addEntry(TileStages.pageName, Array(tiles.page(viewer).utf8)) }
      if let descriptionName { try zip.addEntry(descriptionName, Array(tiles.description.utf8)) }
      try TileDrawing(pyramid: pyramid, window: shown.rect, fonts: fonts).draw(scenes, in: context)
      {
        address, bytes in
        // An image is compressed already.
        try zip.addEntry(
          prefix + address.name(in: request.scheme) + "." + request.format, bytes, method: .stored)
      }
      try zip.finish()
      return []
    }
  }

  private func mbtiles() -> Stage<FileArtifact> {
    let (request, fonts, mapPhrases) = (request, fonts, mapPhrases)
    return .file(
      "write mbtiles", version: 3, parameters: .of(request, type, mapPhrases),
      memory: MapMemory.tiles(request, output.options, sceneOf: inputSize), after: scenes, shown,
      world, pyramid, check: { try Verification.sqlite($0) }
    ) { context, file, scenes, shown, world, pyramid in
      let tiles = TileSubject(pyramid, request, "", scenes, shown.rect, world, mapPhrases)
      // SQLite seeks in its file, and outputs are written once from start to end.
      let (scratch, writer) = try ScratchFile.opened {
        try MBTilesWriter(
          path: $0, pyramid, MBTilesMetadata(name: tiles.title, format: request.format))
      }
      try TileDrawing(pyramid: pyramid, window: shown.rect, fonts: fonts).draw(
        scenes, in: context, take: writer.addTile)
      try writer.finish()
      try ScratchStorage(holding: scratch).copy(to: file.write)
      return []
    }
  }

  // MARK: Files beside the tiles

  private func page(_ viewer: TileViewerParts) -> Stage<FileArtifact> {
    let (request, prefix, mapPhrases) = (request, prefix, mapPhrases)
    return .file(
      "write page of tiles", version: 1,
      parameters: .of(request, mapPhrases, viewer.digest, prefix),
      after: scenes, shown, world, pyramid
    ) { _, file, scenes, shown, world, pyramid in
      try file.write(
        TileSubject(pyramid, request, prefix, scenes, shown.rect, world, mapPhrases).page(viewer))
      return []
    }
  }

  private func description() -> Stage<FileArtifact> {
    let (request, prefix, mapPhrases) = (request, prefix, mapPhrases)
    return .file(
      "describe tiles", version: 1, parameters: .of(request, mapPhrases), after: scenes,
      shown, world, pyramid
    ) { _, file, scenes, shown, world, pyramid in
      try file.write(
        TileSubject(pyramid, request, prefix, scenes, shown.rect, world, mapPhrases).description)
      return []
    }
  }
}

/// The description of tiles in the files beside them.
struct TileSubject {
  let title: String
  private let pyramid: TilePyramid
  private let format: String
  private let folder: String
  private let distance: TileViewer.Distance?
  private let mapPhrases: MapPhrases

  /// The phrases on the page: buttons, keys, positions and missing tiles.
  private static let words: [Phrase] = [
    .keys, .keysDescription, .dark, .zoom, .zoomIn, .zoomOut, .wholeMap, .zoomDescription,
    .mapParts,
    .tilesMissing, .tilesNeedScript,
  ]

  init(
    _ pyramid: TilePyramid, _ request: TileRequest, _ folder: String, _ scenes: [Scene],
    _ shown: Rect, _ world: World, _ mapPhrases: MapPhrases
  ) {
    self.pyramid = pyramid
    self.folder = folder
    self.mapPhrases = mapPhrases
    format = request.format
    title =
      [scenes.first?.title ?? "", world.info.name].first { !$0.isEmpty } ?? mapPhrases.phrases[.map]
    let length = shown.width * world.units.distanceScale
    distance =
      length.isFinite && length > 0 && !world.units.distance.isEmpty
      ? TileViewer.Distance(length, world.units.distance) : nil
  }

  /// - Parameter added: phrases of the page besides those of every page of tiles.
  func page(_ parts: TileViewerParts, with added: [Phrase] = []) -> String {
    TileViewer(parts.parts).page(
      of: TileViewer.Subject(
        title: title, description: mapPhrases.phrases(.mapOf, title), language: mapPhrases.language,
        words: Dictionary(
          uniqueKeysWithValues: (TileSubject.words + added).map {
            ($0.rawValue, mapPhrases.phrases[$0])
          }),
        pyramid: pyramid, folder: folder, format: format, distance: distance))
  }

  /// The description file of the scheme.
  var description: String {
    pyramid.scheme == .dzi
      ? TileDescriptions.deepZoom(pyramid, format: format)
      : TileDescriptions.tileMap(pyramid, title: title, format: format)
  }
}

/// The parts of the page of tiles, with their digest for stage keys.
struct TileViewerParts: Sendable {
  let parts: TileViewer.Parts
  let digest: String
}

extension RecipeContext {
  /// Reads the parts of the page of tiles.
  ///
  /// - Throws: `Failure` `templates.missing` if no templates are found.
  func tileViewerParts() throws -> TileViewerParts {
    let files = try pageFiles(below: "Tiles", of: "tiles")
    return TileViewerParts(
      parts: TileViewer.Parts(
        markup: files.text("tiles.html"), style: files.text("tiles.css"),
        script: files.text("tiles.js")),
      digest: files.digest)
  }
}

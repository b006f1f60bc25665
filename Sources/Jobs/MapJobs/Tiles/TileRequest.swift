// SPDX-License-Identifier: MIT
// Part of Platen: the tiles that an output requests.

internal import Cartography
internal import Diagnostics
internal import Digests
internal import Geometry
internal import JobKit
internal import Tiles
internal import Values

/// The tiles of an output, resolved before anything runs.
struct TileRequest: Sendable {
  /// The container of tiles.
  enum Container: String, JobFormat {
    case folder = "/"
    case zip, mbtiles

    private static let shared: [any DeclaredKey] = [
      TileKeys.tileSize, TileKeys.tileFormat, MapKeys.width, MapKeys.scale, MapKeys.region,
      MapKeys.padding, MapKeys.text,
    ]

    var row: OutputFormat {
      switch self {
      case .folder:
        row(
          "a folder of tiles (tiles), with a page that shows them",
          options: [TileKeys.tiles, TileKeys.zooms, TileKeys.overlap] + Container.shared)
      case .zip:
        row(
          "the same folder as a ZIP",
          options: [TileKeys.tiles, TileKeys.zooms, TileKeys.overlap] + Container.shared)
      case .mbtiles: row("tiles in one SQLite file", options: [TileKeys.zooms] + Container.shared)
      }
    }
  }

  /// The largest number of tiles in a folder: each is a file of its own, synced to the disk and
  /// listed in the record.
  static let mostFiles = 100_000

  let container: Container
  let scheme: TileScheme
  let tileSize: Int
  /// The zoom levels; nil for as many as the width needs, and for `dzi`.
  let zooms: ClosedRange<Int>?
  let overlap: Int
  /// The file extension of a tile.
  let format: String
  /// Indicates whether each zoom is composed for its own size, with text of one size on all.
  let hasOwnText: Bool
  private let options: Settings
  private let place: SourceLocation

  /// Reads the tiles of an output; nil for an output of another kind.
  ///
  /// - Throws: `Failure` with the errors, each at its option.
  init?(_ output: OutputRequest) throws {
    guard let container = Container(rawValue: output.format) else { return nil }
    self.container = container
    options = output.options
    place = output.place
    let options = options
    scheme = container == .mbtiles ? .tms : options[TileKeys.tiles] ?? .xyz
    tileSize = options[TileKeys.tileSize] ?? TileKeys.defaultSize
    format = options[TileKeys.tileFormat] ?? TileKeys.formats[0]
    overlap = scheme == .dzi ? options[TileKeys.overlap] ?? 1 : 0
    hasOwnText = scheme != .dzi && options[MapKeys.text] == "fixed"
    zooms = options[TileKeys.zooms].flatMap { value in
      value.integer.map { 0...$0 } ?? value.text.flatMap(TileKeys.range)
    }
    var errors: [Diagnostic] = []
    func refuse(_ key: some DeclaredKey, _ message: String, _ hint: String) {
      errors.append(
        .error(.tilesOption, message, at: options.place(of: key) ?? output.place, hints: [hint]))
    }
    if scheme == .dzi, zooms != nil {
      refuse(
        TileKeys.zooms,
        "dzi and zooms cannot be used together: its levels halve the image down to one pixel",
        "specify the size of the image with width")
    }
    if scheme != .dzi, options.placed(TileKeys.overlap) != nil {
      refuse(
        TileKeys.overlap,
        "overlap and tiles: \(scheme.rawValue) cannot be used together", "write tiles: dzi")
    }
    if hasOwnText, zooms == nil {
      refuse(
        MapKeys.text, "text-size: fixed requires zooms for tiles",
        "add zooms: 0-5")
    }
    if let zooms, zooms.upperBound > TilePyramid.highestZoom(tileSize: tileSize) {
      refuse(
        TileKeys.zooms,
        "zoom \(zooms.upperBound) of tiles of \(tileSize) pixels is more than can be drawn",
        "the highest zoom of such tiles is \(TilePyramid.highestZoom(tileSize: tileSize))")
    }
    guard errors.isEmpty else { throw Failure(errors) }
  }

  /// Returns the pyramid of a part of the sheet.
  ///
  /// - Throws: `Failure` `tiles.too-many`, at the output.
  func pyramid(showing shown: Rect) throws -> TilePyramid {
    do {
      let pyramid = try unlimited(showing: shown)
      if container == .folder, pyramid.count > TileRequest.mostFiles {
        throw Failure(
          .error(
            .tilesTooMany,
            "these would be \(pyramid.count) files; a folder may have \(TileRequest.mostFiles)",
            hints: [
              "write an .mbtiles or a .zip, with at most \(TilePyramid.mostTiles) tiles, or choose "
                + (scheme == .dzi ? "a smaller width" : "lower zooms")
            ]))
      }
      return pyramid
    } catch let failure as Failure {
      let place =
        scheme == .dzi ? options.place(of: MapKeys.width) : options.place(of: TileKeys.zooms)
      throw failure.at(place ?? self.place)
    }
  }

  private func unlimited(showing shown: Rect) throws -> TilePyramid {
    let size = try MapSize(options, showing: shown)
    if scheme == .dzi {
      return try TilePyramid(
        deepZoom: size.width, size.height, tileSize: tileSize, overlap: overlap)
    }
    let shape = Size(width: shown.width, height: shown.height)
    let zooms =
      zooms ?? TilePyramid.zooms(reaching: size.width, of: shape, tileSize: tileSize)
    return try TilePyramid(scheme, of: shape, zooms: zooms, tileSize: tileSize)
  }

  /// Returns the size of the image of a zoom.
  ///
  /// - Throws: `Failure` `tiles.too-many`, `size.empty`.
  func size(ofZoom number: Int, showing shown: Rect) throws -> MapSize {
    let level = try pyramid(showing: shown).levels.first { $0.number == number }
    var settings = Settings()
    settings.set("width", to: "\(level?.width ?? tileSize)")
    return try MapSize(settings, showing: shown)
  }
}

extension TileRequest: Digestible {
  /// Adds the parameters; zooms and text sizes follow from the options.
  func add(to digester: inout Digester) {
    digester.addFields(container.rawValue, scheme.rawValue, tileSize, overlap, format, options)
  }
}

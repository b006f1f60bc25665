// SPDX-License-Identifier: MIT
// Part of Platen: which tiles an output asks for.

internal import Cartography
internal import Diagnostics
internal import Digests
internal import Geometry
internal import JobKit
internal import Tiles
internal import Values

/// What an output wants of tiles, settled before anything runs.
struct TileRequest: Sendable {
  /// Where tiles go.
  enum Form: String, JobForm {
    case folder = "/"
    case zip, mbtiles

    private static let shared: [any DeclaredKey] = [
      TileKeys.tileSize, TileKeys.tileFormat, MapKeys.width, MapKeys.scale, MapKeys.region,
      MapKeys.padding, MapKeys.text,
    ]

    var row: OutputForm {
      switch self {
      case .folder:
        row(
          "a folder of tiles (tiles), with a page to look at them",
          options: [TileKeys.tiles, TileKeys.zooms, TileKeys.overlap] + Form.shared)
      case .zip:
        row(
          "the same folder, packed",
          options: [TileKeys.tiles, TileKeys.zooms, TileKeys.overlap] + Form.shared)
      case .mbtiles: row("tiles in one SQLite file", options: [TileKeys.zooms] + Form.shared)
      }
    }
  }

  /// The most tiles of a folder: each is a file of its own, synced to the disk and listed in the
  /// record.
  static let mostFiles = 100_000

  let form: Form
  let scheme: TileScheme
  let tileSize: Int
  /// Nil for as many as the picture's width needs, and for `dzi`.
  let zooms: ClosedRange<Int>?
  let overlap: Int
  /// The ending of a tile's name.
  let format: String
  /// Indicates whether each zoom is composed for its own size, with letters of one size on all.
  let hasOwnText: Bool
  private let options: Settings
  private let place: Place

  /// What an output asks for; nil where it is something else than tiles.
  ///
  /// - Throws: `Failure` with what cannot be had, at its option.
  init?(_ output: OutputRequest) throws {
    guard let form = Form(rawValue: output.form) else { return nil }
    self.form = form
    options = output.options
    place = output.place
    let options = options
    scheme = form == .mbtiles ? .tms : options[TileKeys.tiles] ?? .xyz
    tileSize = options[TileKeys.tileSize] ?? TileKeys.usualSize
    format = options[TileKeys.tileFormat] ?? TileKeys.formats[0]
    overlap = scheme == .dzi ? options[TileKeys.overlap] ?? 1 : 0
    hasOwnText = scheme != .dzi && options[MapKeys.text] == "fixed"
    zooms = options[TileKeys.zooms].flatMap { value in
      value.integer.map { 0...$0 } ?? value.text.flatMap(TileKeys.range)
    }
    var faults: [Diagnostic] = []
    func refuse(_ key: some DeclaredKey, _ message: String, _ hint: String) {
      faults.append(
        .error(.tilesOption, message, at: options.place(of: key) ?? output.place, hints: [hint]))
    }
    if scheme == .dzi, zooms != nil {
      refuse(
        TileKeys.zooms, "dzi has no zooms: its levels are halves of the picture down to one pixel",
        "say how large the picture is with width")
    }
    if scheme != .dzi, options.placed(TileKeys.overlap) != nil {
      refuse(
        TileKeys.overlap, "tiles of \(scheme.rawValue) do not overlap", "overlap is for tiles: dzi")
    }
    if hasOwnText, zooms == nil {
      refuse(
        MapKeys.text, "which zooms there are must be said where each has text of its own",
        "add zooms: 0-5")
    }
    if let zooms, zooms.upperBound > TilePyramid.highestZoom(tileSize: tileSize) {
      refuse(
        TileKeys.zooms,
        "zoom \(zooms.upperBound) of tiles of \(tileSize) pixels is more than can be drawn",
        "the highest zoom of such tiles is \(TilePyramid.highestZoom(tileSize: tileSize))")
    }
    guard faults.isEmpty else { throw Failure(faults) }
  }

  /// The pyramid of a part of the sheet.
  ///
  /// - Throws: `Failure` `tiles.too-many`, at the output.
  func pyramid(showing shown: Rect) throws -> TilePyramid {
    do {
      let pyramid = try unlimited(showing: shown)
      if form == .folder, pyramid.count > TileRequest.mostFiles {
        throw Failure(
          .error(
            .tilesTooMany,
            "these would be \(pyramid.count) files; a folder may have \(TileRequest.mostFiles)",
            hints: [
              "name an .mbtiles or a .zip, which may have \(TilePyramid.mostTiles) tiles, or choose "
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

  /// The picture of a zoom, for whoever composes it for its size.
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
  /// Zooms and sizes of text follow from the options.
  func add(to digester: inout Digester) {
    digester.addFields(form.rawValue, scheme.rawValue, tileSize, overlap, format, options)
  }
}

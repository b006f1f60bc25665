// SPDX-License-Identifier: MIT
// Part of Platen: tiles in one SQLite file, as MBTiles 1.3 describes it.

internal import Database
internal import Diagnostics
internal import Libc

/// The contents of the table `metadata` of an MBTiles file (MBTiles 1.3, "Metadata").
public struct MBTilesMetadata: Hashable, Sendable {
  public var name: String
  /// `png`, `jpg` or `webp`.
  public var format: String
  public var attribution: String?
  public var description: String?

  public init(name: String, format: String, attribution: String? = nil, description: String? = nil)
  {
    self.name = name
    self.format = format
    self.attribution = attribution
    self.description = description
  }
}

/// Writes the tiles of a pyramid into an SQLite file that is not there yet, or empty.
///
/// The format knows one plane, the earth in spherical Mercator, a square. The image is at its top
/// left, so `bounds` and `center` are degrees of that plane, which mean nothing in the world that
/// is drawn. Rows are written in the order they come, in one transaction, and nothing that changes
/// from day to day is in the file, so the same tiles give the same bytes.
public final class MBTilesWriter {
  /// "MPBX": the application id that MBTiles 1.3 requires in the header.
  private static let applicationID: Int32 = 0x4D50_4258

  private let database: DatabaseWriter
  private let insertion: DatabaseWriter.Insertion
  private let pyramid: TilePyramid
  private var count = 0

  /// Makes the tables and writes the metadata.
  ///
  /// - Throws: `Failure` `database.write`.
  public init(path: String, _ pyramid: TilePyramid, _ metadata: MBTilesMetadata) throws {
    precondition(pyramid.scheme != .dzi)
    self.pyramid = pyramid
    database = try DatabaseWriter(path: path, applicationID: MBTilesWriter.applicationID)
    try database.execute("CREATE TABLE metadata (name text, value text)")
    try database.execute(
      "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, "
        + "tile_data blob)")
    let rows = try database.insertion(into: "metadata", columns: 2)
    for (name, value) in MBTilesWriter.rows(pyramid, metadata) {
      try rows.addRow([.text(name), .text(value)])
    }
    rows.finish()
    insertion = try database.insertion(into: "tiles", columns: 4)
  }

  /// Writes a tile.
  ///
  /// - Throws: `Failure` `database.write`.
  public func addTile(_ address: TileAddress, _ bytes: [UInt8]) throws {
    count += 1
    try insertion.addRow([
      .integer(Int64(address.level)), .integer(Int64(address.column)),
      .integer(Int64(address.rowFromBelow)), .blob(bytes),
    ])
  }

  /// Adds the index, closes the file and has SQLite look through all of it.
  ///
  /// - Throws: `Failure` `database.write`, `database.check` where tiles are missing or SQLite finds
  ///   anything wrong.
  public func finish() throws {
    guard count == pyramid.count else {
      throw Failure(
        .error(.databaseCheck, "received \(count) of \(pyramid.count) tiles"))
    }
    insertion.finish()
    try database.execute(
      "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
    try database.finish(expecting: ["tiles": pyramid.count])
  }

  static func rows(
    _ pyramid: TilePyramid, _ metadata: MBTilesMetadata
  ) -> [(name: String, value: String)] {
    let top = pyramid.top
    let side = Double(pyramid.tileSize << top.number)
    let east = -180 + 360 * Double(top.width) / side
    let south = latitude(Double(top.height) / side)
    let north = latitude(0)
    let middle = (
      (-180 + east) / 2, latitude(Double(top.height) / side / 2)
    )
    // The first zoom on which the picture fills a screen or so, of those that there are.
    let start = min(top.number, max(pyramid.levels[0].number, 2))
    var rows = [
      ("name", metadata.name), ("format", metadata.format),
      ("bounds", [-180, south, east, north].map(decimal).joined(separator: ",")),
      ("center", "\(decimal(middle.0)),\(decimal(middle.1)),\(start)"),
      ("minzoom", "\(pyramid.levels[0].number)"), ("maxzoom", "\(top.number)"),
      ("type", "baselayer"), ("version", "1.3"),
    ]
    if let text = metadata.attribution { rows.append(("attribution", text)) }
    if let text = metadata.description { rows.append(("description", text)) }
    return rows
  }

  /// The latitude at a share of the square's height from its top: the Mercator projection, back.
  static func latitude(_ share: Double) -> Double {
    atan(sinh(.pi * (1 - 2 * share))) * 180 / .pi
  }

  /// Six decimals: a tenth of a metre.
  private static func decimal(_ value: Double) -> String {
    let scaled = Int((value * 1_000_000).rounded())
    let fraction = String(abs(scaled) % 1_000_000)
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}

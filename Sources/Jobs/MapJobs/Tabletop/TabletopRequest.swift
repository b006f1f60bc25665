// SPDX-License-Identifier: MIT
// Part of Platen: maps for virtual tabletops: their keys and formats, and the squares that an output
// requests.

internal import Atlas
package import Cartography
internal import Diagnostics
internal import Geometry
package import JobKit
internal import Tabletop
internal import Values

/// The options of maps for virtual tabletops.
enum TabletopKeys {
  static let square = OptionKey(
    "square", .text,
    "the width of a square, in map units or as a distance (default: for about 40 squares)",
    example: "24 mi")
  static let pixels = OptionKey(
    "square-pixels", .integer(20...500), "pixels on the side of a square", example: "140",
    defaultValue: "100")

  static let options: [any DeclaredKey] = [square, pixels]
}

/// A format of maps for virtual tabletops.
enum TabletopFormat: String, JobFormat {
  case dd2vtt, uvtt

  var row: OutputFormat {
    let options = TabletopKeys.options + [MapKeys.region, MapKeys.padding]
    return switch self {
    case .dd2vtt:
      row("an image with its squares, for virtual tabletops (Universal VTT)", options: options)
    case .uvtt: row("the same under its other name", options: options)
    }
  }
}

/// The squares of an output for virtual tabletops.
struct TabletopRequest {
  /// The width of a square; nil for a round distance.
  let square: GridRequest.Width?
  /// Pixels on the side of a square.
  let pixels: Int
  private let place: SourceLocation?

  /// Reads the squares of an output; nil for an output of another kind.
  ///
  /// - Throws: `Failure` `manifest.value` at the option.
  init?(_ output: OutputRequest) throws {
    guard TabletopFormat(rawValue: output.format) != nil else { return nil }
    square = try output.options.cellWidth(TabletopKeys.square)
    pixels = output.options[TabletopKeys.pixels] ?? 100
    place = output.options.place(of: TabletopKeys.square) ?? output.place
  }

  /// The part of the sheet that whole squares over a part of a world cover, with a note on their
  /// width where the job specifies none.
  ///
  /// - Throws: `Failure` `tabletop.cells` at the option.
  func part(over shown: Rect, of world: World) throws -> Diagnosed<ShownPart> {
    let frame: SquareFrame
    do {
      frame = try SquareFrame(over: shown, of: world, square: square, pixels: pixels)
    } catch let failure as Failure {
      throw failure.at(place)
    }
    var part = ShownPart(frame.rect)
    part.scale = frame.scale
    let note = Diagnostic.note(
      .tabletopSquares,
      "a square is \(frame.text) wide: \(frame.columns) × \(frame.rows) squares")
    return Diagnosed(part, warnings: square == nil ? [note] : [])
  }
}

extension Settings {
  /// The width of a cell as an option specifies it; nil without the option.
  ///
  /// - Throws: `Failure` `manifest.value` at the option.
  package func cellWidth(_ key: OptionKey<String>) throws -> GridRequest.Width? {
    try placed(key).map { try GridRequest.width($0) }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: worlds of our own, written as saves, to try Platen on and to test it with.

internal import Geometry

/// Makes worlds: land, rivers, peoples, states, towns and all that is on them.
///
/// The same arguments give the same bytes. Everything is made from arithmetic and from built-in
/// syllable tables; nothing is taken from an existing map.
public enum SampleWorld {
  /// The number of terrain cells a world may have.
  public static let cellRange = 1_000...1_000_000
  /// The widths and heights a sheet may have, in map units.
  public static let sideRange = 100...20_000

  /// A world as a save of FMG's version 1.147, with all of its 52 sections.
  ///
  /// - Parameters:
  ///   - seed: chooses the world.
  ///   - cells: how many terrain cells are requested; brought into `cellRange`, up to twelve across
  ///     the sheet's shorter side, and down to 16 on 9 square map units, as fine as the format can
  ///     distinguish.
  ///   - width: of the sheet in map units; brought into `sideRange`.
  ///   - height: of the sheet in map units; brought into `sideRange`.
  ///   - name: what the world is called; made from the seed when it is nil. The characters that
  ///     the format keeps for itself (`|` and line ends) become spaces.
  public static func map(
    seed: UInt64, cells: Int, width: Int, height: Int, name: String? = nil
  ) -> [UInt8] {
    let width = min(max(width, sideRange.lowerBound), sideRange.upperBound)
    let height = min(max(height, sideRange.lowerBound), sideRange.upperBound)
    let most = min(cellRange.upperBound, width * height * 16 / 9)
    // A strip that is only a few cells across would be all coast and no land.
    let least = 144 * max(width, height) / min(width, height)
    let cells = min(max(cells, cellRange.lowerBound, least), most)
    let size = Size(width: Double(width), height: Double(height))
    let name = name.map { name in
      String(String.UnicodeScalarView(name.unicodeScalars.map { isReserved($0) ? " " : $0 }))
    }
    let draft = Draft(seed: seed, cells: cells, size: size, name: name)
    return Save(draft).bytes()
  }

  private static func isReserved(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "|" || scalar.value < 0x20 || scalar.value == 0x7F
  }
}

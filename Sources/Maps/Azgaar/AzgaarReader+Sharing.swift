// SPDX-License-Identifier: MIT
// Part of Platen: what writers and readers of other forms ask of this one.

public import Atlas
public import Diagnostics

extension AzgaarReader {
  /// Whether a file that names this version of the generator is read as a world drawn like `world`.
  ///
  /// The version decides how coasts and rivers run and whether vertices are rounded; a writer asks
  /// before it names one.
  public static func version(_ text: String, agreesWith world: World) -> Bool {
    guard let version = MapVersion(text) else { return false }
    let isJagged = if case .jagged = world.coast { true } else { false }
    return (version >= .jaggedCoast) == isJagged
      && (version < .slenderRivers) == (world.riverStyle == .broad)
      && (version < .preciseVertices) == world.drawsWholeVertices
  }

  /// Mends references that lead nowhere, as in a save; each repair is a warning.
  public static func mendReferences(
    of world: inout World, mapping: ImportMapping, log: inout DiagnosticLog
  ) {
    Integrity.check(&world, mapping: mapping, log: &log)
  }
}

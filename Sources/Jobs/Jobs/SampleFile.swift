// SPDX-License-Identifier: MIT
// Part of Platen: sample files, for modules that do not import the one that makes them.

internal import Worldsmith

/// Files made by Platen's own generators.
package enum SampleFile {
  /// The number of cells a world may have, about.
  package static let cells = SampleWorld.cellRange
  /// The widths and heights a sheet may have, in map units.
  package static let sides = SampleWorld.sideRange

  /// A save of a made-up world; the same arguments give the same bytes.
  ///
  /// - Parameter name: the world's name; made from the seed when it is nil.
  package static func world(
    seed: UInt64, cells: Int, width: Int, height: Int, name: String?
  ) -> [UInt8] {
    SampleWorld.map(seed: seed, cells: cells, width: width, height: height, name: name)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: sample files, for whoever does not import the room that makes them.

internal import Worldsmith

/// Files made by our own generators.
public enum SampleFile {
  /// A save of a made-up world; the same arguments give the same bytes.
  public static func world(seed: UInt64, cells: Int, width: Int, height: Int) -> [UInt8] {
    SampleWorld.map(seed: seed, cells: cells, width: width, height: height)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: pictures of tests are read without a word about limits: they are small.

public import Pixels

extension PNGDecoder {
  /// The picture in a file of a test.
  public static func decode(_ file: [UInt8]) throws -> Bitmap {
    try decode(file, limits: .small)
  }
}

extension PNGDecoder.Limits {
  /// The limit that images of tests stay under.
  public static var small: PNGDecoder.Limits { PNGDecoder.Limits(side: 16_384, pixels: 1 << 24) }
}

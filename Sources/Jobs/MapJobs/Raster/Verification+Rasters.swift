// SPDX-License-Identifier: MIT
// Part of Platen: checks of finished images.

internal import JobKit
internal import Pipeline
internal import Rasters

extension Verification {
  /// Checks an image of any format: its start, its end and the size in its header.
  static func image(
    _ file: borrowing FinishedFile, as raster: RasterSettings, width: Int?, height: Int?
  ) throws -> FileFacts {
    let facts = try facts(of: file, as: raster, width: width, height: height)
    return FileFacts(width: facts.width, height: facts.height)
  }

  /// Checks a heightmap: one channel of 16 bits.
  static func heights(
    _ file: borrowing FinishedFile, as raster: RasterSettings, width: Int?, height: Int?
  ) throws -> FileFacts {
    let facts = try facts(of: file, as: raster, width: width, height: height)
    guard facts.isGray16 else { throw refusal("\(file.target) does not contain 16-bit grays") }
    return FileFacts(width: facts.width, height: facts.height)
  }

  private static func facts(
    of file: borrowing FinishedFile, as raster: RasterSettings, width: Int?, height: Int?
  ) throws -> ImageFacts {
    let facts: ImageFacts
    do {
      facts = try raster.facts(of: file)
    } catch let damage as DamagedImage {
      throw refusal("\(file.target) \(damage.message)")
    }
    guard facts.width > 0, facts.height > 0, facts.width == width ?? facts.width,
      facts.height == height ?? facts.height
    else { throw refusal("\(file.target) does not have the requested size") }
    return facts
  }
}

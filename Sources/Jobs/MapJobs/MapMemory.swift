// SPDX-License-Identifier: MIT
// Part of Platen: memory estimates for the stages of a map, from its file's size.

internal import Canvas
internal import Cartography
internal import JobKit
package import Pipeline
internal import Rasters

/// Memory estimates. For the save of 100k cells (9.4 MB), reading takes 47 MB above an empty
/// process, and drawing an image 8192 pixels wide takes 24 MB more.
package enum MapMemory {
  /// Returns the estimate for reading a world, which stays until the last stage that needs it has
  /// run.
  static func world(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (12 << 20) + 6 * file, held: (4 << 20) + 4 * file)
  }

  /// Returns the estimate for composing its scene.
  ///
  /// - Parameter hasDrawings: whether coats of arms use drawings of the user, which are images.
  package static func scene(_ file: Int, hasDrawings: Bool = false) -> MemoryEstimate {
    let drawings = hasDrawings ? ChargeFolder.mostBytes : 0
    return MemoryEstimate(
      running: (12 << 20) + 3 * file + drawings, held: (2 << 20) + file + drawings)
  }

  /// Returns the estimate for a page of vectors or an exported world: another copy of the scene.
  static func page(_ file: Int) -> MemoryEstimate { MemoryEstimate(running: (16 << 20) + 4 * file) }

  /// Returns the estimate for a poster: one page at a time, and the image of its plan, twice while
  /// it is compressed.
  static func poster(_ file: Int, hasPlan: Bool) -> MemoryEstimate {
    var weight = page(file)
    if hasPlan { weight.running += 8 * SheetPlan.mostPixels }
    return weight
  }

  /// Returns the number of bands of an image in memory at once: as many as fit into 32 MB, between
  /// 2 and 8.
  package static func bandsAhead(width: Int, height: Int) -> Int {
    let bytes = width * ImageCanvas.bandHeight * 4
    let bands = (height + ImageCanvas.bandHeight - 1) / ImageCanvas.bandHeight
    return min(bands, max(2, min(8, (32 << 20) / max(1, bytes))))
  }

  /// Returns the estimate for an image: its bands, and the whole image if it is small or its format
  /// requires that.
  static func image(
    _ options: Settings, as raster: RasterSettings, sceneOf file: Int
  ) -> MemoryEstimate {
    // The sheet's size is not known yet; the size of a common screen is used instead.
    let size = (width: options[MapKeys.width], height: options[MapKeys.height])
    let width =
      size.width ?? size.height.map { $0 * 16 / 9 } ?? Int(1920 * (options.pixelScale ?? 1))
    let height = size.height ?? width * 9 / 16
    let sides =
      options[MapKeys.paper].flatMap(Paper.named).map { paper in
        let perMillimetre = (options[MapKeys.dpi] ?? MapSize.printDPI) / 25.4
        let rim = 2 * PrintRim(options).width
        return (
          Int((max(paper.width, paper.height) + rim) * perMillimetre),
          Int((min(paper.width, paper.height) + rim) * perMillimetre)
        )
      } ?? (width, height)
    let pixels = sides.0 * sides.1
    // A WebP beyond its limit is refused before anything is allocated.
    let encoder =
      raster.heldBytesPerPixel.map { min(pixels, WebPWriter.pixelLimit) * $0 }
      ?? min(pixels, 12 << 20) * 5
    let bands = bandsAhead(width: sides.0, height: sides.1) * sides.0 * ImageCanvas.bandHeight * 4
    return MemoryEstimate(running: (16 << 20) + file + bands + encoder)
  }
}

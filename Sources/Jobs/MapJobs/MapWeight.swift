// SPDX-License-Identifier: MIT
// Part of Platen: how much memory the stages of a map are thought to need, from its file's size.

internal import Canvas
internal import Cartography
internal import JobKit
package import Pipeline
internal import Rasters

/// Estimates of memory. On the save of 100k cells (9.4 MB) reading takes 47 MB above an empty
/// process, and drawing 8192 pixels across 24 MB more.
package enum MapWeight {
  /// Reading a world: the world stays until the last stage that needs it has run.
  static func world(_ file: Int) -> MemoryWeight {
    MemoryWeight(running: (12 << 20) + 6 * file, held: (4 << 20) + 4 * file)
  }

  /// Composing its scene.
  ///
  /// - Parameter hasDrawings: Whether coats of arms bear a user's own drawings, which are pictures.
  package static func scene(_ file: Int, hasDrawings: Bool = false) -> MemoryWeight {
    let drawings = hasDrawings ? ChargeFolder.mostBytes : 0
    return MemoryWeight(
      running: (12 << 20) + 3 * file + drawings, held: (2 << 20) + file + drawings)
  }

  /// A page of vectors, or a world written out: as large as its scene in memory, once more.
  static func page(_ file: Int) -> MemoryWeight { MemoryWeight(running: (16 << 20) + 4 * file) }

  /// The sheets of a poster: one page at a time, and the picture of its plan, twice while it is packed.
  static func poster(_ file: Int, hasPlan: Bool) -> MemoryWeight {
    var weight = page(file)
    if hasPlan { weight.running += 8 * SheetPlan.mostPixels }
    return weight
  }

  /// How many bands of a picture may be in memory at once: as many as fit into 32 MB, of which no
  /// more than 8 workers paint; two in any case.
  static func bandsAhead(width: Int, height: Int) -> Int {
    let bytes = width * ImageCanvas.bandHeight * 4
    let bands = (height + ImageCanvas.bandHeight - 1) / ImageCanvas.bandHeight
    return min(bands, max(2, min(8, (32 << 20) / max(1, bytes))))
  }

  /// A picture: its bands, and the whole picture where it is small enough for that, or its form wants
  /// it.
  static func picture(
    _ options: Settings, as form: RasterForm, sceneOf file: Int
  ) -> MemoryWeight {
    // The sheet's size is not known yet; one as large as people's screens stands for it.
    let said = (width: options[MapKeys.width], height: options[MapKeys.height])
    let width =
      said.width ?? said.height.map { $0 * 16 / 9 } ?? Int(1920 * (options[MapKeys.scale] ?? 1))
    let height = said.height ?? width * 9 / 16
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
    // Beyond its limit a WebP is refused before anything is held.
    let encoder =
      form.heldBytesPerPixel.map { min(pixels, WebPWriter.pixelLimit) * $0 }
      ?? min(pixels, 12 << 20) * 5
    let bands = bandsAhead(width: sides.0, height: sides.1) * sides.0 * ImageCanvas.bandHeight * 4
    return MemoryWeight(running: (16 << 20) + file + bands + encoder)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: thumbnails of pages, for files whose format browsers do not show.

package import Canvas
package import Drawing
package import Geometry
package import Pipeline
internal import Pixels

/// Small images of pages, for the report of a run.
package enum PageImage {
  /// Pixels of the longer side, as the report shows them.
  static let side = 320.0

  /// The page as a small JPEG; nil where it cannot be drawn, which does not keep the page from
  /// being written.
  ///
  /// - Parameter window: the visible part, in its units; nil for all of it.
  /// - Throws: `CancellationError`.
  package static func make(
    of page: Scene, window: Rect? = nil, fonts: FontLibrary, isCancelled: () -> Bool
  ) throws -> [UInt8]? {
    let shown = window ?? Rect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    let scale = side / max(shown.width, shown.height)
    guard scale.isFinite, scale > 0 else { return nil }
    do {
      let bitmap = try ImageCanvas.bitmap(
        of: page, window: shown, width: max(1, Int((shown.width * scale).rounded())),
        height: max(1, Int((shown.height * scale).rounded())), fonts: fonts,
        isCancelled: isCancelled)
      return try JPEGEncoder.encode(bitmap, quality: 78)
    } catch let stop as CancellationError {
      throw stop
    } catch {
      return nil
    }
  }
}

extension MemoryEstimate {
  /// Drawing one page or slide as an image.
  package static func picture(width: Int, height: Int) -> MemoryEstimate {
    MemoryEstimate(running: (64 << 20) + width * height * 4)
  }
}

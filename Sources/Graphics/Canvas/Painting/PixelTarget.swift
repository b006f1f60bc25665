// SPDX-License-Identifier: MIT
// Part of Platen: colors and layers laid over pixels through a mask, without Cairo's detour by
// surfaces.

internal import CCairo
internal import Drawing
internal import Geometry

/// The pixels of an image surface, to be written to directly between calls of Cairo.
///
/// Safe: the surface is there with it, and all that is laid over the pixels was cut to the frame
/// (`ScenePainter.Place.box`).
@safe struct PixelTarget {
  let surface: Surface
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let height: Int
  /// Pixels from the start of a row to the start of the next.
  let stride: Int

  /// Nil for surfaces that are not images.
  init?(_ surface: Surface) {
    guard let bytes = unsafe cairo_image_surface_get_data(surface.pointer) else { return nil }
    self.surface = surface
    width = unsafe Int(cairo_image_surface_get_width(surface.pointer))
    height = unsafe Int(cairo_image_surface_get_height(surface.pointer))
    // Cairo aligns rows of 32-bit pixels to four bytes, so the stride is whole pixels.
    stride = unsafe Int(cairo_image_surface_get_stride(surface.pointer)) / 4
    // Cairo's pixels are 32-bit words; nothing else looks at them while we do.
    unsafe pixels = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
  }

  /// The surface's rectangle.
  var frame: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// Lays a color over what `rows` cover; they lie within the frame.
  func fill(_ rows: MaskRows, rule: FillRule, with color: Color) {
    let source = color.premultipliedPixel
    write {
      let start = unsafe pixels + Int(rows.top) * stride + Int(rows.left)
      rows.forEachRun(rule: rule) { x, row, count, coverage in
        let run = unsafe start + row * stride + x
        let ink = coverage == 255 ? source : scaled(source, by: UInt32(coverage))
        let rest = 255 - ink >> 24
        if rest == 0 {
          if count == 1 {
            unsafe run.pointee = ink
          } else {
            unsafe run.update(repeating: ink, count: count)
          }
        } else {
          unsafe PixelTarget.blend(ink, rest: rest, over: run, count: count)
        }
      }
    }
  }

  /// Lays copies of a tile over what `rows` cover; they lie within the frame.
  func fill(_ rows: MaskRows, rule: FillRule, with tile: PatternTile) {
    write {
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PatternTile.most) { inks in
        guard let ink = inks.baseAddress else { return }
        let (left, top) = (Int(rows.left), Int(rows.top))
        rows.forEachRun(rule: rule) { x, row, count, coverage in
          var done = 0
          while done < count {
            let part = min(count - done, PatternTile.most)
            unsafe tile.read(x: left + x + done, y: top + row, count: part, into: ink)
            unsafe PixelTarget.lay(
              ink, over: pixels + (top + row) * stride + left + x + done, count: part,
              share: UInt32(coverage))
            done += part
          }
        }
      }
    }
  }

  /// Lays a layer over the pixels, its corner at (`left`, `top`), through what `rows` cover.
  func compose(
    _ layer: PixelTarget, left: Int, top: Int, opacity: Double, through rows: MaskRows,
    rule: FillRule
  ) {
    let opacity = UInt32(max(0, min(255, (opacity * 255).rounded())))
    write {
      let start = unsafe pixels + Int(rows.top) * stride + Int(rows.left)
      let above =
        unsafe layer.pixels + (Int(rows.top) - top) * layer.stride + Int(rows.left) - left
      rows.forEachRun(rule: rule) { x, row, count, coverage in
        let share = scaled(UInt32(coverage), by: opacity)
        unsafe PixelTarget.lay(
          above + row * layer.stride + x, over: start + row * stride + x, count: count,
          share: share)
      }
    }
  }

  /// Lays a layer over the pixels, its corner at (`left`, `top`), through what `runs` cover of the frame.
  func compose(
    _ layer: PixelTarget, left: Int, top: Int, opacity: Double, through runs: CoverageRuns
  ) {
    let opacity = UInt32(max(0, min(255, (opacity * 255).rounded())))
    let right = left + layer.width
    write {
      for row in 0..<layer.height {
        let above = unsafe layer.pixels + row * layer.stride - left
        let below = unsafe pixels + (top + row) * stride
        runs.forEach(inRow: top + row) { first, end, coverage in
          let (start, end) = (max(first, left), min(end, right))
          guard start < end else { return }
          unsafe PixelTarget.lay(
            above + start, over: below + start, count: end - start,
            share: scaled(UInt32(coverage), by: opacity))
        }
      }
    }
  }

  /// Lays a layer over the pixels, its corner at (`left`, `top`), all of it within the frame.
  func compose(_ layer: PixelTarget, left: Int, top: Int, opacity: Double) {
    let share = UInt32(max(0, min(255, (opacity * 255).rounded())))
    write {
      for row in 0..<layer.height {
        unsafe PixelTarget.lay(
          layer.pixels + row * layer.stride, over: pixels + (top + row) * stride + left,
          count: layer.width, share: share)
      }
    }
  }

  /// Lays one translucent color over a run; `rest` of 255 of what was there stays.
  @inline(__always)
  private static func blend(
    _ ink: UInt32, rest: UInt32, over run: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    var i = 0
    if count >= 4 {
      let words = UnsafeMutableRawPointer(run)
      let low = SIMD8<UInt16>(repeating: 255)
      let factor = SIMD8(repeating: UInt16(rest))
      let half = SIMD8<UInt16>(repeating: 128)
      let inks = unsafe unsafeBitCast(SIMD4(repeating: ink), to: SIMD8<UInt16>.self)
      // Grounds are flat: four pixels that are those before them become what those became.
      var last: SIMD2<UInt64>?
      var made = inks
      while i + 4 <= count {
        let under = unsafe words.loadUnaligned(fromByteOffset: i * 4, as: SIMD2<UInt64>.self)
        if under != last {
          last = under
          made =
            unsafe inks
            &+ PixelTarget.scaledLanes(
              unsafeBitCast(under, to: SIMD8<UInt16>.self), by: factor, low, half)
        }
        unsafe words.storeBytes(of: made, toByteOffset: i * 4, as: SIMD8<UInt16>.self)
        i += 4
      }
    }
    while i < count {
      unsafe run[i] = ink &+ scaled(run[i], by: rest)
      i += 1
    }
  }

  /// Lays pixels over others, the upper ones times `share` of 255.
  @inline(__always)
  private static func lay(
    _ above: UnsafePointer<UInt32>, over below: UnsafeMutablePointer<UInt32>, count: Int,
    share: UInt32
  ) {
    var i = 0
    let upper = unsafe UnsafeRawPointer(above)
    let lower = UnsafeMutableRawPointer(below)
    let low = SIMD8<UInt16>(repeating: 255)
    let half = SIMD8<UInt16>(repeating: 128)
    let part = SIMD8(repeating: UInt16(share))
    while i + 4 <= count {
      let words = unsafe upper.loadUnaligned(fromByteOffset: i * 4, as: SIMD2<UInt64>.self)
      if words[0] | words[1] == 0 {
        i += 4
        // Most of many layers is empty: sixteen pixels at a time.
        while i + 16 <= count, unsafe PixelTarget.areSixteenEmpty(upper + i * 4) { i += 16 }
        continue
      }
      var ink = unsafe unsafeBitCast(words, to: SIMD8<UInt16>.self)
      if share < 255 { ink = PixelTarget.scaledLanes(ink, by: part, low, half) }
      let alphas = unsafe unsafeBitCast(ink, to: SIMD4<UInt32>.self) &>> 24
      let rests = (SIMD4(repeating: 255) &- alphas) &* 0x1_0001
      let under = unsafe lower.loadUnaligned(fromByteOffset: i * 4, as: SIMD8<UInt16>.self)
      // No component of the sum is more than 255, so nothing is carried into the next.
      unsafe lower.storeBytes(
        of: ink
          &+ PixelTarget.scaledLanes(
            under, by: unsafeBitCast(rests, to: SIMD8<UInt16>.self), low, half),
        toByteOffset: i * 4, as: SIMD8<UInt16>.self)
      i += 4
    }
    while i < count {
      let source = unsafe above[i]
      if source != 0 {
        let ink = share == 255 ? source : scaled(source, by: share)
        unsafe below[i] = ink &+ scaled(below[i], by: 255 - ink >> 24)
      }
      i += 1
    }
  }

  /// Compares whole words: the comparison of SIMD vectors is compiled to a loop.
  @inline(__always)
  private static func areSixteenEmpty(_ pixels: UnsafeRawPointer) -> Bool {
    var all = unsafe pixels.loadUnaligned(as: UInt64.self)
    for word in 1..<8 {
      unsafe all |= pixels.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
    }
    return all == 0
  }

  /// Four pixels times factors of 255, each component rounded to nearest as pixman does.
  @inline(__always)
  private static func scaledLanes(
    _ pixels: SIMD8<UInt16>, by factors: SIMD8<UInt16>, _ low: SIMD8<UInt16>,
    _ half: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    // Two components in each word of 16 bits; products of two bytes fit one.
    var even = (pixels & low) &* factors &+ half
    var odd = (pixels &>> 8) &* factors &+ half
    even = (even &+ (even &>> 8)) &>> 8
    odd = (odd &+ (odd &>> 8)) & ~low
    return even | odd
  }

  /// Notifies Cairo before and after, as its manual requires.
  @inline(__always)
  private func write(_ body: () -> Void) {
    unsafe cairo_surface_flush(surface.pointer)
    body()
    unsafe cairo_surface_mark_dirty(surface.pointer)
  }
}

/// A pixel's four components times `factor` of 255, each rounded to nearest as pixman does.
@inline(__always)
private func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
  // All four at once, each in 16 bits of one word.
  let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
  var p = (UInt64(pixel) | UInt64(pixel) << 24) & lanes
  p = p &* UInt64(factor) &+ 0x0080_0080_0080_0080
  p = (p &+ (p >> 8 & lanes)) >> 8 & lanes
  return UInt32(truncatingIfNeeded: p | p >> 24)
}

extension Color {
  /// The pixel as Cairo makes it: premultiplied, in 16 bits, of which the upper eight count. What
  /// one of us draws beside the other has the same color.
  fileprivate var premultipliedPixel: UInt32 {
    func held(_ value: Double) -> Double { max(0, min(1, value)) }
    func byte(_ value: Double) -> UInt32 { UInt32(min(65_535, value * 65_536)) >> 8 }
    let a = held(alpha)
    return byte(a) << 24 | byte(held(red) * a) << 16 | byte(held(green) * a) << 8
      | byte(held(blue) * a)
  }
}

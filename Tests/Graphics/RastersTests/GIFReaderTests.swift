// SPDX-License-Identifier: MIT
// Part of Platen: tests of GIF files, whose first frame is read.

import Diagnostics
import Pixels
import Rasters
import TestSupport
import Testing

@Suite struct GIFReaderTests {
  /// Red, white and blue squares within each other, from a tutorial of the format.
  private static let sample: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x0A, 0x00, 0x0A, 0x00, 0x91, 0x00, 0x00, 0xFF, 0xFF, 0xFF,
    0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0x00, 0x00, 0x00, 0x21, 0xF9, 0x04, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x0A, 0x00, 0x00, 0x02, 0x16, 0x8C, 0x2D, 0x99,
    0x87, 0x2A, 0x1C, 0xDC, 0x33, 0xA0, 0x02, 0x75, 0xEC, 0x95, 0xFA, 0xA8, 0xDE, 0x60, 0x8C, 0x04,
    0x91, 0x4C, 0x01, 0x00, 0x3B,
  ]

  /// A file of frames of color indices, compressed as programs compress them.
  private static func file(
    _ width: Int, _ height: Int, colors: [UInt8], frames: [[UInt8]], interlaced: Bool = false,
    transparent: UInt8? = nil
  ) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    var bits = 1
    while 3 << bits < colors.count { bits += 1 }
    var file = Array("GIF89a".utf8) + word(width) + word(height) + [0x80 | UInt8(bits - 1), 0, 0]
    file += colors + [UInt8](repeating: 0, count: (3 << bits) - colors.count)
    for frame in frames {
      file += [0x21, 0xF9, 4, transparent == nil ? 0 : 1, 0, 0, transparent ?? 0, 0]
      file += [0x2C] + word(0) + word(0) + word(width) + word(height) + [interlaced ? 0x40 : 0]
      let size = max(2, bits)
      file.append(UInt8(size))
      let data = compressed(frame, size)
      for start in stride(from: 0, to: data.count, by: 255) {
        let block = data[start..<min(data.count, start + 255)]
        file += [UInt8(block.count)] + block
      }
      file.append(0)
    }
    return file + [0x3B]
  }

  private static func compressed(_ indices: [UInt8], _ size: Int) -> [UInt8] {
    let clear = 1 << size
    var (table, next, width): ([[UInt8]: Int], Int, Int) = ([:], 0, 0)
    var (bytes, word, count): ([UInt8], Int, Int) = ([], 0, 0)
    func write(_ code: Int) {
      word |= code << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(word & 255))
        word >>= 8
        count -= 8
      }
    }
    func reset() {
      table = Dictionary(uniqueKeysWithValues: (0..<clear).map { ([UInt8($0)], $0) })
      (next, width) = (clear + 2, size + 1)
    }
    reset()
    write(clear)
    var run: [UInt8] = []
    for index in indices {
      if table[run + [index]] != nil {
        run.append(index)
        continue
      }
      write(table[run] ?? 0)
      if next < 4096 {
        table[run + [index]] = next
        if next == 1 << width { width += 1 }
        next += 1
      } else {
        write(clear)
        reset()
      }
      run = [index]
    }
    if !run.isEmpty { write(table[run] ?? 0) }
    write(clear + 1)
    if count > 0 { bytes.append(UInt8(word & 255)) }
    return bytes
  }

  private static let palette: [UInt8] = (0..<256).flatMap { (index: Int) -> [UInt8] in
    [UInt8(index), UInt8(255 - index), UInt8(index * 7 % 256)]
  }

  @Test func `a file of another program is read`() throws {
    #expect(GIFReader.recognizes(GIFReaderTests.sample))
    let (image, isAnimated) = try GIFReader.decode(GIFReaderTests.sample)
    #expect(image.width == 10 && image.height == 10 && !isAnimated)
    #expect(image[0, 0] == (255, 0, 0, 255))
    #expect(image[9, 0] == (0, 0, 255, 255))
    #expect(image[4, 4] == (255, 255, 255, 255))
    #expect(image[0, 9] == (0, 0, 255, 255))
    #expect(image[9, 9] == (255, 0, 0, 255))
  }

  @Test(arguments: [(7, 5, 2), (40, 30, 4), (300, 200, 256), (1, 1, 2)])
  func `every index is found again`(width: Int, height: Int, colors: Int) throws {
    var random = SystemRandomNumberGenerator()
    let indices = (0..<width * height).map { index in
      // Runs and noise: long sequences, and a table that fills up.
      UInt8(index / 900 % 2 == 0 ? index / 31 % colors : Int.random(in: 0..<colors, using: &random))
    }
    let palette = Array(GIFReaderTests.palette.prefix(colors * 3))
    let file = GIFReaderTests.file(width, height, colors: palette, frames: [indices])
    let image = try GIFReader.decode(file).image
    let found = stride(from: 0, to: image.rgba.count, by: 4).map { image.rgba[$0] }
    #expect(found == indices)
  }

  @Test func `the first of several frames is shown, holes transparent, rows in order`() throws {
    let rows = (0..<9).flatMap { row in [UInt8](repeating: UInt8(row % 4), count: 3) }
    // Interlaced: rows 0, 8; 4; 2, 6; 1, 3, 5, 7.
    let order = [0, 8, 4, 2, 6, 1, 3, 5, 7].flatMap { Array(rows[$0 * 3..<$0 * 3 + 3]) }
    let file = GIFReaderTests.file(
      3, 9, colors: Array(GIFReaderTests.palette.prefix(12)), frames: [order, order],
      interlaced: true, transparent: 2)
    let (image, isAnimated) = try GIFReader.decode(file)
    #expect(isAnimated)
    for row in 0..<9 {
      let pixel = image[1, row]
      #expect(row % 4 == 2 ? pixel.alpha == 0 : Int(pixel.red) == row % 4 && pixel.alpha == 255)
    }
  }

  @Test func `damaged files are errors or end early, and never more`() throws {
    let noise = (0..<64 * 64).map { UInt8($0 * 31 % 251) }
    let file = GIFReaderTests.file(64, 64, colors: GIFReaderTests.palette, frames: [noise])
    for count in stride(from: 0, to: file.count, by: 7) {
      _ = try? GIFReader.decode(Array(file.prefix(count)))
    }
    for place in stride(from: 6, to: file.count, by: 3) {
      var bent = file
      bent[place] ^= 0xFF
      _ = try? GIFReader.decode(bent)
    }
    for count in [0, 5, 12, 100, 780] {
      let error = #expect(throws: Failure.self) {
        try GIFReader.decode(Array(file.prefix(count)))
      }
      #expect(error?.diagnostics.first?.code == .gifDamaged, "\(count)")
    }
    var large = file
    (large[6], large[7], large[8], large[9]) = (0xFF, 0xFF, 0xFF, 0xFF)
    let error = #expect(throws: Failure.self) { try GIFReader.decode(large) }
    #expect(error?.diagnostics.first?.code == .gifSize)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: TIFF written strip by strip, and read again by its tags. That packed pixels come
// back is seen in the command's tests, where GDAL reads them.

import Diagnostics
import Pixels
import Rasters
import TestSupport
import Testing
import Text

@Suite struct TIFFWriterTests {
  static func file(
    _ picture: RasterCase, _ pixel: TIFFWriter.Pixel = .rgb,
    _ compression: TIFFWriter.Compression = .lzw, dpi: Double? = nil, rows: Int = 16
  ) throws -> [UInt8] {
    let tray = ByteTray()
    try picture.write(
      to: TIFFWriter(
        width: picture.width, height: picture.height, pixel: pixel, compression: compression,
        dpi: dpi, storage: MemoryStorage(), sink: tray.take), rows: rows)
    return tray.bytes
  }

  static func number(_ file: [UInt8], _ at: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) }
  }

  /// The whole numbers of each tag of a classic TIFF; rationals as their two parts.
  static func tags(_ file: [UInt8]) throws -> [Int: [Int]] {
    try #require(Array(file[..<4]) == [0x49, 0x49, 42, 0])
    let start = number(file, 4, 4)
    var tags: [Int: [Int]] = [:]
    for index in 0..<number(file, start, 2) {
      let entry = start + 2 + index * 12
      let type = number(file, entry + 2, 2)
      let bytes = try #require([1: 1, 2: 1, 3: 2, 4: 4, 5: 4][type])
      let count = number(file, entry + 4, 4) * (type == 5 ? 2 : 1)
      let place = count * bytes <= 4 ? entry + 8 : number(file, entry + 8, 4)
      tags[number(file, entry, 2)] = (0..<count).map { number(file, place + $0 * bytes, bytes) }
    }
    return tags
  }

  /// The bytes of all strips of a file that is not packed.
  static func strips(_ file: [UInt8]) throws -> [UInt8] {
    let tags = try tags(file)
    let (offsets, counts) = (try #require(tags[273]), try #require(tags[279]))
    return zip(offsets, counts).flatMap { file[$0..<$0 + $1] }
  }

  @Test func unpackedPixelsAreThere() throws {
    // Several strips, the last one shorter.
    let picture = RasterCase(4000, 101)
    let rgba = picture.bitmap.rgba
    let file = try TIFFWriterTests.file(picture, .rgb, .none)
    #expect(try #require(TIFFWriterTests.tags(file)[273]).count > 2)
    let rgb = stride(from: 0, to: rgba.count, by: 4).flatMap { rgba[$0..<$0 + 3] }
    #expect(try TIFFWriterTests.strips(file) == rgb)
    let clear = RasterCase(33, 9, isOpaque: false)
    let straight = try TIFFWriterTests.file(clear, .rgba, .none)
    #expect(try TIFFWriterTests.strips(straight) == clear.bitmap.rgba)
    #expect(try TIFFWriterTests.tags(straight)[338] == [2])
  }

  @Test(arguments: [(.none, 1), (.lzw, 5), (.deflate, 8)] as [(TIFFWriter.Compression, Int)])
  func tagsSayWhatItIs(compression: TIFFWriter.Compression, number: Int) throws {
    let file = try TIFFWriterTests.file(RasterCase(50, 30), .rgb, compression, dpi: 300)
    let tags = try TIFFWriterTests.tags(file)
    #expect(tags[256] == [50] && tags[257] == [30] && tags[258] == [8, 8, 8])
    #expect(tags[259] == [number] && tags[262] == [2] && tags[277] == [3])
    #expect(tags[282] == [300, 1] && tags[283] == [300, 1] && tags[296] == [2])
    // No date and no program.
    #expect(tags[306] == nil && tags[305] == nil)
  }

  @Test func heightsAreNumbersOfSixteenBits() throws {
    let tray = ByteTray()
    let encoder = try GrayTIFFWriter(
      width: 3, height: 2, compression: .none, storage: MemoryStorage(), sink: tray.take)
    try encoder.write(y: 0, grays: [0, 1, 13_107])
    try encoder.write(y: 1, grays: [65_535, 256, 7])
    try encoder.finish()
    let tags = try TIFFWriterTests.tags(tray.bytes)
    #expect(tags[258] == [16] && tags[262] == [1] && tags[277] == [1])
    #expect(
      try TIFFWriterTests.strips(tray.bytes) == [0, 0, 1, 0, 0x33, 0x33, 255, 255, 0, 1, 7, 0])
    let short = try GrayTIFFWriter(
      width: 3, height: 2, compression: .lzw, storage: MemoryStorage()
    ) { _ in }
    try short.write(y: 0, grays: [0, 1, 2])
    #expect(codes { try short.write(y: 0, grays: [0, 1, 2]) } == ["image.rows"])
    #expect(codes { try short.finish() } == ["image.rows"])
  }

  @Test func bandsDoNotChangeBytes() throws {
    let picture = RasterCase(60, 41)
    for compression in TIFFWriter.Compression.allCases {
      let whole = try TIFFWriterTests.file(picture, .rgb, compression, rows: 41)
      #expect(try TIFFWriterTests.file(picture, .rgb, compression, rows: 7) == whole)
    }
  }

  /// Above 4 GB offsets need eight bytes; that the pixels might come to as much is known at once.
  @Test(arguments: [(.lzw, 30_000), (.none, 37_700)] as [(TIFFWriter.Compression, Int)])
  func largePicturesAreBig(compression: TIFFWriter.Compression, side: Int) throws {
    func begun(_ side: Int) throws -> [UInt8] {
      let storage = MemoryStorage()
      let writer = try TIFFWriter(
        width: side, height: side, pixel: .rgb, compression: compression, storage: storage
      ) { _ in }
      let head = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
      defer { head.deallocate() }
      _ = try storage.read(into: head, at: 0)
      return withExtendedLifetime(writer) { Array(head) }
    }
    #expect(try begun(side) == [0x49, 0x49, 42, 0])
    #expect(try begun(side + 2000) == [0x49, 0x49, 43, 0])
  }

  @Test func whatGoesWrongIsHeard() throws {
    let picture = RasterCase(1000, 600)
    #expect(
      codes {
        try picture.write(
          to: TIFFWriter(
            width: 1000, height: 600, pixel: .rgb, compression: .none,
            storage: MemoryStorage(limit: 900_000)
          ) { _ in }, rows: 100)
      } == ["Full()"])
    let tray = ByteTray(limit: 1000)
    #expect(
      codes {
        try picture.write(
          to: TIFFWriter(
            width: 1000, height: 600, pixel: .rgb, compression: .lzw, storage: MemoryStorage(),
            sink: tray.take), rows: 100)
      } == ["Full()"])
    let encoder = try TIFFWriter(
      width: 1000, height: 600, pixel: .rgb, compression: .lzw, storage: MemoryStorage()
    ) { _ in }
    #expect(codes { try encoder.finish() } == ["image.rows"])
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: JPEG files read, turned, refused, and cut short anywhere.

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Pixels

@Suite struct JPEGTests {
  /// 24 × 16 pixels: red and blue over yellow and green, a quarter each.
  static let color = bytes(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8M"
      + "CgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQ"
      + "EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAQABgDAREAAhEBAxEB/8QAHwAAAQUBAQEB"
      + "AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKB"
      + "kaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1"
      + "dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl"
      + "5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcF"
      + "BAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5"
      + "OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0"
      + "tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDjK/Fz+6DD"
      + "8Tf8u3/A/wD2Wv6I8BP+Zh/3C/8Acp/L30kv+ZZ/3G/9xGHX9EH8un6nV/kef1AfM/7Z/wDzJ/8A3EP/AG3r"
      + "9P8ADj/mJ/7c/wDbz8b8W/8AmD/7if8Ath8z1+nH42f/2Q==")
  /// The same in gray.
  static let gray = bytes(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8M"
      + "CgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAAQABgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAEC"
      + "AwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk"
      + "M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJ"
      + "ipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3"
      + "+Pn6/9oACAEBAAA/AOMrD8Tf8u3/AAP/ANlrDr9Tq+Z/2z/+ZP8A+4h/7b18z1//2Q==")
  /// The same in CMYK.
  static let ink = bytes(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgICAgIDAgICAwMDAwQGBAQEBAQIBgYFBgkICgoJCAkJCgwPDAoL"
      + "DgsJCQ0RDQ4PEBAREAoMEhMSEBMPEBAQ/8AAFAgAEAAYBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAA"
      + "AAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNC"
      + "scEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6"
      + "g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq"
      + "8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD9EK+Sq+FK/VOvgL/gqx/zS7/uN/8AtjXUeCf+X3/tn/7NX2t/"
      + "wTd/5qJ/3CP/AG8or4BrqK+1aK/owr9Wq/L+ivza/wCCx/8AzSL/ALj/AP7j68V/aR/5l3/t7/8AaNUtS/5Z"
      + "/j/SivzarxSqNFf/2Q==")

  private static func bytes(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64).map { [UInt8]($0) } ?? []
  }

  private static func decode(_ file: [UInt8]) throws -> JPEGImage {
    try file.withUnsafeBytes { try JPEGDecoder.decode($0, limits: .small) }
  }

  /// With an EXIF segment that states how the camera was held.
  private static func held(_ orientation: UInt8, isLittle: Bool = true) -> [UInt8] {
    let tiff: [UInt8] =
      isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
    let body = [UInt8]("Exif\0\0".utf8) + tiff
    return color[..<2] + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + color[2...]
  }

  /// The quarters' colors by name, row by row.
  private static func quarters(_ bitmap: Bitmap) -> [String] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let pixel = bitmap[bitmap.width * x / 4, bitmap.height * y / 4]
      let names: [(String, [Int])] = [
        ("red", [230, 60, 40]), ("blue", [40, 90, 200]), ("yellow", [250, 220, 80]),
        ("green", [30, 140, 70]),
      ]
      func distance(_ color: [Int]) -> Int {
        abs(color[0] - Int(pixel.red)) + abs(color[1] - Int(pixel.green))
          + abs(color[2] - Int(pixel.blue))
      }
      let nearest = names.min { distance($0.1) < distance($1.1) }
      return nearest.map { distance($0.1) < 40 ? $0.0 : "none" } ?? "none"
    }
  }

  @Test func colorsAndGrays() throws {
    let picture = try JPEGTests.decode(JPEGTests.color)
    #expect((picture.bitmap.width, picture.bitmap.height) == (24, 16))
    #expect(JPEGTests.quarters(picture.bitmap) == ["red", "blue", "yellow", "green"])
    #expect(picture.isShownAsIs && !picture.isGray)
    #expect(picture.bitmap.rgba.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
    let gray = try JPEGTests.decode(JPEGTests.gray)
    #expect(gray.isGray && gray.isShownAsIs)
    #expect(gray.bitmap[3, 3].red == gray.bitmap[3, 3].blue)
  }

  @Test(arguments: [
    (1, ["red", "blue", "yellow", "green"]), (2, ["blue", "red", "green", "yellow"]),
    (3, ["green", "yellow", "blue", "red"]), (4, ["yellow", "green", "red", "blue"]),
    (5, ["red", "yellow", "blue", "green"]), (6, ["yellow", "red", "green", "blue"]),
    (7, ["green", "blue", "yellow", "red"]), (8, ["blue", "green", "red", "yellow"]),
  ]) func turnedAsTheCameraWasHeld(orientation: Int, expected: [String]) throws {
    for isLittle in [true, false] {
      let picture = try JPEGTests.decode(
        JPEGTests.held(UInt8(orientation), isLittle: isLittle))
      #expect(JPEGTests.quarters(picture.bitmap) == expected)
      #expect(picture.bitmap.width == (orientation > 4 ? 16 : 24))
      #expect(picture.isShownAsIs == (orientation == 1))
    }
  }

  @Test func whatIsNotRead() {
    func code(_ file: [UInt8]) -> Diagnostic.Code? {
      do {
        _ = try JPEGTests.decode(file)
        return nil
      } catch { return (error as? Failure)?.diagnostics.first?.code }
    }
    #expect(code(JPEGTests.ink) == "jpeg.ink")
    #expect(code([]) == "jpeg.damaged")
    #expect(code([UInt8]("no picture".utf8)) == "jpeg.damaged")
    let limits = PNGDecoder.Limits(side: 20, pixels: 1 << 24)
    let failure = #expect(throws: Failure.self) {
      try JPEGTests.color.withUnsafeBytes { try JPEGDecoder.decode($0, limits: limits) }
    }
    #expect(failure?.diagnostics.first?.code == "jpeg.too-large")
  }

  /// A file cut short or changed anywhere is a picture or a failure, never a crash, and one cut short
  /// is not carried as it is.
  @Test func damage() throws {
    let file = JPEGTests.held(6)
    for length in 0..<file.count - 2 {
      if let picture = try? JPEGTests.decode(Array(file[..<length])) {
        #expect(!picture.isShownAsIs)
      }
    }
    for position in file.indices {
      for byte: UInt8 in [0, 0x7F, 0xFF] {
        var changed = file
        changed[position] = byte
        _ = try? JPEGTests.decode(changed)
      }
    }
  }
}

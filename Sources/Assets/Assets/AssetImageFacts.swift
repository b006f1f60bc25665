// SPDX-License-Identifier: MIT
// Part of Platen: facts from a picture's first bytes: its format, its size, whether it has alpha.

/// The facts of a picture that are known without decoding it.
public struct AssetImageFacts: Hashable, Sendable {
  public enum Format: String, Hashable, Sendable {
    case png = "PNG"
    case jpeg = "JPEG"
    case svg = "SVG"
    case pdf = "PDF"
    case webp = "WebP"
    case gif = "GIF"
    case heic = "HEIC"

    /// The extensions of its files, the usual one first.
    var pathExtensions: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      case .svg: ["svg"]
      case .pdf: ["pdf"]
      case .webp: ["webp"]
      case .gif: ["gif"]
      case .heic: ["heic", "heif", "avci"]
      }
    }

    /// The article before its name.
    var article: String {
      switch self {
      case .svg, .heic: "an"
      case .png, .jpeg, .pdf, .webp, .gif: "a"
      }
    }
  }

  public var format: Format
  /// Pixels; nil for vectors.
  public var width: Int?
  public var height: Int?
  /// Indicates whether the file has an alpha channel or a transparent color, opaque or not.
  public var hasAlpha: Bool

  /// Indicates whether files of its format may have this extension.
  public func isNamed(by pathExtension: String) -> Bool {
    format.pathExtensions.contains(pathExtension)
  }

  /// Indicates whether a PNG ends before its end chunk (PNG specification, 5.6): it was cut short.
  /// False for all other formats.
  public static func isCutShort(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return false }
    var at = 8
    while at + 12 <= bytes.count {
      if bytes[at + 4..<at + 8].elementsEqual("IEND".utf8) { return false }
      at += 12 + bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return true
  }

  /// Nil for bytes that are not a picture of a known format.
  public init?(_ bytes: [UInt8]) {
    width = nil
    height = nil
    hasAlpha = false
    func big(_ at: Int, _ count: Int) -> Int {
      bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      guard bytes.count >= 29 else { return nil }
      format = .png
      width = big(16, 4)
      height = big(20, 4)
      hasAlpha = bytes[25] & 4 != 0
      // The transparency of a palette or a key color comes before the pixels.
      var at = 33
      while at + 8 <= bytes.count {
        let name = bytes[at + 4..<at + 8]
        if name.elementsEqual("tRNS".utf8) { hasAlpha = true }
        if name.elementsEqual("IDAT".utf8) || hasAlpha { break }
        at += 12 + big(at, 4)
      }
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      format = .jpeg
      var at = 2
      while at + 9 < bytes.count, bytes[at] == 0xFF {
        let marker = bytes[at + 1]
        // Frames but for DHT, JPG and DAC, which share their numbers.
        if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
          height = big(at + 5, 2)
          width = big(at + 7, 2)
          return
        }
        at += marker == 0xFF ? 1 : 2 + big(at + 2, 2)
      }
    } else if bytes.starts(with: Array("%PDF-".utf8)) {
      format = .pdf
    } else if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 16,
      bytes[8..<12].elementsEqual("WEBP".utf8)
    {
      format = .webp
    } else if bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 {
      format = .gif
      width = Int(bytes[6]) | Int(bytes[7]) << 8
      height = Int(bytes[8]) | Int(bytes[9]) << 8
    } else if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8),
      ["heic", "heix", "heim", "heis", "mif1", "avci"].contains(
        String(decoding: bytes[8..<12], as: UTF8.self))
    {
      format = .heic
    } else if AssetImageFacts.isSVG(bytes) {
      format = .svg
    } else {
      return nil
    }
  }

  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return head.contains("<svg")
  }
}

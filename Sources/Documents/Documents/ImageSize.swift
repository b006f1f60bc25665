// SPDX-License-Identifier: MIT
// Part of Platen: what sort of picture bytes are and how large, by their first few fields.

/// The properties of an image that are known without decoding it.
public struct ImageSize: Hashable, Sendable {
  public enum Format: Hashable, Sendable { case png, jpeg, svg, gif, webp, avif, unknown }

  public var format: Format
  /// The width in pixels; 0 if unknown.
  public var width = 0
  public var height = 0

  public init(_ bytes: [UInt8]) {
    func big(_ at: Int, _ count: Int) -> Int {
      guard at + count <= bytes.count else { return 0 }
      return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      format = .png
      width = big(16, 4)
      height = big(20, 4)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      format = .jpeg
      // Segments until the one that begins a frame: SOF0 to SOF15 without DHT, JPG and DAC.
      var at = 2
      while at + 9 <= bytes.count, bytes[at] == 0xFF {
        let marker = bytes[at + 1]
        if marker == 0xFF {
          at += 1
          continue
        }
        if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
          height = big(at + 5, 2)
          width = big(at + 7, 2)
          break
        }
        if marker == 0xDA { break }
        at += 2 + max(2, big(at + 2, 2))
      }
    } else if bytes.starts(with: "GIF8".utf8) {
      format = .gif
    } else if bytes.count >= 12, bytes.starts(with: "RIFF".utf8),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    {
      format = .webp
    } else if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8),
      ["avif", "avis"].contains(String(decoding: bytes[8..<12], as: UTF8.self))
    {
      format = .avif
    } else if String(decoding: bytes.prefix(1024), as: UTF8.self).contains("<svg") {
      format = .svg
    } else {
      format = .unknown
    }
  }

  /// The media type, for images that documents can carry; nil for the rest.
  public var mediaType: String? {
    guard width > 0, height > 0 else { return nil }
    switch format {
    case .png: return "image/png"
    case .jpeg: return "image/jpeg"
    default: return nil
    }
  }

  /// The description of the format in messages.
  public var description: String {
    switch format {
    case .png: "a damaged PNG file"
    case .jpeg: "a damaged JPEG file"
    case .svg: "an SVG drawing"
    case .gif: "a GIF file"
    case .webp: "a WebP file"
    case .avif: "an AVIF file"
    case .unknown: "no image known here"
    }
  }
}

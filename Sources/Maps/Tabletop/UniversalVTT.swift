// SPDX-License-Identifier: MIT
// Part of Platen: Universal VTT, a picture with its grid for virtual tabletops (version 0.3, as
// published by Arkenforge).

internal import JSON
package import Text

/// Writes a Universal VTT file around a PNG, which is passed on as it comes.
@safe package final class UniversalVTTWriter {
  private let sink: ByteSink
  /// Bytes that do not fill a group of three yet.
  private var rest: [UInt8] = []

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - columns: squares across; the picture has as many times `pixels`.
  ///   - rows: squares down.
  ///   - pixels: pixels on the side of a square.
  /// - Throws: what the sink throws.
  package init(columns: Int, rows: Int, pixels: Int, sink: @escaping ByteSink) throws {
    unsafe self.sink = sink
    var json = JSONWriter()
    json.object { json in
      json.member("format", 0.3)
      json.key("resolution")
      json.object { json in
        json.key("map_origin")
        UniversalVTTWriter.writePoint(0, 0, &json)
        json.key("map_size")
        UniversalVTTWriter.writePoint(columns, rows, &json)
        json.member("pixels_per_grid", pixels)
      }
      // Worlds have neither walls nor doors; readers require the lists.
      for list in ["line_of_sight", "objects_line_of_sight", "portals", "lights"] {
        json.key(list)
        json.array { _ in }
      }
      json.key("environment")
      json.object { json in
        json.member("baked_lighting", false)
        json.member("ambient_light", "ffffffff")
      }
      json.member("image", "")
    }
    // The text of the image goes on from here.
    try pass(Array(json.utf8.dropLast(UniversalVTTWriter.end.count)))
  }

  /// The bytes after the image.
  private static let end = Array("\"}".utf8)

  private static func writePoint(_ x: Int, _ y: Int, _ json: inout JSONWriter) {
    json.object { json in
      json.member("x", x)
      json.member("y", y)
    }
  }

  /// Passes on bytes of the picture.
  ///
  /// - Throws: what the sink throws.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    unsafe rest.append(contentsOf: bytes)
    let whole = rest.count / 3 * 3
    guard whole > 0 else { return }
    var text: [UInt8] = []
    text.reserveCapacity(whole / 3 * 4)
    Base64.append(rest[..<whole], to: &text)
    rest.removeFirst(whole)
    try pass(text)
  }

  /// Ends the file.
  ///
  /// - Throws: what the sink throws.
  package func finish() throws {
    var text: [UInt8] = []
    Base64.append(rest[...], to: &text)
    rest = []
    try pass(text + UniversalVTTWriter.end)
  }

  private func pass(_ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe sink($0) }
  }
}

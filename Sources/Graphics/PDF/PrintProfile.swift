// SPDX-License-Identifier: MIT
// Part of Platen: profiles of presses, which printers hand out, for PDF/X.

public import Diagnostics

/// The ICC profile of a press and its paper (ISO 15076-1): what PDF/X names as its output.
public struct PrintProfile: Hashable, Sendable {
  /// The largest profile that is read, in bytes.
  public static let sizeLimit = 16 << 20

  /// The file as it is.
  let bytes: [UInt8]
  /// The channels of its colors.
  let channels: Int
  /// The name that it gives to itself.
  public let name: String

  /// Reads the header and the name of a profile; its tables are for the printer.
  ///
  /// - Throws: `Failure` `pdf.output-profile` for bytes that are not a profile, or one of a
  ///   screen or a camera.
  public init(_ bytes: [UInt8]) throws(Failure) {
    func refuse(_ message: String) -> Failure {
      Failure(
        Diagnostic.error(
          .pdfOutputProfile, message,
          hints: ["use the ICC profile that the printer names, such as one of FOGRA or SWOP"]))
    }
    guard bytes.count >= 132, bytes.count <= PrintProfile.sizeLimit,
      Self.number(bytes, 0) == bytes.count, Self.signature(bytes, 36) == "acsp"
    else { throw refuse("the output profile is not a valid ICC profile") }
    guard bytes[8] <= 4 else {
      throw refuse("the output profile has version \(bytes[8]), which PDF cannot hold")
    }
    guard Self.signature(bytes, 12) == "prtr" else {
      throw refuse("the output profile does not describe a press or printer")
    }
    switch Self.signature(bytes, 16) {
    case "CMYK": channels = 4
    case "RGB ": channels = 3
    case "GRAY": channels = 1
    case let space: throw refuse("colors of output profiles in \"\(space)\" are unsupported")
    }
    self.bytes = bytes
    name = Self.name(in: bytes) ?? "Custom"
  }

  /// The text of the tag `desc`, in either of its two forms (ICC.1:2001, 6.5.17; ISO 15076-1, 10.15).
  private static func name(in bytes: [UInt8]) -> String? {
    let count = number(bytes, 128)
    guard (1...100).contains(count), bytes.count >= 132 + 12 * count else { return nil }
    let tags = (0..<count).map { 132 + 12 * $0 }
    guard let tag = tags.first(where: { signature(bytes, $0) == "desc" }) else { return nil }
    let (start, size) = (number(bytes, tag + 4), number(bytes, tag + 8))
    guard start <= bytes.count, size <= bytes.count - start, size >= 28 else { return nil }
    let text: String
    if signature(bytes, start) == "mluc" {
      // The first of its languages.
      let (length, offset) = (number(bytes, start + 20), number(bytes, start + 24))
      guard length <= 1000, offset <= size, length <= size - offset else { return nil }
      let units = stride(from: start + offset, to: start + offset + length / 2 * 2, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      let length = number(bytes, start + 8)
      guard length <= 1000, length <= size - 12 else { return nil }
      text = String(decoding: bytes[start + 12..<start + 12 + length], as: UTF8.self)
    }
    let clean = String(
      text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }.map(Character.init))
    return clean.isEmpty ? nil : clean
  }

  /// A number of 32 bits, as the format has them.
  private static func number(_ bytes: [UInt8], _ index: Int) -> Int {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func signature(_ bytes: [UInt8], _ index: Int) -> String {
    String(decoding: bytes[index..<index + 4], as: UTF8.self)
  }
}

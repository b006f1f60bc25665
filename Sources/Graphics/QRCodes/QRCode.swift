// SPDX-License-Identifier: MIT
// Part of Platen: a text as a QR code, its modules without a size.

internal import CQR
internal import Diagnostics
internal import Libc

/// A square of dark and light modules that cameras read as a text (ISO/IEC 18004).
package struct QRCode: Hashable, Sendable {
  /// The share of the code that may be covered or lost before it cannot be read.
  package enum Correction: Sendable {
    case low, medium, quartile, high

    /// Bytes that the largest code holds (ISO/IEC 18004, table 7, version 40).
    package var mostBytes: Int {
      switch self {
      case .low: 2953
      case .medium: 2331
      case .quartile: 1663
      case .high: 1273
      }
    }
  }

  /// Modules along a side, the quiet zone not counted.
  package let side: Int
  /// Row by row.
  private let modules: [Bool]

  /// The modules that must stay light round the code.
  package static let quietZone = 4

  /// - Throws: `Failure` `qr.length` for a text that is empty or does not fit the largest code.
  package init(_ text: String, correction: Correction = .medium) throws {
    let bytes = Array(text.utf8)
    let level =
      switch correction {
      case .low: QR_ECLEVEL_L
      case .medium: QR_ECLEVEL_M
      case .quartile: QR_ECLEVEL_Q
      case .high: QR_ECLEVEL_H
      }
    guard !bytes.isEmpty, bytes.count <= correction.mostBytes,
      let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level)
    else {
      throw Failure(
        .error(
          .qrLength, "a text of \(bytes.count) bytes does not fit into a QR code",
          hints: ["a code of this correction level holds from 1 to \(correction.mostBytes) bytes"]))
    }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    side = width
    // The lowest bit of a module is set where it is dark.
    modules = (0..<width * width).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Indicates whether the module is dark; those outside are light.
  package func isDark(row: Int, column: Int) -> Bool {
    guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
    return modules[row * side + column]
  }
}

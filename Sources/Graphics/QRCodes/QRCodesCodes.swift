// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about QR codes.

package import Diagnostics

extension Diagnostic.Code {
  package static let qrLength = Self(
    "qr.length", .data,
    "The text is empty or too long for a QR code.",
    "Shorten it, or choose a lower correction level.")
}

extension CodeTable {
  /// The codes of diagnostics about QR codes.
  package static let qrCodes = CodeTable(
    "QRCodes", "QR codes",
    [
      .qrLength
    ])
}

// SPDX-License-Identifier: MIT
// Part of Platen: untrusted text made safe for a terminal.

/// A text as one line that a terminal only shows: control characters, line endings and the controls
/// of text direction (U+202A–202E, U+2066–2069) become escapes such as `\u{1B}`.
///
/// A map's name may contain escapes that clear the screen or make `gnp.exe` read as `exe.png`.
/// - Parameter limit: the number of scalars kept of a longer text; an ellipsis replaces the rest.
public func printable(_ text: String, limit: Int = .max) -> String {
  // Every such character is a C0 control or DEL, or begins with the byte C2 or E2.
  let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 && $0 != 0xE2 }
  if isPlain, limit == .max { return text }
  var result = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < limit else { return result + "…" }
    count += 1
    if isControl(scalar) {
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: XML as the parts of a presentation are written.

internal import Documents
internal import Text

/// Text as XML holds it, on one line.
func escaped(_ text: String) -> String { MarkupEscaping.escaped(text, whitespace: .spaces) }

/// English metric units, of which a point has 12,700.
func emu(_ points: Double) -> Int {
  Int((max(-100_000, min(100_000, points)) * 12_700).rounded())
}

/// Hundredths of a point, as letters are measured; from 1 to 4,000 points.
func hundredths(_ points: Double) -> Int { Int((max(1, min(4_000, points)) * 100).rounded()) }

extension [Block] {
  /// The words of blocks, a line for each paragraph.
  var words: String {
    var lines: [String] = []
    walk(
      block: { block in
        switch block {
        case .paragraph(let paragraph): lines.append(paragraph.inlines.plainText)
        case .heading(let heading): lines.append(heading.inlines.plainText)
        case .code(let code): lines.append(code.text)
        default: break
        }
        return .descend
      }, inline: { _ in .skip })
    return lines.joined(separator: "\n")
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the speaker of a part of a document.

internal import Documents

extension Division {
  /// The paragraph that names the speaker of what follows it, where the division holds speech.
  var speaker: Paragraph? {
    guard case .paragraph(let first)? = blocks.first, first.attributes.has("speaker")
    else { return nil }
    return first
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: how much memory the stages of a talk are thought to need.

internal import JobKit
internal import Pipeline

/// Estimates of memory. Talks are small but for their pictures, and how large a folder is nobody
/// knows before it is read.
enum TalkWeight {
  static let deck = MemoryWeight(running: 32 << 20, held: 16 << 20)
  static let pages = MemoryWeight(running: 96 << 20)
  static let text = MemoryWeight(running: 16 << 20)

  /// Writing what is a document.
  static let forms = DocumentForms.Weight(document: deck, text: text, pages: pages)
}

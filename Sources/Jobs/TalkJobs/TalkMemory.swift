// SPDX-License-Identifier: MIT
// Part of Platen: estimates of the memory that the stages of a talk need.

internal import JobKit
internal import Pipeline

/// Estimates of memory. Talks are small except for their images, and the size of a folder is not
/// known before it is read.
enum TalkMemory {
  static let deck = MemoryEstimate(running: 32 << 20, held: 16 << 20)
  static let pages = MemoryEstimate(running: 96 << 20)
  static let text = MemoryEstimate(running: 16 << 20)

  /// Writing what is a document.
  static let documents = DocumentStages.Memory(document: deck, text: text, pages: pages)
}

// SPDX-License-Identifier: MIT
// Part of Platen: estimates of the memory that a campaign's stages need, from its file's size.

internal import JobKit
internal import Pipeline

/// Estimates of memory, measured on a story of 10,000 scenes (15 MB).
enum CampaignMemory {
  /// Reading the story: it stays until its document is made.
  static func story(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (8 << 20) + 4 * file, held: (1 << 20) + 2 * file)
  }

  /// Making the document, which stays until its last format is written.
  static func document(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (8 << 20) + 5 * file, held: (1 << 20) + 4 * file)
  }

  /// Writing a text while the story is streamed.
  static func text(_ file: Int) -> MemoryEstimate { MemoryEstimate(running: (8 << 20) + file) }

  /// Writing it.
  static func documents(_ file: Int) -> DocumentStages.Memory {
    DocumentStages.Memory(
      document: document(file), text: MemoryEstimate(running: (8 << 20) + file),
      pages: MemoryEstimate(running: (48 << 20) + 16 * file))
  }
}

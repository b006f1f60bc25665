// SPDX-License-Identifier: MIT
// Part of Platen: estimates of the memory that a meeting's stages need, from its file's size.

internal import JobKit
internal import Pipeline

/// Estimates of memory, measured on a room with 100,000 messages (30 MB).
enum MeetingMemory {
  /// Reading it: it stays in memory until all documents are composed.
  static func meeting(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (8 << 20) + 4 * file, held: (1 << 20) + 2 * file)
  }

  /// Making the document, which stays until its last format is written.
  static func document(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (8 << 20) + 3 * file, held: (1 << 20) + 2 * file)
  }

  /// Writing it.
  static func documents(_ file: Int) -> DocumentStages.Memory {
    DocumentStages.Memory(
      document: document(file), text: MemoryEstimate(running: (8 << 20) + file),
      pages: MemoryEstimate(running: (48 << 20) + 4 * file))
  }
}

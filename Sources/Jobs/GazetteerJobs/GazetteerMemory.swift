// SPDX-License-Identifier: MIT
// Part of Platen: estimates of the memory that a gazetteer's stages need, from its world's size.

internal import JobKit
internal import Pipeline

/// Estimates of memory.
enum GazetteerMemory {
  /// Making the document, which stays until its last format is written.
  static func document(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (24 << 20) + 4 * file, held: (4 << 20) + 2 * file)
  }

  /// Drawing its maps, which the document then holds.
  static func pictures(_ file: Int) -> MemoryEstimate {
    MemoryEstimate(running: (160 << 20) + 12 * file, held: (32 << 20) + 4 * file)
  }

  /// Writing it.
  static func documents(_ file: Int) -> DocumentStages.Memory {
    DocumentStages.Memory(
      document: document(file), text: MemoryEstimate(running: (32 << 20) + 4 * file),
      pages: MemoryEstimate(running: (160 << 20) + 12 * file))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: estimates of the memory that a document's stages need, from its files' size.

internal import JobKit
internal import Pipeline

/// Estimates of memory.
enum DocumentMemory {
  /// Reading the files, which the document then holds with its images.
  static func document(_ files: Int) -> MemoryEstimate {
    MemoryEstimate(running: (32 << 20) + 8 * files, held: (8 << 20) + 6 * files)
  }

  /// Writing it.
  static func documents(_ files: Int) -> DocumentStages.Memory {
    DocumentStages.Memory(
      document: document(files), text: MemoryEstimate(running: (16 << 20) + 2 * files),
      pages: MemoryEstimate(running: (64 << 20) + 16 * files))
  }
}

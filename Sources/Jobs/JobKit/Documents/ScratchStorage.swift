// SPDX-License-Identifier: MIT
// Part of Platen: a temporary file for writers' intermediate data.

package import Pipeline
internal import Text

/// A scratch file for the parts of an archive or the strips of an image.
package final class ScratchStorage: TemporaryStorage {
  private let file: ScratchFile
  /// Bytes appended but not yet written, which are gathered because writes may be small.
  private var pending: [UInt8] = []
  private static let gathered = 1 << 18

  package init() throws { file = try ScratchFile() }

  /// Creates one over a complete file written elsewhere.
  ///
  /// - Throws: `Failure` `output.write`.
  package init(holding file: ScratchFile) throws {
    try file.takeStock()
    self.file = file
  }

  var count: Int { file.count + pending.count }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    if offset == count, bytes.count < ScratchStorage.gathered {
      pending.append(contentsOf: bytes)
      if pending.count >= ScratchStorage.gathered { try flush() }
    } else {
      try flush()
      try file.write(bytes, at: offset)
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try flush()
    return try file.read(into: buffer, at: offset)
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBytes { try file.write($0, at: file.count) }
    pending.removeAll(keepingCapacity: true)
  }
}

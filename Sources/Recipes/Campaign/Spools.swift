// SPDX-License-Identifier: MIT
// Part of Platen: scratch files as what writers put aside in.

internal import Archive
internal import PDF
internal import Pipeline

/// A scratch file for parts of an archive.
final class ArchiveSpool: Archive.Spool {
  private let file: ScratchFile
  init() throws { file = try ScratchFile() }

  var count: Int { file.count }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    try file.write(bytes, at: offset)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try file.read(into: buffer, at: offset)
  }
}

/// A scratch file for the pages of a PDF.
final class PageSpool: PDFSpool {
  private let file: ScratchFile
  /// Small pieces are gathered: Cairo writes a line at a time.
  private var pending: [UInt8] = []
  private static let gathered = 1 << 18

  init() throws { file = try ScratchFile() }

  var count: Int { file.count + pending.count }

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= PageSpool.gathered { try flush() }
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
    try flush()
    _ = try file.read(into: buffer, at: offset)
  }

  private func flush() throws {
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBytes { try file.write($0, at: file.count) }
    pending.removeAll(keepingCapacity: true)
  }
}

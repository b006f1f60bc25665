// SPDX-License-Identifier: MIT
// Part of Platen: where a PDF lies between being drawn and being finished.

/// Bytes put one after the other and read again anywhere: a file, or memory.
public protocol PDFSpool: AnyObject {
  var count: Int { get }
  func append(_ bytes: UnsafeRawBufferPointer) throws
  /// Fills all of `buffer` from `offset` on; it is only asked for what was appended.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws
}

/// A spool in memory: a page takes some ten kilobytes, and each picture what it takes in the file.
public final class MemorySpool: PDFSpool {
  // Pieces, so that growing never copies what is there.
  private var pieces: [UnsafeMutableRawBufferPointer] = []
  public private(set) var count = 0

  private static let pieceBytes = 1 << 20

  public init() {}

  deinit { for piece in pieces { piece.deallocate() } }

  public func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let offset = count % MemorySpool.pieceBytes
      if offset == 0 {
        pieces.append(.allocate(byteCount: MemorySpool.pieceBytes, alignment: 16))
      }
      let part = rest.prefix(MemorySpool.pieceBytes - offset)
      let piece = pieces[pieces.count - 1]
      UnsafeMutableRawBufferPointer(rebasing: piece[offset...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      count += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
    var done = 0
    while done < buffer.count {
      let piece = pieces[(offset + done) / MemorySpool.pieceBytes]
      let start = (offset + done) % MemorySpool.pieceBytes
      let part = piece[start..<min(piece.count, start + buffer.count - done)]
      UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      done += part.count
    }
  }
}

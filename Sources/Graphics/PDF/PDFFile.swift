// SPDX-License-Identifier: MIT
// Part of Platen: a finished PDF looked at again.

internal import Diagnostics
internal import Text

/// Reads the parts of finished files that show that they are complete.
public enum PDFFile {
  /// The number of pages in a file, found as a reader finds them: from its end, through its
  /// cross-reference table or stream and its tree of pages.
  ///
  /// - Parameters:
  ///   - count: Bytes in the file.
  ///   - read: Gives the bytes of a range.
  /// - Throws: `Failure` `pdf.unrecognized` where the way breaks off; what `read` throws.
  public static func pageCount(
    count: Int, read: (_ offset: Int, _ count: Int) throws -> [UInt8]
  ) throws -> Int {
    try withoutActuallyEscaping(read) { read in
      try PDFSource(ReadOnlyStorage(count: count, readBytes: read)).pages().count
    }
  }
}

/// A file that is only read.
private final class ReadOnlyStorage: TemporaryStorage {
  let count: Int
  private let readBytes: (Int, Int) throws -> [UInt8]

  init(count: Int, readBytes: @escaping (Int, Int) throws -> [UInt8]) {
    self.count = count
    self.readBytes = readBytes
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    throw PDFSource.unrecognized("a finished file is not written to")
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let bytes = try readBytes(offset, buffer.count)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}

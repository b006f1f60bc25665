// SPDX-License-Identifier: MIT
// Part of Platen: space on the disk for a stage's temporary data.

internal import Diagnostics
internal import Libc

/// A file without a name: it is gone with the object, and with the process however that ends.
///
/// It is in `TMPDIR`, or else in `/tmp`. Used by one stage, on one thread at a time.
public final class ScratchFile {
  /// The number of bytes in it.
  public private(set) var count = 0
  private let descriptor: FileDescriptor

  /// - Throws: ``Failure`` with the code `output.write` when none can be made.
  public convenience init() throws {
    var name: [CChar] = []
    try self.init(called: &name)
    unsafe unlink(name)
  }

  /// A file for a library that opens files by their names, and the result of `open`. It has a name
  /// only while `open` runs; ``takeStock()`` counts what the library writes afterwards.
  ///
  /// - Parameter open: is handed the name of an empty file.
  /// - Throws: ``Failure`` with the code `output.write` when none can be made; the errors of
  ///   `open`.
  public static func opened<R>(
    _ open: (_ path: String) throws -> R
  ) throws -> (file: ScratchFile, opened: R) {
    var name: [CChar] = []
    let file = try ScratchFile(called: &name)
    defer { unsafe unlink(name) }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (file, try open(path))
  }

  /// A new file, and its name with a zero behind it; the caller removes the name.
  private init(called name: inout [CChar]) throws {
    // The location of scratch files decides no output, so no trace notes it.
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let folder = named.isEmpty ? "/tmp" : named
    name = Array("\(folder)/platen-XXXXXX".utf8CString)
    do throws(SystemError) {
      descriptor = FileDescriptor(
        owning: try SystemError.check("mkstemp") { unsafe mkstemp(&name) })
    } catch {
      throw Failure(
        .error(
          .outputWrite, "no temporary file can be made in \(folder): \(error.text)",
          hints: ["name a folder with free space with TMPDIR"]),
        isPassing: error.isPassing)
    }
  }

  /// Counts the bytes that another holder of the file has written.
  ///
  /// - Throws: ``Failure`` with the code `output.write`.
  public func takeStock() throws {
    do throws(SystemError) { count = try descriptor.size() } catch { throw refusal("read", error) }
  }

  /// Writes at an offset of at most `count`, over existing bytes and past them.
  ///
  /// - Throws: ``Failure`` with the code `output.write`.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws {
    do throws(SystemError) {
      try unsafe descriptor.writeAll(bytes, at: offset)
    } catch {
      throw refusal("written", error)
    }
    count = max(count, offset + bytes.count)
  }

  /// Reads from an offset until `buffer` is full or the bytes end; returns how many came.
  ///
  /// - Throws: ``Failure`` with the code `output.write`, also where the file has fewer bytes than
  /// it had.
  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let taken: Int
    do throws(SystemError) {
      taken = try unsafe descriptor.readFull(buffer, at: offset)
    } catch {
      throw refusal("read", error)
    }
    guard taken >= min(buffer.count, count - offset) else {
      throw Failure(.error(.outputWrite, "a temporary file is shorter than it was written"))
    }
    return taken
  }

  private func refusal(_ verb: String, _ error: SystemError) -> Failure {
    Failure(
      .error(
        .outputWrite, "a temporary file cannot be \(verb): \(error.text)",
        hints: error.code == SystemError.noSpace
          ? ["free space, or name another folder with TMPDIR"] : []),
      isPassing: error.isPassing)
  }
}

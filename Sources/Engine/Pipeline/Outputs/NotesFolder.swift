// SPDX-License-Identifier: MIT
// Part of Platen: a folder of Platen's own below an output directory, for notes about runs.

internal import Diagnostics
internal import Libc

/// A folder of notes in `.platen` of an output directory: past runs, thumbnails. No output depends
/// on them; removing them loses only what they record.
public final class NotesFolder: Sendable {
  private let outputs: Outputs
  private let path: String
  private let place: OpenFolder

  /// - Parameters:
  ///   - name: below `.platen`.
  ///   - creating: whether it is made where it is not there.
  /// - Throws: ``Failure`` when it cannot be opened or made.
  public init(_ name: String, in outputs: Outputs, creating: Bool) throws {
    self.outputs = outputs
    path = ".platen/\(name)"
    do {
      place = try outputs.open([".platen", name], creating: creating)
    } catch let error as SystemError {
      throw Failure.writing(path, error)
    }
  }

  /// The notes of an output directory; nil where there are none.
  public static func existing(_ name: String, in outputs: Outputs) -> NotesFolder? {
    try? NotesFolder(name, in: outputs, creating: false)
  }

  /// The names in it, sorted.
  public var names: [String] {
    place.descriptor.names().filter { !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads a note; nil when it is not there, is too large or cannot be read.
  public func read(_ name: String, limit: Int) -> [UInt8]? {
    guard
      let file = try? place.descriptor.open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard let count = try? file.readFull(&bytes, at: 0) else { return nil }
    return Array(bytes.prefix(count))
  }

  /// Writes a note whole, in place of one of that name, and brings it to the disk.
  ///
  /// - Parameter isLasting: false for notes that are made again if lost; then no write waits for
  ///   the disk.
  /// - Throws: ``Failure`` with the code `output.write`.
  public func write(_ bytes: [UInt8], as name: String, isLasting: Bool = true) throws {
    do throws(SystemError) {
      let partial = try outputs.makePartialFile(in: place.descriptor)
      defer { partial.discard(in: place.descriptor) }
      try partial.descriptor.writeAll(bytes)
      if isLasting { try partial.descriptor.sync() }
      try partial.rename(to: name, in: place.descriptor)
      if isLasting { try place.descriptor.syncFolder() }
    } catch {
      throw Failure.writing("\(path)/\(name)", error)
    }
  }

  /// Removes a note; a missing note is not an error.
  public func remove(_ name: String) { unsafe unlinkat(place.descriptor.number, name, 0) }

  /// Removes the partial files of killed runs.
  public func sweep() { PartialFile.sweep(place.descriptor) }
}

extension Outputs {
  /// The bytes that may still be written where the output directory is; nil when the system does
  /// not report them.
  var freeBytes: Int? {
    var status = statvfs()
    guard unsafe statvfs(root, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, isTooMany) = Int(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    return isTooMany ? nil : bytes
  }
}

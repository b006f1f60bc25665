// SPDX-License-Identifier: MIT
// Part of Platen: a file of unknown format becomes a world: the readers are asked one by one.

package import Atlas
internal import Azgaar
package import Diagnostics
internal import Exports
internal import WorldFoundry

/// Reading worlds, whatever wrote them.
package enum WorldFile {
  /// A reader: what it reads, whether it knows a file, how it reads it.
  private struct Reader {
    var name: String
    var recognizes: (UnsafeRawBufferPointer) -> Bool
    var read: (UnsafeRawBufferPointer, ImportOptions, any ForkJoin) throws -> Warned<ImportedWorld>
  }

  /// Asked in this order; the first that knows the bytes reads them.
  private static var readers: [Reader] {
    [
      Reader(
        name: "FMG", recognizes: AzgaarReader.recognizes,
        read: { try AzgaarReader.read($0, options: $1, workers: $2) }),
      Reader(
        name: "World Foundry", recognizes: WorldFoundryReader.recognizes,
        read: { bytes, options, _ in try WorldFoundryReader.read(bytes, options: options) }),
      Reader(
        name: "Platen", recognizes: PlatenWorldReader.recognizes,
        read: { bytes, options, _ in try PlatenWorldReader.read(bytes, options: options) }),
    ]
  }

  /// Indicates whether some reader knows the bytes.
  package static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    readers.contains { $0.recognizes(bytes) }
  }

  /// Reads a world from a file's bytes, by content, never by name.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: its name, for messages.
  ///   - options: what the user asked of the reader.
  ///   - workers: does what can be done at once.
  /// - Throws: `Failure` placed in the file; `map.unknown-format` when no reader knows it.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, path: String, options: ImportOptions = ImportOptions(),
    workers: any ForkJoin = Serial()
  ) throws -> Warned<ImportedWorld> {
    do {
      guard let reader = readers.first(where: { $0.recognizes(bytes) }) else {
        // Azgaar's reader names what else a file may be: empty, a source map, a picture, too old.
        return try AzgaarReader.read(bytes, options: options)
      }
      var result = try reader.read(bytes, options, workers)
      result.warnings = result.warnings.map { $0.inFile(path) }
      return result
    } catch let failure as Failure {
      throw failure.inFile(path)
    }
  }
}

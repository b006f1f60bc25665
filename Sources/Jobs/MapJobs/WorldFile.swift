// SPDX-License-Identifier: MIT
// Part of Platen: reads a world from a file of unknown format: each reader is tried in turn.

package import Atlas
internal import Azgaar
package import Diagnostics
internal import Exports
internal import WorldFoundry

/// Reads worlds of all supported programs.
package enum WorldFile {
  /// A reader: its name, its check for files that it supports, and its function.
  private struct Reader {
    var name: String
    var recognizes: (UnsafeRawBufferPointer) -> Bool
    var read:
      (UnsafeRawBufferPointer, ImportOptions, any ForkJoin) throws -> Diagnosed<ImportedWorld>
  }

  /// The readers in order; the first that recognizes the bytes reads them.
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

  /// Indicates whether a reader recognizes the bytes.
  package static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    readers.contains { $0.recognizes(bytes) }
  }

  /// Reads a world from a file's bytes, by content and not by name.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: its name, for messages.
  ///   - options: options of the reader.
  ///   - workers: runs work in parallel.
  /// - Throws: `Failure` with locations in the file; `map.unknown-format` if no reader recognizes
  ///   it.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, path: String, options: ImportOptions = ImportOptions(),
    workers: any ForkJoin = Serial()
  ) throws -> Diagnosed<ImportedWorld> {
    do {
      guard let reader = readers.first(where: { $0.recognizes(bytes) }) else {
        // Azgaar's reader describes other files: empty, a source map, an image, too old.
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

extension Diagnostic {
  /// Indicates whether it reports a file of another format than those of worlds.
  package var reportsOtherFormat: Bool { [.mapUnknownFormat, .mapSvg].contains(code) }
}

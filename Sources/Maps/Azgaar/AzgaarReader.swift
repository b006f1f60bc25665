// SPDX-License-Identifier: MIT
// Part of Platen: the entry point for maps of Azgaar's Fantasy Map Generator.

public import Atlas
public import Diagnostics

/// Reads what the Fantasy Map Generator writes: saves (`.map`) and JSON exports.
///
/// Saves of 1.0 to 1.148 are read in full, later ones as far as they are known; plain, gzip-ed or
/// as base64, with line ends as they come. Of the exports, Full, PackCells, GridCells and Minimal
/// are read in both namings they have had.
public enum AzgaarReader {
  /// Indicates whether `bytes` look like something `read` can read, judged by content alone.
  public static func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var log = DiagnosticLog()
    let found = try? unsafe Wrapping.unwrapping(bytes, log: &log) { text, _ in
      switch unsafe FileShape(text) {
      case .save: true
      case .json: unsafe JSONExportReader.recognizes(text)
      case .foreign: false
      }
    }
    return found ?? false
  }

  /// Reads a world.
  ///
  /// - Parameter workers: does what can be done at once: rebuilding the cells of a save and reading
  ///   its tables.
  /// - Throws: `Failure` whose diagnostics describe what the file is, what is wrong with it and
  ///   where, and what can be done.
  /// - Returns: the world, how it was read, and a warning for everything that was repaired, dropped
  ///   or not understood.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, options: ImportOptions = ImportOptions(),
    workers: any ForkJoin = Serial()
  ) throws -> Diagnosed<ImportedWorld> {
    var log = DiagnosticLog()
    let imported = try unsafe Wrapping.unwrapping(bytes, log: &log) { text, log in
      switch unsafe FileShape(text) {
      case .save: try unsafe SaveReader.read(text, options: options, workers: workers, log: &log)
      case .json: try unsafe JSONExportReader.read(text, options: options, log: &log)
      case .foreign(let diagnostic): throw Failure(diagnostic)
      }
    }
    var result = imported
    result.report.isRepaired = log.diagnostics.contains { repairCodes.contains($0.code) }
    return Diagnosed(result, warnings: log.diagnostics)
  }

  /// Warnings that mean the container, not the world in it, was damaged.
  private static let repairCodes: Set<Diagnostic.Code> = [
    .mapGzip, .mapBase64, .mapBom, .mapHeaderMissing, .mapLineEndings,
    .mapDrawingLineEndings, .mapDrawingMissing, .mapTrailingNewline, .mapEncoding,
  ]
}

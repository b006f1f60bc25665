// SPDX-License-Identifier: MIT
// Part of Platen: the parser from a manifest's text to its jobs, which reports all errors at once.

internal import Diagnostics
package import Pipeline
internal import Values

/// Reads manifests.
package struct ManifestParser: Sendable {
  /// Jobs after globs and matrices are multiplied out.
  package static let jobLimit = 1_000_000

  /// The kinds of job there are.
  package var kinds: [any JobKind]
  /// The environment that globs search; its folder is the manifest's.
  package var environment: any Environment
  /// The known holdings of instances, by their names.
  package var holdings: [String: InstanceHoldings] = [:]
  /// Indicates whether only the requirements of jobs from instances are read: jobs with such inputs
  /// are omitted, since their number is not known.
  package var isSurveying = false

  package init(kinds: [any JobKind], environment: any Environment) {
    self.kinds = kinds
    self.environment = environment
  }

  /// Reads, checks and multiplies out a manifest.
  ///
  /// - Parameters:
  ///   - bytes: YAML or JSON.
  ///   - file: its name, for messages.
  ///   - folder: its folder, as the working directory sees it.
  ///   - root: another output directory for this run (`--output-dir`), as the working directory
  ///     sees it.
  /// - Throws: `Failure` with all errors found, in the order of lines.
  package func parse(
    _ bytes: [UInt8], file: String, folder: String, into root: String? = nil
  ) throws -> Manifest {
    let (manifest, errors) = try read(bytes, file: file, folder: folder, into: root)
    try errors.throwIfAny()
    return manifest
  }

  /// Reads the valid parts of a manifest, and reports the errors of the rest, so that errors of its
  /// looks, layers and sizes can be shown together with its own.
  ///
  /// - Parameters: as those of `parse`.
  /// - Returns: the jobs that could be read, and the errors.
  /// - Throws: `Failure` when it is not a manifest at all.
  package func read(
    _ bytes: [UInt8], file: String, folder: String, into root: String? = nil
  ) throws -> (manifest: Manifest, errors: DiagnosticList) {
    guard let value = try PlacedValue(yaml: bytes, file: file) else {
      throw Failure(
        .error(
          .manifestEmpty, "the manifest is empty", at: SourceLocation(file: file),
          hints: ["platen init writes one to start from"]))
    }
    var reading = ManifestReading(parser: self, file: file, folder: folder, into: root)
    for warning in value.commentWarnings { reading.doubts.record(warning) }
    let manifest = try reading.manifest(value)
    return (manifest, reading.log)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: Word files of the user whose styles documents take.

internal import Diagnostics
internal import Pipeline
internal import Writers

/// A Word file whose styles a document takes.
enum WordTemplate {
  /// Bytes of a template.
  private static let limit = 64 << 20

  /// The parts of a template.
  ///
  /// - Throws: `Failure` placed in the file where it cannot be read or is not a Word file.
  static func parts(of path: String, in context: StageContext) throws -> [DOCXPart] {
    do {
      return try DOCXPart.parts(of: try context.read(path, limit: limit).bytes)
    } catch let failure as Failure {
      throw failure.inFile(path)
    }
  }

  /// Stages that read the templates a job names.
  static func checks(of job: ManifestJob) -> [AnyStage] {
    Set(job.outputs.compactMap { $0.options[SharedKeys.template] }).sorted().map { path in
      Stage<Bool>("check template", version: 1, files: [path]) { context in
        _ = try parts(of: path, in: context)
        return Diagnosed(true)
      }.erased
    }
  }
}

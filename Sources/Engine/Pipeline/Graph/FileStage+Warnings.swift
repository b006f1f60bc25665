// SPDX-License-Identifier: MIT
// Part of Platen: more diagnostics of a file than the stage that writes it knows.

public import Diagnostics
internal import Digests

extension Stage where Output == FileArtifact {
  /// The stage with warnings that were found while planning: they are reported with its own, and
  /// again by every run that finds the file up to date.
  public func withWarnings(_ warnings: [Diagnostic]) -> Stage<FileArtifact> {
    guard !warnings.isEmpty, case .file(let work) = node.work else { return self }
    return Stage(
      node: StageNode(
        name: node.name, version: node.version,
        parameters: .of(node.parameters, warnings.map(\.text)), files: node.files,
        memory: node.memory, inputs: node.inputs, output: FileArtifact.self,
        work: .file(
          FileWork(check: work.check) { context, file, values in
            try work.write(context, file, values) + warnings
          })))
  }

  /// The stage, to be made only when those others are: a file that names them is not written where one
  /// of them failed.
  public func following(_ others: [Stage<FileArtifact>]) -> Stage<FileArtifact> {
    guard !others.isEmpty else { return self }
    return Stage(
      node: StageNode(
        name: node.name, version: node.version, parameters: node.parameters, files: node.files,
        memory: node.memory, inputs: node.inputs + others.map(\.node), output: FileArtifact.self,
        work: node.work))
  }

  /// The stage for a path that holds a user's own file: that file stays as it is, and a note is
  /// reported where the stage would write another.
  ///
  /// - Parameters:
  ///   - bytes: the content of that file.
  ///   - note: the note for that case.
  public func sparing(_ bytes: [UInt8], _ note: Diagnostic) -> Stage<FileArtifact> {
    guard case .file(let work) = node.work else { return self }
    let digest = Digest.of(bytes)
    return Stage(
      node: StageNode(
        name: node.name, version: node.version,
        parameters: .of(node.parameters, "sparing", digest, note.text), files: node.files,
        memory: node.memory, inputs: node.inputs, output: FileArtifact.self,
        work: .file(
          // The user's file need not pass the check.
          FileWork(check: { _ in FileFacts() }) { context, file, values in
            let warnings = try work.write(context, file, values)
            let made = try file.finish()
            try file.restart()
            try file.write(bytes)
            return made.digest == digest ? warnings : warnings + [note]
          })))
  }
}

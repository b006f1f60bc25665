// SPDX-License-Identifier: MIT
// Part of Platen: more to say of a file than the stage that writes it knows.

public import Diagnostics

extension Stage where Output == KeptFile {
  /// The stage with warnings that were found while planning: they are told with its own, and again by
  /// every run that finds the file as it should be.
  public func saying(_ warnings: [Diagnostic]) -> Stage<KeptFile> {
    guard !warnings.isEmpty, case .file(let work) = node.work else { return self }
    let words = warnings.map(\.text).joined(separator: "\n")
    return Stage(
      node: Node(
        name: node.name, version: node.version, parameters: node.parameters + "\n" + words,
        files: node.files, memory: node.memory, inputs: node.inputs, output: KeptFile.self,
        work: .file(
          FileWork(check: work.check) { context, file, values in
            try work.write(context, file, values) + warnings
          })))
  }
}

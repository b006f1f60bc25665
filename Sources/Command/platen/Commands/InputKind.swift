// SPDX-License-Identifier: MIT
// Part of Platen: the kind of job that takes an input without a manifest.

import Diagnostics
import JobKit
import Jobs
import Pipeline

/// The kind of job of an input on the command line.
enum InputKind {
  /// The kind of job that makes such outputs of an input.
  ///
  /// - Parameters:
  ///   - path: the input; `/dev/stdin` is not read.
  ///   - outputs: names of the requested outputs.
  static func kind(of path: String, outputs: [String]) -> any JobKind {
    var names = Files.names(in: path)
    let folders = names.filter { !$0.hasPrefix(".") }.map { path + "/" + $0 }
    // A folder that contains only folders is of the kind of their contents.
    if folders.allSatisfy(Files.isFolder) { names += folders.flatMap(Files.names(in:)) }
    return Jobs.kind(of: path, outputs: outputs, names: names) {
      // Standard input is read once, by its stage; a file that cannot be read also fails there.
      path == "/dev/stdin" ? [] : Files.prefix(of: path, count: 1 << 16)
    }
  }

  /// Refuses a folder of several inputs: a manifest can build outputs from each.
  static func refuseFolder(_ path: String, _ kind: any JobKind, _ settings: Settings) throws {
    guard !kind.takesFolder(settings), Files.isFolder(path) else { return }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let pathExtension = kind.inputExtensions.first ?? "json"
    throw Failure(
      .error(
        .fileIsFolder, "this is a folder, not a file", at: SourceLocation(file: path),
        hints: [
          "name one file in it",
          "a manifest builds outputs from each: \(kind.name): \"\(folder)*.\(pathExtension)\"",
        ]))
  }
}

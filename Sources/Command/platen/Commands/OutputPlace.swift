// SPDX-License-Identifier: MIT
// Part of Platen: the destination of `platen render`: files under one root, or standard output.

import Diagnostics
import Libc
import Pipeline
import Text

/// The destination of `-o`: one root above all outputs.
struct OutputPlace {
  var root: String
  /// The paths below the root.
  var paths: [String]
  /// Indicates whether the single output goes to standard output, through a temporary folder.
  var isStream: Bool

  /// - Parameters:
  ///   - makesFolders: whether names that end in `/` are folders to be filled.
  ///   - example: an example of a file's name in a folder.
  init(
    _ outputs: [String], format: String, makesFolders: Bool = false, example: String = "world.png"
  ) throws {
    isStream = outputs == ["-"]
    if isStream {
      let folder = Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      var template = Array("\(folder)/platen-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template) else {
        let why = systemErrorText(errno)
        throw Failure(.error(.outputRoot, "no temporary folder can be created: \(why)"))
      }
      root = String(cString: made)
      paths = ["out.\(format)"]
      return
    }
    guard !outputs.contains("-") else {
      throw Failure(.error(.optionOutput, "standard output takes a single output"))
    }
    let outputs = OutputPlace.withoutLeadingParents(outputs)
    var folders: [[Substring]] = []
    for output in outputs {
      let name = OutputPlace.withoutEnd(output)
      let isFolder = name.count < output.count
      let hasName = ![nil, ".", ".."].contains(name.split(separator: "/").last)
      guard !output.isEmpty, !isFolder || makesFolders && hasName else {
        throw Failure(
          .error(
            .optionOutput, "-o names a file, not a folder: \"\(output)\"",
            hints: ["-o \(shellWord(output + example))"]))
      }
      folders.append(
        Array(name.split(separator: "/", omittingEmptySubsequences: false).dropLast()))
    }
    var shared = folders[0]
    for folder in folders {
      shared = Array(zip(shared, folder).prefix { $0.0 == $0.1 }.map(\.0))
    }
    let isMixed = Set(outputs.map { $0.hasPrefix("/") }).count > 1
    guard !isMixed else {
      throw Failure(
        .error(
          .optionOutput, "absolute and relative outputs cannot be used together",
          hints: ["make all of them absolute or all relative"]))
    }
    var seen: Set<[Substring]> = []
    for output in outputs
    where !seen.insert(output.split(separator: "/").filter { $0 != "." }).inserted {
      throw Failure(.error(.optionOutput, "-o names \"\(output)\" twice"))
    }
    root = shared.isEmpty ? "." : shared == [""] ? "/" : shared.joined(separator: "/")
    paths = outputs.map { output in
      let name = OutputPlace.withoutEnd(output)
      return name.split(separator: "/", omittingEmptySubsequences: false).dropFirst(shared.count)
        .joined(separator: "/") + (name.count < output.count ? "/" : "")
    }
  }

  /// A folder's name without its final `/`.
  private static func withoutEnd(_ output: String) -> Substring {
    var name = output[...]
    while name.hasSuffix("/") { name.removeLast() }
    return name
  }

  /// Names that begin with `..` are not under the working folder: where there is one, all are made
  /// absolute. Only leading ones are resolved, for the working folder is free of links.
  private static func withoutLeadingParents(_ outputs: [String]) -> [String] {
    guard outputs.count > 1, outputs.contains(where: { $0.hasPrefix("../") }),
      !outputs.contains(where: { $0.hasPrefix("/") }), let working = getcwd(nil, 0)
    else { return outputs }
    defer { free(working) }
    let folder = String(cString: working).split(separator: "/")
    return outputs.map { output in
      var above = folder[...]
      var rest = output[...]
      while rest.hasPrefix("../") || rest.hasPrefix("./") {
        if rest.hasPrefix("../") { above = above.dropLast() }
        rest = rest.drop { $0 != "/" }.drop { $0 == "/" }
      }
      return "/" + above.map { $0 + "/" }.joined() + rest
    }
  }

  func copyToStandardOutput() throws {
    guard isStream, let name = paths.first else { return }
    let file = try DiskEnvironment(folder: root).read(name)
    // Before writing: a reader that closes the pipe ends the process there.
    removeTemporary()
    file.withUnsafeBytes { StandardOutput.write($0) }
  }

  func removeTemporary() {
    guard isStream else { return }
    for name in paths { unlink(root + "/" + name) }
    rmdir(root)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: files that are written from the sources, and stay equal to them.

internal import Foundation

/// A file of `Templates` whose content stands in the sources: it is for people to read and to copy.
///
/// With `PLATEN_RECORD=1` in the environment the file is written again and the comparison fails, so
/// that recording never passes for a test.
public struct GeneratedFile {
  private let path: String
  private let source: String

  /// The file at a path of the repository, and the source file or folder that it is written from.
  public init(_ path: String, from source: String) {
    self.path = path
    self.source = source
  }

  /// The error of the file: nil where it holds the text below the line that names its source.
  public func fault(expecting text: String) throws -> String? {
    guard
      FileManager.default.fileExists(atPath: Shared.repository.appendingPathComponent(source).path)
    else { return "\(path): no such file: \(source)" }
    let text = "# Generated from \(source) by `make record`; edit that instead.\n" + text
    let file = Shared.repository.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["PLATEN_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
      return "\(path): recorded; run again without recording"
    }
    guard try String(contentsOf: file, encoding: .utf8) == text else {
      return "\(path) is not what \(source) gives; PLATEN_RECORD=1"
    }
    return nil
  }
}

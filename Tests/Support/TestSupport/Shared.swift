// SPDX-License-Identifier: MIT
// Part of Platen: where the shared real files are, for tests that want them.

public import Foundation

/// Real files kept beside the project; not part of it. Tests that use them are enabled by
/// `Shared.isPresent` and report so when they are skipped.
public enum Shared {
  /// `$PLATEN_SHARED`, or `shared` beside the repository.
  public static let root: URL = {
    if let named = ProcessInfo.processInfo.environment["PLATEN_SHARED"] {
      return URL(fileURLWithPath: named)
    }
    return repository.deletingLastPathComponent().appendingPathComponent("shared")
  }()

  /// The repository's own folder.
  public static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  public static let isPresent: Bool = {
    let found = FileManager.default.fileExists(atPath: root.appendingPathComponent("maps").path)
    if !found {
      FileHandle.standardError.write(
        Data("shared files absent: tests on real maps are skipped (set PLATEN_SHARED)\n".utf8))
    }
    return found
  }()

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
  }

  /// Every file below `folder` whose name ends in `suffix`, as paths relative to `root`, sorted.
  public static func files(in folder: String, suffix: String) -> [String] {
    guard isPresent,
      let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    else { return [] }
    return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted()
      .map { folder + "/" + $0 }
  }
}

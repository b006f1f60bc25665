// SPDX-License-Identifier: MIT
// Part of Platen: folders that tests write in.

public import Foundation

/// A folder that goes when its owner does.
public final class Scratch: Sendable {
  /// No symbolic link leads to it.
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("platen-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    self.url = url.resolvingSymlinksInPath()
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders it is in.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  public func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map { [UInt8]($0) }
  }

  public func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Everything below it that is not a folder, sorted.
  public var files: [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: self($0), isDirectory: &isFolder)
        ? !isFolder.boolValue : true
    }.sorted()
  }
}

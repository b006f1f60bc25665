// SPDX-License-Identifier: MIT
// Part of Platen: the maps that a path means, read one after the other.

import Diagnostics
import Pipeline
import Recipes

/// The maps at a path: one file, or those in a folder and below.
struct WorldWalk {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Reads each map and hands it on; says what is wrong with those that cannot be read.
  ///
  /// - Returns: whether any could not be read.
  func forEach(_ voice: Voice, _ body: (Inspection) -> Void) throws -> Bool {
    guard Files.isFolder(path) else { return !read(path, voice, body) }
    // The folder is no part of the pattern: its own name may hold brackets and stars.
    let found = try voice.ending { try DiskEnvironment(folder: path).glob("**/*") }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var failed = false
    var count = 0
    for file in found.map({ folder + $0 }) where isMap(file) {
      count += 1
      if !read(file, voice, body) { failed = true }
    }
    if count == 0 { voice.say("\(path): no maps in it") }
    return failed
  }

  /// The bytes of a file, or of standard input (`-`).
  static func bytes(of path: String) throws -> FileBytes {
    try DiskEnvironment().read(path == "-" ? "/dev/stdin" : path)
  }

  /// What a file's bytes hold.
  ///
  /// - Throws: `Failure` placed in the file.
  static func inspection(of bytes: FileBytes, path: String) throws -> Inspection {
    let result = try bytes.withUnsafeBytes { try WorldFile.read($0, path: path) }
    return Inspection(path: path, imported: result.value, warnings: result.warnings)
  }

  private func read(_ path: String, _ voice: Voice, _ body: (Inspection) -> Void) -> Bool {
    do {
      body(try WorldWalk.inspection(of: WorldWalk.bytes(of: path), path: path))
      return true
    } catch let failure as Failure {
      voice.say(failure.inFile(path).diagnostics)
    } catch {
      voice.say([.error("map.unreadable", "\(error)", at: Place(file: path))])
    }
    return false
  }

  /// Whether a file in a folder is meant: by its ending, or, as JSON may be anything, by its content.
  private func isMap(_ path: String) -> Bool {
    let name = path.lowercased()
    if [".map", ".wfmap", ".map.gz"].contains(where: name.hasSuffix) { return true }
    guard name.hasSuffix(".json") else { return false }
    // One that cannot be read may be a map; whoever reads it says why not.
    guard let bytes = try? WorldWalk.bytes(of: path) else { return true }
    return bytes.withUnsafeBytes { WorldFile.recognizes($0) }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: `platen inspect`: what a map's file is and holds.

import ArgumentParser
import Diagnostics
import Pipeline
import Recipes

/// `platen inspect`.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what a map's file is and holds.",
    discussion: """
      platen inspect world.map
      platen inspect worlds/ --json

      A folder gives a line for each map in it and in the folders below.
      """)

  @Argument(help: "Maps, or folders of maps; - for standard input.", completion: .file())
  var files: [String]
  @Flag(help: "With --json: digests of every cell, to compare with the generator's own.")
  var geometry = false
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if geometry, !common.isJSON { throw ValidationError("--geometry goes with --json.") }
  }

  func run() throws {
    let voice = common.voice
    let isSingle = files.count == 1 && !Files.isFolder(files[0])
    var failed = false
    for file in files {
      let walk = WorldWalk(file)
      failed =
        try walk.forEach(voice) { inspection in
          if common.isJSON {
            StandardOutput.write(
              inspection.json(withGeometry: geometry, indent: isSingle ? 2 : nil))
          } else {
            StandardOutput.write(isSingle ? inspection.text : inspection.line + "\n")
            if isSingle || common.verbose { voice.say(inspection.warnings) }
          }
        } || failed
    }
    if failed { throw Ended(ExitStatus.jobFailed) }
  }
}

/// The maps at a path: one file, or those in a folder and below.
struct WorldWalk {
  private let path: String
  private let environment = DiskEnvironment()

  init(_ path: String) { self.path = path }

  /// Reads each map and hands it on; says what is wrong with those that cannot be read.
  ///
  /// - Returns: whether any could not be read.
  func forEach(_ voice: Voice, _ body: (Inspection) -> Void) throws -> Bool {
    guard Files.isFolder(path) else { return !read(path, voice, body) }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let found = try voice.ending { try environment.glob(folder + "**/*") }
    var failed = false
    var count = 0
    for file in found where isMap(file) {
      count += 1
      if !read(file, voice, body) { failed = true }
    }
    if count == 0 { voice.say("\(path): no maps in it") }
    return failed
  }

  private func read(_ path: String, _ voice: Voice, _ body: (Inspection) -> Void) -> Bool {
    do {
      let file = try environment.read(path == "-" ? "/dev/stdin" : path)
      let result = try file.withUnsafeBytes { try WorldFile.read($0, path: path) }
      body(Inspection(path: path, imported: result.value, warnings: result.warnings))
      return true
    } catch let failure as Failure {
      voice.say(failure.inFile(path).diagnostics)
    } catch {
      voice.say([.error("map.unreadable", "\(error)", at: Place(file: path))])
    }
    return false
  }

  /// Whether a file in a folder is meant: by its ending, or by its first bytes where it has none.
  private func isMap(_ path: String) -> Bool {
    let name = path.lowercased()
    if [".map", ".wfmap", ".map.gz"].contains(where: name.hasSuffix) { return true }
    guard name.hasSuffix(".json"), let file = try? environment.read(path) else { return false }
    return file.withUnsafeBytes { WorldFile.recognizes($0) }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: `platen sample`: a sample world and a sample manifest.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Jobs
import Pipeline
import Text

/// `platen sample`.
struct SampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Write a sample world or manifest to try Platen with.",
    discussion: """
      EXAMPLES
        platen sample world -o ardenfell.map --seed 1 --cells 10000
        platen sample manifest > platen.yaml
      """,
    subcommands: [SampleWorldCommand.self, SampleManifestCommand.self])
}

/// `platen sample world`.
struct SampleWorldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "world",
    abstract: "Write a save of a generated world; the same seed gives the same world.",
    discussion: """
      EXAMPLES
        platen sample world -o ardenfell.map --seed 1
        platen sample world -o large.map --cells 100000 --width 1920 --height 1080
      """)

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
  var output: String
  @Option(parsing: .unconditional, help: ArgumentHelp("A whole number from 0.", valueName: "n"))
  var seed: UInt64 = 1
  @Option(
    help: ArgumentHelp(
      "Approximate number of cells: 1000 to 1000000 (default: 10000).", valueName: "n"),
    transform: wholeNumber(in: SampleFile.cells))
  var cells = 10_000
  @Option(
    help: ArgumentHelp("Width of the sheet in map units (default: 1280).", valueName: "n"),
    transform: wholeNumber(in: SampleFile.sides))
  var width = 1280
  @Option(
    help: ArgumentHelp("Height of the sheet in map units (default: 720).", valueName: "n"),
    transform: wholeNumber(in: SampleFile.sides))
  var height = 720
  @Option(
    help: ArgumentHelp("The name of the world (default: an invented one).", valueName: "text"))
  var name: String?
  @Flag(name: .shortAndLong, help: "Overwrite an existing file.")
  var force = false
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    if common.isJSON, output == "-" {
      throw ValidationError(
        "--json and -o - cannot be used together: both write to standard output.")
    }
  }

  func run() throws {
    let console = common.console
    try console.exiting(otherwise: ExitStatus.inputOutput) {
      guard output == "-" || !Files.isFolder(output), !output.hasSuffix("/") else {
        throw Failure(
          .error(
            .optionOutput, "-o names a file, not a folder: \"\(output)\"",
            hints: ["-o \(output.hasSuffix("/") ? output : output + "/")world.map"]))
      }
      if output != "-", !force, Files.exists(output) {
        throw Failure(
          .error(.fileExists, "\(output) already exists", hints: ["--force overwrites it"]))
      }
      let bytes = SampleFile.world(
        seed: seed, cells: cells, width: width, height: height, name: name)
      if output == "-" {
        bytes.withUnsafeBytes { StandardOutput.write($0) }
      } else {
        try Files.write(bytes, to: output)
        console.report("wrote \(output), \(formatted(bytes: bytes.count))")
        console.writeObject { json in
          json.member("file", output)
          json.member("bytes", bytes.count)
        }
      }
    }
  }
}

/// `platen sample manifest`.
struct SampleManifestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Print a manifest to start from.",
    discussion: """
      EXAMPLES
        platen sample manifest
        platen sample manifest > platen.yaml
      """)

  @OptionGroup(title: "General options") var common: CommonOptions

  func run() throws {
    try common.console.exiting(otherwise: ExitStatus.inputOutput) {
      let bytes = try Templates.find(named: common.dataDir).manifest(kind: "map")
      if common.isJSON {
        common.console.writeObject { $0.member("text", String(decoding: bytes, as: UTF8.self)) }
      } else {
        bytes.withUnsafeBytes { StandardOutput.write($0) }
      }
    }
  }
}

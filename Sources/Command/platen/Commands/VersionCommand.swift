// SPDX-License-Identifier: MIT
// Part of Platen: `platen version`: the program's version, and its libraries'.

import ArgumentParser
import JobKit
import Jobs

/// `platen version`.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version; with --verbose that of every library as well.",
    discussion: """
      platen version
      platen --version --verbose
      """)

  @Flag(name: .shortAndLong, help: "The libraries' versions, too.")
  var verbose = false

  func run() throws {
    var text = PlatenVersion.tool + "\n"
    if verbose {
      for library in LibraryVersions.all { text += "\(library.name) \(library.version)\n" }
    }
    StandardOutput.write(text)
  }
}

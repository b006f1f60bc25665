// SPDX-License-Identifier: MIT
// Part of Platen: `platen version`: the program's version, and its libraries'.

import ArgumentParser
import JSON
import JobKit

/// `platen version`.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version; with --verbose, the versions of all libraries as well.",
    discussion: """
      EXAMPLES
        platen version
        platen --version --verbose
        platen version --json
      """)

  @Flag(name: .shortAndLong, help: "Print the versions of the libraries as well.")
  var verbose = false

  @Flag(name: .customLong("json"), help: "Print the versions of Platen and the libraries as JSON.")
  var isJSON = false
  @OptionGroup var colors: ColorOptions

  func run() throws {
    if isJSON { return StandardOutput.write(json()) }
    var text = PlatenVersion.tool + "\n"
    if verbose {
      for library in LibraryVersions.all { text += "\(library.name) \(library.version)\n" }
    }
    StandardOutput.write(text)
  }

  private func json() -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("tool", PlatenVersion.tool)
      json.member("version", PlatenVersion.current)
      json.member(
        "libraries",
        array: { json in
          for library in LibraryVersions.all {
            json.object { json in
              json.member("name", library.name)
              json.member("version", library.version)
            }
          }
        })
    }
    return json.text + "\n"
  }
}

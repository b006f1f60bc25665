// SPDX-License-Identifier: MIT
// Part of Platen: `platen fonts`: known fonts, installed fonts and substitutes.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Text

/// `platen fonts`.
struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "List the known fonts, and show which font a name resolves to.",
    discussion: """
      EXAMPLES
        platen fonts
        platen fonts "Almendra SC" "EB Garamond"
      """)

  @Argument(help: "Names of families to look up.")
  var names: [String] = []
  @Option(
    name: .customLong("font"), parsing: .singleValue,
    help: ArgumentHelp("A font file to add. May be repeated.", valueName: "file"))
  var files: [String] = []
  @OptionGroup(title: "General options") var common: CommonOptions

  func run() throws {
    try common.console.exiting(otherwise: ExitStatus.jobFailed) {
      let catalog = try FontInventory(files: files)
      if names.isEmpty {
        for family in catalog.families { writeFamily(family) }
        return
      }
      let answers = names.map { catalog.answer(to: $0) }
      for answer in answers {
        if common.isJSON {
          var json = JSONWriter()
          json.object { json in
            json.member("name", answer.requested)
            json.member("family", answer.family)
            json.member("substitute", answer.isSubstitute)
            json.member("file", answer.file)
          }
          StandardOutput.write(json.text + "\n")
        } else if let family = answer.family, let file = answer.file {
          StandardOutput.write(
            "\(answer.requested)  \(answer.isSubstitute ? "→ \(family)  " : "")\(file)\n")
        }
        common.console.report(FontsCommand.errors(of: answer))
      }
      if answers.contains(where: { $0.family == nil }) { throw Ended(ExitStatus.jobFailed) }
    }
  }

  /// The errors in a name: a list of families does not help someone who names a file.
  private static func errors(of answer: FontInventory.Answer) -> [Diagnostic] {
    let pathExtensions = [".ttf", ".otf", ".ttc", ".otc"]
    guard answer.family == nil,
      pathExtensions.contains(where: answer.requested.lowercased().hasSuffix)
    else {
      return answer.errors
    }
    return answer.errors.map { fault in
      var fault = fault
      fault.hints = ["use a family's name, or add the file with --font \(answer.requested)"]
      return fault
    }
  }

  private func writeFamily(_ family: FontInventory.Family) {
    if common.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("name", family.name)
        json.member("genre", family.genre)
        json.member("faces", family.faces)
        json.member("package", family.package)
      }
      StandardOutput.write(json.text + "\n")
    } else if family.faces > 0 {
      StandardOutput.write("\(family.name)  \(family.genre), \(counted(family.faces, "face"))\n")
    } else {
      StandardOutput.write(
        "\(family.name)  not found\(family.package.map { ": apt-get install \($0)" } ?? "")\n")
    }
  }
}

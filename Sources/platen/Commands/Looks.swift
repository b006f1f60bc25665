// SPDX-License-Identifier: MIT
// Part of Platen: `platen looks`: how maps can be dressed.

import ArgumentParser
import Diagnostics
import JSON
import Pipeline
import Recipes

/// `platen looks`.
struct Looks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "List the looks, print one as a file to start from, or list what a look can set.",
    discussion: """
      platen looks
      platen looks parchment > mine.yaml
      """)

  @Argument(help: "A look to print whole.")
  var name: String?
  @Flag(help: "Every setting of a look: its name, what it takes, what it is for.")
  var settings = false
  @Flag(help: "Every preset and layer that `layers` may name.")
  var layers = false
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    let asked = [name != nil, settings, layers].filter { $0 }
    if asked.count > 1 { throw ValidationError("Ask for one of: a look, --settings, --layers.") }
  }

  func run() throws {
    try common.voice.ending(otherwise: ExitStatus.usage) {
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.templates)
      if settings {
        write(
          LookCatalog.settings.map { [$0.name, $0.takes, $0.about] }, ["name", "takes", "about"])
      } else if layers {
        write(
          LookCatalog.presets.map { [$0, "preset"] } + LookCatalog.layers.map { [$0, "layer"] },
          ["name", "kind"])
      } else if let name {
        StandardOutput.write(try LookCatalog.yaml(of: name, in: context))
      } else {
        write(context.looks.names.map { [$0] }, ["name"])
      }
    }
  }

  private func write(_ rows: [[String]], _ keys: [String]) {
    if common.isJSON {
      for row in rows {
        var json = JSONWriter()
        json.object { json in for (key, value) in zip(keys, row) { json.member(key, value) } }
        StandardOutput.write(json.text + "\n")
      }
    } else {
      StandardOutput.write(Columns.text(rows))
    }
  }
}

/// Rows of text in columns, the last one as long as it likes.
enum Columns {
  static func text(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}

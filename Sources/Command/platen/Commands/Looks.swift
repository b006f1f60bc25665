// SPDX-License-Identifier: MIT
// Part of Platen: `platen looks`: how maps, books and decks can be dressed.

import ArgumentParser
internal import CardJobs
import Diagnostics
import JSON
import JobKit
import Jobs
import Pipeline

/// `platen looks`.
struct Looks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "List the looks, print one as a file to start from, or list what a look can set.",
    discussion: """
      platen looks
      platen looks parchment > mine.yaml
      platen looks parchment --kind campaign > mybook.yaml
      platen looks --settings --kind campaign

      Maps, campaigns and talks have looks of their own, some of the same name; --kind says whose is meant. \
      A look's file need hold only what differs: extends: parchment, and then the settings to change.
      """)

  @Argument(help: "A look to print whole.")
  var name: String?
  @Flag(help: "Every setting of a look: its name, what it takes, what it is for.")
  var settings = false
  @Flag(
    help: "Every kind and class of text in a book or deck that the settings of styles can name.")
  var styles = false
  @Flag(help: "Every preset and layer that `layers` may name.")
  var layers = false
  @Option(help: "Whose looks: map, campaign, talk or cards; all are listed when left out.")
  var kind: Kind?
  @OptionGroup var common: CommonOptions

  /// What looks are for.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case map, campaign, talk, cards
  }

  mutating func validate() throws {
    let asked = [name != nil, settings, styles, layers].filter { $0 }
    if asked.count > 1 {
      throw ValidationError("Ask for one of: a look, --settings, --styles, --layers.")
    }
  }

  func run() throws {
    try common.voice.ending(otherwise: ExitStatus.usage) {
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.templates)
      if settings {
        let rows =
          switch kind {
          case .campaign: LookCatalog.bookSettings
          case .talk: LookCatalog.deckSettings
          case .cards:
            throw ValidationError(
              "Looks of cards are templates: platen looks lattice --kind cards prints one to read.")
          case .map, nil: LookCatalog.settings
          }
        write(rows.map { [$0.name, $0.takes, $0.about] }, ["name", "takes", "about"])
      } else if styles {
        let rows = kind == .talk ? LookCatalog.deckStyles : LookCatalog.bookStyles
        write(rows.map { [$0.name, $0.about] }, ["name", "about"])
      } else if layers {
        write(
          LookCatalog.presets.map { [$0, "preset"] } + LookCatalog.layers.map { [$0, "layer"] },
          ["name", "kind"])
      } else if let name {
        StandardOutput.write(try yaml(of: name, in: context))
      } else {
        let rows = try LookCatalog.looks(in: context).filter {
          kind == nil || $0.kind == kind?.rawValue
        }
        write(rows.map { [$0.name, $0.kind, $0.about] }, ["name", "kind", "about"])
        if context.templatesFolder == nil { sayMissingTemplates() }
      }
    }
  }

  /// Says that only the looks inside the program are listed, and where files of others were looked for.
  private func sayMissingTemplates() {
    do {
      _ = try Templates.find()
    } catch let failure as Failure {
      common.voice.say(
        failure.diagnostics.map {
          .warning($0.code, $0.message + ": looks that are files are not listed", hints: $0.hints)
        })
    } catch {}
  }

  /// A look as a file; where maps and books have one of the name, and nobody says whose is meant,
  /// that of maps.
  private func yaml(of name: String, in context: RecipeContext) throws -> String {
    let isMaps = context.looks.names.contains(name)
    let isBooks = context.looks.bookNames.contains(name)
    if kind == nil, isMaps, isBooks {
      common.voice.say(
        "this is the look \(name) of maps; --kind campaign prints that of books")
    }
    if kind == .cards || kind == nil && !isMaps && !isBooks,
      let text = try LookCatalog.cardYAML(of: name, in: context)
    {
      return text
    }
    let sort: LookFile.Sort =
      switch kind {
      case .map, .cards: .map
      case .campaign: .book
      case .talk: .deck
      case nil: try LookCatalog.sort(of: name, in: context)
      }
    return switch sort {
    case .map: try LookCatalog.yaml(of: name, in: context)
    case .book: try LookCatalog.bookYAML(of: name, in: context)
    case .deck: try LookCatalog.deckYAML(of: name, in: context)
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
  /// A text longer than this moves what follows it to the right, and no other row's.
  private static let widest = 80

  static func text(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }
        .filter { $0 <= widest }.max() ?? 0
    }
    return rows.map { row in
      // What is empty at the end takes no room.
      let row = row.prefix((row.lastIndex { !$0.isEmpty } ?? -1) + 1)
      return row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: max(0, widths[column] - cell.count))
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}

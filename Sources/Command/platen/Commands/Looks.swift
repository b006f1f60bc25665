// SPDX-License-Identifier: MIT
// Part of Platen: `platen looks`: the themes of maps, books and decks.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Jobs
import Pipeline
import Text

/// `platen looks`.
struct Looks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "List the looks, print one, show them on your own file, or list what a look can set.",
    discussion: """
      A look is a theme. Maps, campaigns, talks and cards have their own looks, some with the same \
      name; --kind chooses between them. Meetings take the looks of campaigns. A look's file needs only what differs: extends: parchment, and \
      then the settings to change.

      --gallery builds an image of every look for a map, campaign, talk or rows of cards, and a page \
      of them that opens from the disk. Up-to-date images are skipped, as in a run.

      EXAMPLES
        platen looks
        platen looks --gallery world.map
        platen looks parchment > mine.yaml
        platen looks parchment --kind campaign > mybook.yaml
        platen looks --settings --kind campaign
      """)

  @Argument(
    help: "A look to print in full.",
    completion: .custom { _, _, _ in JobOptions.words(.looks) })
  var name: String?
  @Flag(help: "List every setting of a look: name, values and purpose.")
  var settings = false
  @Flag(
    help: "List every kind and class of text in a book or deck that style settings can name.")
  var styles = false
  @Flag(help: "List every preset and layer that `layers` can name.")
  var layers = false
  @Option(
    help: "The kind of job that uses the looks (default: all kinds).",
    completion: .list(Jobs.namesOfLookKinds))
  var kind: Kind?
  @OptionGroup(title: "Gallery options") var gallery: GalleryOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  /// A kind of job that has looks.
  struct Kind: ExpressibleByArgument {
    let looks: Jobs.LookKind
    /// Indicates whether the looks are its own.
    let isOwner: Bool

    init?(argument: String) {
      guard let looks = Jobs.lookKind(named: argument) else { return nil }
      self.looks = looks
      isOwner = looks.name == argument
    }

    static var allValueStrings: [String] { Jobs.namesOfLookKinds }
  }

  /// The selected looks: those of the named kind, or of the first kind that has any.
  private func family(having has: (any LookFamily) -> Bool) -> any LookFamily {
    kind?.looks.family ?? (Jobs.lookKinds.first { has($0.family) } ?? Jobs.lookKinds[0]).family
  }

  mutating func validate() throws {
    let requested = [name != nil, settings, styles, layers, gallery.input != nil].filter { $0 }
    if requested.count > 1 {
      throw ValidationError(
        "A look, --settings, --styles, --layers and --gallery cannot be used together.")
    }
  }

  func run() throws {
    if let input = gallery.input { return try EndLine.writing(common.isJSON) { try show(input) } }
    try common.console.exiting(otherwise: ExitStatus.usage) {
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.dataDir)
      if settings {
        let family = family { $0.settings != nil }
        guard let rows = family.settings else {
          throw ValidationError(
            "Looks of \(family.things) are templates without settings: print one with "
              + "platen looks NAME --kind \(kind?.looks.name ?? "").")
        }
        writeRows(rows.map { [$0.name, $0.takes, $0.about] }, ["name", "takes", "about"])
      } else if styles {
        let rows = family { !$0.styles.isEmpty }.styles
        writeRows(rows.map { [$0.name, $0.about] }, ["name", "about"])
      } else if layers {
        writeRows(
          family { !$0.layers.isEmpty }.layers.map { [$0.name, $0.kind] }, ["name", "kind"])
      } else if let name {
        let kind = try lookKind(of: name, in: context)
        let text = try kind.family.yaml(of: name, in: context)
        if common.isJSON {
          writeRows([[name, kind.name, text]], ["name", "kind", "text"])
        } else {
          StandardOutput.write(text)
        }
      } else {
        let listed = kind.map { [$0.looks] } ?? Jobs.lookKinds
        let rows = try listed.flatMap { kind in
          try kind.family.names(in: context).map { name in
            let takers = common.isJSON ? kind.name : kind.takers.joined(separator: ", ")
            return [name, takers, try kind.family.about(name, in: context)]
          }
        }
        writeRows(rows, ["name", "kind", "about"])
        if context.templatesFolder == nil { reportMissingTemplates() }
      }
    }
  }

  /// Builds the images of a gallery as a run does, and the page of them.
  private func show(_ input: String) throws {
    let console = common.console.withoutRepetitions
    try console.exiting(otherwise: ExitStatus.usage) {
      let context = try RecipeContext.make(DiskEnvironment(), templates: common.dataDir)
      if context.templatesFolder == nil { reportMissingTemplates() }
      let looks = try LookGallery(
        of: input, as: kind.flatMap { $0.isOwner ? $0.looks : nil },
        in: gallery.outputDir ?? "gallery", context)
      var command = try RunCommand.parse([])
      command.engine = gallery.engine
      command.store = gallery.store
      command.common = common
      let loaded = LoadedManifest(
        manifest: looks.manifest, faults: DiagnosticList(), environment: DiskEnvironment())
      let source = LoadedManifest.Source(path: "-", bytes: FileBytes(path: "-", bytes: []))
      let session = RunSession(command, source, console, given: loaded)
      let outcome = Result { try session.run() }
      if let result = session.result {
        let page = try looks.writePage(of: result)
        console.report("\(printable(page.path)) shows \(counted(page.count, "look"))")
      }
      try outcome.get()
    }
  }

  /// Reports that only the built-in looks are listed, and where others were looked for.
  private func reportMissingTemplates() {
    do {
      _ = try Templates.find()
    } catch let failure as Failure {
      common.console.report(
        failure.diagnostics.map {
          .warning($0.code, $0.message + ": looks that are files are not listed", hints: $0.hints)
        })
    } catch {}
  }

  /// The kind of a look: where no kind is named, the first kind with a look of the name, which is
  /// reported where another kind has one as well.
  private func lookKind(
    of name: String, in context: RecipeContext
  ) throws -> Jobs.LookKind {
    if let kind { return kind.looks }
    if LookFile.isFile(name) {
      let file = try context.environment.read(name, limit: 1 << 20)
      return Jobs.lookKind(of: file, at: name, in: context)
    }
    let having = Jobs.lookKinds.filter { $0.family.names(in: context).contains(name) }
    guard let first = having.first else {
      let known = Jobs.lookKinds.flatMap { $0.family.names(in: context) }
      throw Failure.unknownLook(name, among: known)
    }
    if let other = having.dropFirst().first {
      common.console.report(
        "this is the look \(name) of \(first.family.things); for the look of "
          + "\(other.family.things) use --kind \(other.name)")
    }
    return first
  }

  private func writeRows(_ rows: [[String]], _ keys: [String]) {
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

/// The options of a gallery.
struct GalleryOptions: ParsableArguments {
  @Option(
    name: .customLong("gallery"),
    help: ArgumentHelp("Build an image of every look for this file.", valueName: "file"),
    completion: .file())
  var input: String?
  @Option(
    help: ArgumentHelp("The output directory (default: gallery).", valueName: "dir"),
    completion: .directory)
  var outputDir: String?
  @OptionGroup var engine: EngineOptions
  @OptionGroup var store: StoreOptions

  mutating func validate() throws {
    try refuseEmpty(outputDir, of: "--output-dir", expecting: "a folder")
    try refuseEmpty(input, of: "--gallery", expecting: "a file")
    if input == nil, outputDir != nil { throw ValidationError("--output-dir requires --gallery.") }
  }
}

/// Rows of text in columns; the last column has any width.
enum Columns {
  /// A text longer than this moves the following columns to the right, in its own row only.
  private static let widest = 80

  static func text(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }
        .filter { $0 <= widest }.max() ?? 0
    }
    return rows.map { row in
      // Empty columns at the end are omitted.
      let row = row.prefix((row.lastIndex { !$0.isEmpty } ?? -1) + 1)
      return row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: max(0, widths[column] - cell.count))
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}

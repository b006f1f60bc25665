// SPDX-License-Identifier: MIT
// Part of Platen: `platen export`: a world's data for other programs.

import ArgumentParser
import Diagnostics
import Exports
import JobKit
import Jobs
import MapJobs
import Pipeline
import Text

/// `platen export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a world's data for other programs.",
    discussion: """
      platen export world.map -o world.geojson
      platen export world.map -o states.geojson --tables states,provinces --coordinates map-units
      platen export world.map -o tables/ --format csv
      platen export world.map -o world.json --format azgaar-full
      platen export world.map -o world.platenworld --audience gm

      Forms: \(DataForm.allCases.map { "\($0.rawValue) (.\($0.ending)): \($0.summary)" }
        .joined(separator: "; ")).

      Tables: \(DataTable.allCases.map(\.rawValue).joined(separator: ", ")).

      A folder gets a file for each table. Data are for players unless --audience says gm: without \
      notes, armies, and what is hidden.
      """)

  @Argument(
    help: "A map (FMG, World Foundry, a .platenworld); - for standard input.",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz"]))
  var input: String
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .singleValue,
    help: ArgumentHelp(
      "The file to make, or a folder for a file of each table; - for standard output. May be repeated.",
      valueName: "file"),
    completion: .file())
  var output: [String]
  @Option(
    help: ArgumentHelp(
      "The form, where the name's ending does not say it; a .json is world-foundry when left out.",
      valueName: "format"))
  var format: String?
  @Option(
    help: ArgumentHelp(
      "The tables, joined by commas; all that the form can hold when left out.",
      valueName: "tables"))
  var tables: String?
  @Option(
    help: ArgumentHelp(
      "What the coordinates of shapes are: lonlat (degrees) or map-units.",
      valueName: "unit"))
  var coordinates: String?
  @Option(help: ArgumentHelp("Who gets it: player, gm, debug.", valueName: "who"))
  var audience: String?
  @Option(
    help: ArgumentHelp("Other names for biomes, cultures, governments.", valueName: "file"))
  var importMapping: String?
  @Flag(help: "Use what is whole of a damaged save, and say what is lost.")
  var salvage = false

  @Flag(help: "Exit with 2 when there were warnings.")
  var failOnWarnings = false
  @OptionGroup var engine: EngineOptions
  @OptionGroup var common: CommonOptions

  mutating func validate() throws {
    if output == ["-"], format == nil {
      throw ValidationError("-o - has no ending that says the form: --format says it.")
    }
    if common.isJSON, output == ["-"] {
      throw ValidationError("--json and -o - both want standard output.")
    }
  }

  func run() throws {
    try common.voice.ending(otherwise: ExitStatus.usage) {
      let wishes = try saying("--format") { try output.flatMap { try self.wishes($0) } }
      if coordinates != nil, !wishes.contains(where: { $0.form == .geojson }) {
        throw Failure(
          .error(
            .optionFrame, "only .geojson has coordinates",
            at: Place(field: "--coordinates"), hints: ["leave it out"]))
      }
      let place = try OutputPlace(
        wishes.map(\.path), form: wishes.first?.form.ending ?? "json")
      defer { place.removeTemporary() }
      let path = input == "-" ? "/dev/stdin" : input
      let kind = MapKind()
      var settings = Settings()
      settings.set(kind.name, to: path)
      if let audience { settings.set("audience", to: audience) }
      if let importMapping {
        settings.set("import-mapping", to: importMapping)
      }
      if salvage { settings.set("salvage", to: "true") }
      try kind.grammar.check(settings)
      var warnings: [Diagnostic] = []
      let outputs = try zip(place.paths, wishes).map { (path, wish) -> OutputRequest in
        var options = Settings()
        if wish.form.ending == "json" { options.set("format", to: wish.form.rawValue) }
        let tables = wish.tables.map(\.rawValue)
        if !tables.isEmpty { options.set("tables", to: tables) }
        if let coordinates, wish.form == .geojson {
          options.set("coordinates", to: coordinates)
        }
        try kind.grammar.check(options)
        if !place.isStream { warnings += try checkedName(path, kind.grammar) }
        return OutputRequest(
          path: path, form: wish.form.ending, options: options, place: Place(field: "-o"))
      }
      let name = input == "-" ? "standard input" : input
      let job = ManifestJob(
        id: name, baseID: name, kind: kind, input: path, settings: settings,
        outputs: outputs, place: Place())
      try OneJob(
        engine: engine, common: common, failOnWarnings: failOnWarnings,
        warnings: warnings + kind.grammar.alike(outputs)
      ).make(job, at: place)
    }
  }

  /// A variable that there is not is wrong usage, as in a manifest.
  ///
  /// - Returns: what may be a mistake in the name.
  private func checkedName(_ path: String, _ kind: JobGrammar) throws -> [Diagnostic] {
    do throws(Failure) {
      return try kind.check(outputName: path).map { $0.found(from: Place(field: "-o")) }
    } catch {
      throw Failure(
        error.diagnostics.map {
          .error(.optionOutput, $0.message, at: Place(field: "-o"), hints: $0.hints)
        })
    }
  }

  /// A file that is wanted.
  private struct Wish {
    var path: String
    var form: DataForm
    var tables: [DataTable]
  }

  /// The files that one `-o` asks for.
  private func wishes(_ path: String) throws -> [Wish] {
    let names = (tables ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }
    guard path.hasSuffix("/") || path != "-" && Files.isFolder(path) else {
      let form = try form(of: path)
      if form == .csv, names.count != 1, names.count > 1 || DataTable(fileName: path) == nil {
        throw Failure(
          .error(
            .optionTable,
            names.isEmpty
              ? "a .csv holds one table, and nothing names it" : "a .csv holds one table only",
            hints: [
              "call it after the table, as in burgs.csv, or add --tables burgs; there are "
                + DataTable.allCases.map(\.rawValue).joined(separator: ", "),
              "a folder gets a file for each table: -o tables/ --format csv",
            ]))
      }
      if form.hasTables {
        return [Wish(path: path, form: form, tables: try DataTable.named(names, for: form))]
      }
      if !names.isEmpty { throw withoutTables(form) }
      return [Wish(path: path, form: form, tables: [])]
    }
    guard let named = format else {
      throw Failure(
        .error(
          .optionForm, "-o names a folder, which says no form: \"\(path)\"",
          hints: ["--format csv or --format geojson makes a file of each table there"]))
    }
    let form = try DataForm(named: named)
    let folder = path.hasSuffix("/") ? path : path + "/"
    guard form.hasTables else {
      throw Failure(
        .error(
          .optionForm, "\(form.rawValue) is one file, and -o names a folder: \"\(path)\"",
          hints: ["-o \(folder)world.\(form.ending)"]))
    }
    let chosen = try DataTable.named(names, for: form)
    return (chosen.isEmpty ? DataTable.tables(of: form) : chosen).map {
      Wish(path: "\(folder)\($0.rawValue).\(form.ending)", form: form, tables: [$0])
    }
  }

  private func withoutTables(_ form: DataForm) -> Failure {
    Failure(
      .error(
        .optionTable, "\(form.rawValue) holds all tables it knows: --tables chooses none of them",
        hints: ["--format csv and --format geojson are made table by table"]))
  }

  /// The form of a file: the one that is named, else what its ending says.
  private func form(of path: String) throws -> DataForm {
    let ending = fileExtension(of: path)
    if let named = format {
      let form = try DataForm(named: named)
      guard path == "-" || ending == form.ending else {
        throw Failure(
          .error(
            .optionForm, "\(form.rawValue) is written to a .\(form.ending), not to \"\(path)\"",
            hints: ["-o world.\(form.ending)"]))
      }
      return form
    }
    let told: [DataForm] = [.worldFoundry, .wfmap, .platenWorld, .geojson, .csv]
    if let form = told.first(where: { $0.ending == ending }) { return form }
    if let instead = DataForm.instead(of: ending) {
      throw Failure(.error(.exportForm, ".\(ending) is not offered", hints: [instead]))
    }
    if MapKind().grammar.forms.contains(where: { $0.ending == ending }) {
      throw Failure(
        .error(
          .exportForm, ".\(ending) is no form of a world's data",
          hints: ["platen render \(input) -o \(path)"]))
    }
    let endings = [".json", ".wfmap", ".platenworld", ".geojson", ".csv"]
    throw Failure(
      .error(
        .exportForm, "\"\(path)\" has an ending that says no form",
        hints: [nearMissHint("." + ending, among: endings)]))
  }

  /// Faults of flags say which flag they are of.
  private func saying<T>(_ flag: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { fault in
          var fault = fault
          switch fault.code {
          case .exportTable, .optionTable: fault.place = Place(field: "--tables")
          default: fault.place = Place(field: format == nil ? "-o" : flag)
          }
          return fault
        })
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: `platen export`: a world's data for other programs.

import ArgumentParser
import Diagnostics
import Exports
import JobKit
import MapJobs
import Pipeline
import Text

/// `platen export`.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a world's data for other programs.",
    discussion: """
      Formats: \(DataFormat.allCases.map { "\($0.rawValue) (.\($0.pathExtension)): \($0.summary)" }
        .joined(separator: "; ")).

      Tables: \(DataTable.allCases.map(\.rawValue).joined(separator: ", ")).

      A folder gets a file for each table. Without --audience gm, data are for players: notes, \
      armies and hidden things are omitted.

      EXAMPLES
        platen export world.map -o world.geojson
        platen export world.map -o states.geojson --tables states,provinces
        platen export world.map -o drawing.geojson --coordinates map-units
        platen export world.map -o tables/ --format csv
        platen export world.map -o world.json --format azgaar-full
        platen export world.map -o world.platenworld --audience gm
      """)

  @Argument(
    help: "A map (FMG, World Foundry, a .platenworld); - for standard input.",
    completion: .file(extensions: ["map", "json", "wfmap", "platenworld", "gz"]))
  var input: String
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .singleValue,
    help: ArgumentHelp(
      "The file to write, or a folder for a file of each table; - for standard output. May be repeated.",
      valueName: "file"),
    completion: .file())
  var output: [String]
  @Option(
    help: ArgumentHelp(
      "The format, where the file extension does not determine it (default for .json: world-foundry).",
      valueName: "format"))
  var format: String?
  @Option(
    help: ArgumentHelp(
      "The tables, joined by commas (default: all that the format supports).",
      valueName: "tables"))
  var tables: String?
  @Option(
    help: ArgumentHelp(
      "The unit of the coordinates of shapes: lonlat (degrees) or map-units.",
      valueName: "unit"))
  var coordinates: String?
  @Option(help: ArgumentHelp("The audience: player, gm, or debug (as gm).", valueName: "who"))
  var audience: String?
  @Option(
    help: ArgumentHelp("Other names for biomes, cultures, governments.", valueName: "file"))
  var importMapping: String?
  @Flag(help: "Use the intact parts of a damaged save, and report what is lost.")
  var salvage = false

  @Flag(help: "Exit with 2 if there are warnings.")
  var failOnWarnings = false
  @OptionGroup(title: "Resource options") var engine: EngineOptions
  @OptionGroup(title: "General options") var common: CommonOptions

  mutating func validate() throws {
    if output == ["-"], format == nil {
      throw ValidationError("-o - has no file extension: specify the format with --format.")
    }
    if common.isJSON, output == ["-"] {
      throw ValidationError(
        "--json and -o - cannot be used together: both write to standard output.")
    }
  }

  func run() throws {
    try common.console.exiting(otherwise: ExitStatus.usage) {
      let requests = try naming("--format") { try output.flatMap { try self.requests($0) } }
      if coordinates != nil, !requests.contains(where: { $0.format == .geojson }) {
        throw Failure(
          .error(
            .optionFrame, "only .geojson has coordinates",
            at: SourceLocation(field: "--coordinates"), hints: ["omit it"]))
      }
      let place = try OutputPlace(
        requests.map(\.path), format: requests.first?.format.pathExtension ?? "json")
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
      let outputs = try zip(place.paths, requests).map { (path, request) -> OutputRequest in
        var options = Settings()
        if request.format.pathExtension == "json" {
          options.set("format", to: request.format.rawValue)
        }
        let tables = request.tables.map(\.rawValue)
        if !tables.isEmpty { options.set("tables", to: tables) }
        if let coordinates, request.format == .geojson {
          options.set("coordinates", to: coordinates)
        }
        try kind.grammar.check(options)
        if !place.isStream { warnings += try checkedName(path, kind.grammar) }
        return OutputRequest(
          path: path, format: request.format.pathExtension, options: options,
          place: SourceLocation(field: "-o"))
      }
      let name = input == "-" ? "standard input" : input
      let job = ManifestJob(
        id: name, baseID: name, kind: kind, input: path, settings: settings,
        outputs: outputs, place: SourceLocation())
      try OneJob(
        engine: engine, common: common, failOnWarnings: failOnWarnings,
        warnings: warnings + kind.grammar.alike(outputs)
      ).make(job, at: place)
    }
  }

  /// An unknown variable is a usage error, as in a manifest.
  ///
  /// - Returns: warnings about the name.
  private func checkedName(_ path: String, _ kind: JobGrammar) throws -> [Diagnostic] {
    do throws(Failure) {
      return try kind.check(outputName: path).map { $0.found(from: SourceLocation(field: "-o")) }
    } catch {
      throw Failure(
        error.diagnostics.map {
          .error(.optionOutput, $0.message, at: SourceLocation(field: "-o"), hints: $0.hints)
        })
    }
  }

  /// A requested file.
  private struct RequestedFile {
    var path: String
    var format: DataFormat
    var tables: [DataTable]
  }

  /// The files that one `-o` requests.
  private func requests(_ path: String) throws -> [RequestedFile] {
    let names = (tables ?? "").split(separator: ",").map { String($0.filter { $0 != " " }) }
    guard path.hasSuffix("/") || path != "-" && Files.isFolder(path) else {
      let format = try format(of: path)
      if format == .csv, names.count != 1, names.count > 1 || DataTable(fileName: path) == nil {
        throw Failure(
          .error(
            .optionTable,
            names.isEmpty
              ? "a .csv holds one table, and none is named" : "a .csv holds one table only",
            hints: [
              "name the file after the table, as in burgs.csv, or add --tables burgs",
              DataTable.hint(for: path),
              "a folder gets a file for each table: -o tables/ --format csv",
            ]))
      }
      if format.hasTables {
        return [
          RequestedFile(path: path, format: format, tables: try DataTable.named(names, for: format))
        ]
      }
      if !names.isEmpty { throw withoutTables(format) }
      return [RequestedFile(path: path, format: format, tables: [])]
    }
    guard let named = format else {
      throw Failure(
        .error(
          .optionFormat, "the format of the files in the folder \"\(path)\" is unknown",
          hints: ["--format csv and --format geojson write a file for each table"]))
    }
    let format = try DataFormat(named: named)
    let folder = path.hasSuffix("/") ? path : path + "/"
    guard format.hasTables else {
      throw Failure(
        .error(
          .optionFormat, "\(format.rawValue) is one file, and -o names a folder: \"\(path)\"",
          hints: ["-o \(folder)world.\(format.pathExtension)"]))
    }
    let chosen = try DataTable.named(names, for: format)
    return (chosen.isEmpty ? DataTable.tables(of: format) : chosen).map {
      RequestedFile(
        path: "\(folder)\($0.rawValue).\(format.pathExtension)", format: format, tables: [$0])
    }
  }

  private func withoutTables(_ format: DataFormat) -> Failure {
    Failure(
      .error(
        .optionTable,
        "--tables does not apply to \(format.rawValue), which always holds all of its tables",
        hints: ["--format csv and --format geojson write each table on its own"]))
  }

  /// The format of a file: the named one, else that of its file extension.
  private func format(of path: String) throws -> DataFormat {
    let pathExtension = fileExtension(of: path)
    if let named = format {
      let format = try DataFormat(named: named)
      guard path == "-" || pathExtension == format.pathExtension else {
        throw Failure(
          .error(
            .optionFormat,
            "\(format.rawValue) is written to a .\(format.pathExtension), not to \"\(path)\"",
            hints: ["-o world.\(format.pathExtension)"]))
      }
      return format
    }
    let unambiguous: [DataFormat] = [.worldFoundry, .wfmap, .platenWorld, .geojson, .csv]
    if let format = unambiguous.first(where: { $0.pathExtension == pathExtension }) {
      return format
    }
    if let instead = DataFormat.instead(of: pathExtension) {
      throw Failure(.error(.exportFormat, ".\(pathExtension) is not offered", hints: [instead]))
    }
    if MapKind().grammar.formats.contains(where: { $0.pathExtension == pathExtension }) {
      throw Failure(
        .error(
          .exportFormat, ".\(pathExtension) is not a format of a world's data",
          hints: ["platen render \(input) -o \(path)"]))
    }
    let pathExtensions = [".json", ".wfmap", ".platenworld", ".geojson", ".csv"]
    throw Failure(
      .error(
        .exportFormat, "unknown file extension in \"\(path)\"",
        hints: [nearMissHint("." + pathExtension, among: pathExtensions, listedBy: "help export")]))
  }

  /// Names the flag in errors of flags.
  private func naming<T>(_ flag: String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { fault in
          var fault = fault
          switch fault.code {
          case .exportTable, .optionTable: fault.place = SourceLocation(field: "--tables")
          default: fault.place = SourceLocation(field: format == nil ? "-o" : flag)
          }
          return fault
        })
    }
  }
}

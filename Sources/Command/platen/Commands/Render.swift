// SPDX-License-Identifier: MIT
// Part of Platen: `platen render`: the outputs of one input, without a manifest.

import ArgumentParser
import Diagnostics
import JobKit
import Jobs
import Pipeline
import Text
import Values

/// `platen render`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Build outputs from one input, without a manifest.",
    discussion: """
      The file extension of -o determines the format: \(Render.formats). Several -o share the work.

      In a catalog or a folder, render replaces only files that it wrote itself. It records them in \
      platen/rendered of XDG_STATE_HOME (default: ~/.local/state).

      EXAMPLES
        platen render world.map -o world.png --width 4096
        platen render world.map world.png
        platen render world.map -o poster.pdf --look engraved --paper A2 --margin 10
        platen render campaign.json -o book.pdf -o book.docx -o book.txt
        platen render meeting.json -o minutes.docx --time-zone Europe/Prague
        platen render icon.svg -o AppIcon.xcassets -o app.ico --background '#17384A'
        platen render spells.csv -o spells.pdf --layout sheet --look tide
        platen render monday.map friday.map --kind diff -o changes.pdf
      """)

  /// `png, pdf, wfmap, json for a map; pdf, docx, … for a campaign`.
  private static var formats: String {
    Jobs.kinds.map { kind in
      let pathExtensions = kind.grammar.formats.map {
        $0.pathExtension == "/" ? "a folder" : $0.pathExtension
      }
      let name = kind.name.hasSuffix("s") ? kind.name : "a " + kind.name
      return pathExtensions.joined(separator: ", ") + " for " + name
    }.joined(separator: "; ")
  }

  /// `A map (FMG, World Foundry), a campaign (WorldArchitect.AI)`.
  fileprivate static var inputs: String {
    let list = Jobs.kinds.map(\.inputHelp).joined(separator: ", ")
    return list.prefix(1).uppercased() + list.dropFirst()
  }

  /// The file extensions of inputs, with those that several kinds share.
  fileprivate static var pathExtensions: [String] {
    Jobs.kinds.flatMap(\.inputExtensions) + ["json", "jsonl", "yaml"]
  }

  @OptionGroup var arguments: RenderArguments
  @OptionGroup var options: JobOptions

  private var input: String { arguments.input }
  /// Indicates whether the job compares two inputs, so that a second name is not that of an output.
  private var takesTwo: Bool {
    (kind.flatMap(Jobs.kind(named:))?.grammar.inputCount ?? 1) > 1
  }
  private var outputFile: String? { takesTwo ? nil : arguments.outputFile }
  private var laterInput: String? { takesTwo ? arguments.outputFile : nil }
  private var namedOutputs: [String] { arguments.namedOutputs }
  private var kind: String? { arguments.kind }
  private var force: Bool { arguments.force }
  private var failOnWarnings: Bool { arguments.failOnWarnings }
  private var engine: EngineOptions { arguments.engine }
  private var common: CommonOptions { arguments.common }

  /// The files to write, from either argument.
  private var output: [String] { outputFile.map { [$0] } ?? namedOutputs }

  mutating func validate() throws {
    if output.isEmpty {
      throw ValidationError("Missing output: name a file after the input, or with -o.")
    }
    if input.isEmpty { throw ValidationError("The input has an empty name.") }
    if common.isJSON, output == ["-"] {
      throw ValidationError(
        "--json and -o - cannot be used together: both write to standard output.")
    }
  }

  func run() throws {
    // Checked here and not in `validate`: the value of a misspelled option looks like an output.
    if outputFile != nil, !namedOutputs.isEmpty {
      throw ValidationError("An output after the input and -o cannot be used together.")
    }
    let wording = FlagWording(JobOptions.flags.map(\.flag))
    let console = common.console.wordingHints(with: wording)
    try console.exiting(otherwise: ExitStatus.usage) {
      try refuseSecondInput()
      let path = input == "-" ? "/dev/stdin" : input
      let kind = try kind(of: path)
      let place = try OutputPlace(
        output.map { $0.hasSuffix(".xcassets/") ? String($0.dropLast()) : $0 },
        format: streamed(kind) ?? "png",
        makesFolders: kind.grammar.formats.contains { $0.pathExtension == "/" },
        example: kind.exampleOutput)
      defer { place.removeTemporary() }
      let (job, warnings) = try job(kind, of: path, place)
      do {
        try OneJob(
          engine: engine, common: common, failOnWarnings: failOnWarnings, replaces: force,
          warnings: warnings, wording: wording
        ).make(job, at: place)
      } catch let failure as Failure where job.outputs.count > 1 {
        throw failure.offeringSeparateOutputs
      }
    }
  }

  /// Refuses a shell pattern that matches two inputs: the second is not an output.
  private func refuseSecondInput() throws {
    guard let file = outputFile, fileExtension(of: file) == fileExtension(of: input),
      try DiskEnvironment().status(file) != nil
    else { return }
    throw Failure(
      .error(
        .fileExists, "the output exists and may be another input", at: SourceLocation(file: file),
        hints: ["name it with -o to overwrite it", "name one input"]))
  }

  /// The one job, its flags checked as a manifest's keys are, and warnings about them.
  private func job(
    _ kind: any JobKind, of path: String, _ place: OutputPlace
  ) throws -> (job: ManifestJob, warnings: [Diagnostic]) {
    var settings = options.settings
    // For standard output it names the file extension.
    if output == ["-"], kind.grammar.formats.contains(where: { $0.pathExtension == format }) {
      settings.remove("format")
    }
    settings.set(kind.name, to: path)
    // First of all whether the input can become such files.
    let formats = try place.paths.map { try format(of: $0, in: kind, at: place) }
    if !formats.contains(where: \.isOfFolders) {
      try InputKind.refuseFolder(path, kind, settings)
    }
    try kind.grammar.check(settings)
    try kind.grammar.checkPlaceholders(of: settings)
    var requests: [OutputRequest] = []
    var warnings: [Diagnostic] = []
    for (path, format) in zip(place.paths, formats) {
      if !place.isStream { warnings += try checkedName(path, in: kind) }
      let options = Settings(settings.all.filter { format.options.contains($0.key) })
      requests.append(
        OutputRequest(
          path: path, placeholder: try placeholder(in: path, format), format: format.pathExtension,
          options: options,
          place: SourceLocation(field: "-o")))
    }
    let name = input == "-" ? "standard input" : input
    var job = ManifestJob(
      id: name, baseID: name, kind: kind, input: path, settings: settings, outputs: requests,
      place: SourceLocation())
    job.companions = laterInput.map { [$0] } ?? []
    return (job, warnings + kind.grammar.alike(requests) + [job].optionsWithoutEffect)
  }

  /// The value of `--format`.
  private var format: String? { options.settings[name: "format"]?.text }

  /// The file extension of `--format` on standard output: its own, or that of the JSON it names.
  private func streamed(_ kind: any JobKind) -> String? {
    format.map { format in
      kind.grammar.formats.contains { $0.pathExtension == format } ? format : "json"
    }
  }

  private func kind(of path: String) throws -> any JobKind {
    // Folders have no file extension to decide by.
    let outputs =
      output == ["-"]
      ? ["out.\(format ?? "png")"]
      : output.filter { !$0.hasSuffix("/") || $0.hasSuffix(".xcassets/") }
    if let named = kind.flatMap(Jobs.kind(named:)) { return named }
    return InputKind.kind(of: path, outputs: outputs)
  }

  /// The format of an output's file extension; an unknown one is a usage error here.
  private func format(
    of path: String, in kind: any JobKind, at place: OutputPlace
  ) throws -> OutputFormat {
    do throws(Failure) { return try kind.grammar.format(of: path) } catch {
      let folder = place.root == "." ? path : place.root + "/" + path
      guard !place.isStream, Files.isFolder(folder) else { throw wrongUsage(error) }
      throw Failure(
        .error(
          .optionOutput, "this is a folder: \"\(folder)\"", at: SourceLocation(field: "-o"),
          hints: [
            "-o \(shellWord((folder.hasSuffix("/") ? folder : folder + "/") + kind.exampleOutput))"
          ]))
    }
  }

  private func placeholder(in path: String, _ format: OutputFormat) throws -> String? {
    do throws(Failure) { return try format.placeholder(in: path) } catch { throw wrongUsage(error) }
  }

  /// - Returns: warnings about the name.
  private func checkedName(_ path: String, in kind: any JobKind) throws -> [Diagnostic] {
    do throws(Failure) {
      return try kind.grammar.check(outputName: path).map {
        $0.found(from: SourceLocation(field: "-o"))
      }
    } catch { throw wrongUsage(error) }
  }

  private func wrongUsage(_ failure: Failure) -> Failure {
    Failure(
      failure.diagnostics.map {
        .error(.optionOutput, $0.message, at: SourceLocation(field: "-o"), hints: $0.hints)
      })
  }
}

extension Failure {
  /// The failure of a job with several outputs: options that exclude each other in one of them may be
  /// meant for different ones.
  fileprivate var offeringSeparateOutputs: Failure {
    Failure(
      diagnostics.map { diagnostic in
        guard diagnostic.hints == ["remove one of them"] else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.hints = [
          "every option applies to every output that takes it: remove one of them, or build each "
            + "output with a command of its own, or with options of its own in a manifest"
        ]
        return diagnostic
      }, isPassing: isPassing)
  }
}

/// The arguments of `platen render` for all kinds of job.
struct RenderArguments: ParsableArguments {
  @Argument(
    help: "\(Render.inputs); - for standard input.",
    completion: .file(extensions: Render.pathExtensions))
  var input: String
  @Argument(
    help: ArgumentHelp(
      "The file to write, in place of -o; of the kind diff, the later version.",
      valueName: "output-file"),
    completion: .file())
  var outputFile: String?
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .singleValue,
    help: ArgumentHelp(
      "The file to write; - for standard output. May be repeated.", valueName: "file"),
    completion: .file())
  var namedOutputs: [String] = []
  @Option(
    help: ArgumentHelp(
      "The kind of job: \(Jobs.kinds.map(\.name).joined(separator: ", ")) (default: determined from the output names and the input).",
      valueName: "kind"),
    completion: .list(Jobs.kinds.map(\.name)), transform: oneOf(Jobs.kinds.map(\.name)))
  var kind: String?
  @Flag(
    name: .shortAndLong,
    help: "Overwrite files in a catalog or a folder that have the names of outputs."
  )
  var force = false
  @Flag(help: "Exit with 2 if there are warnings.")
  var failOnWarnings = false
  @OptionGroup(title: "Resource options") var engine: EngineOptions
  @OptionGroup(title: "General options") var common: CommonOptions
}

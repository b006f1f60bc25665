// SPDX-License-Identifier: MIT
// Part of Platen: `platen render`: one thing, without a manifest.

import ArgumentParser
import Diagnostics
import Pipeline
import Recipes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `platen render`.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make one thing, without a manifest.",
    discussion: """
      platen render world.map -o world.png --width 4096
      platen render world.map -o poster.pdf --look parchment --layers physical --paper A2 --margin 10

      The ending of -o says the form: png, pdf, wfmap or json. Several -o share the work.
      """)

  @Argument(
    help:
      "A save or export of Azgaar's generator, World Foundry's JSON or .wfmap; - for standard input.",
    completion: .file(extensions: ["map", "json", "wfmap", "gz"]))
  var input: String
  @Option(
    name: [.customShort("o", allowingJoined: true), .long], parsing: .singleValue,
    help: ArgumentHelp(
      "The file to make; - for standard output. May be repeated.", valueName: "file"),
    completion: .file())
  var output: [String]
  @Option(help: ArgumentHelp("The form, where -o is -.", valueName: "ending"))
  var form = "png"

  @Option(
    help: ArgumentHelp("How it is dressed: a name of platen looks, or a file.", valueName: "look"))
  var look: String?
  @Option(
    help: ArgumentHelp("What it shows: a preset, or layers joined by commas.", valueName: "layers"))
  var layers: String?
  @Option(help: ArgumentHelp("Who will see it: player, gm or debug.", valueName: "who"))
  var audience: String?
  @Option(
    help: ArgumentHelp(
      "The title in place of the world's or the region's name; false for none.", valueName: "text"))
  var title: String?
  @Option(help: ArgumentHelp("The line under it; false for none.", valueName: "text"))
  var subtitle: String?
  @Option(
    help: ArgumentHelp(
      "How many burgs are named: 0 capitals only, 2 twice as many as 1.", valueName: "factor"))
  var labels: String?
  @Option(help: ArgumentHelp("auto, smooth or jagged.", valueName: "kind"))
  var coastline: String?
  @Option(
    help: ArgumentHelp(
      "Other names for biomes, culture types and governments: a JSON file.", valueName: "file"))
  var importMapping: String?
  @Option(
    name: .customLong("font"), parsing: .singleValue,
    help: ArgumentHelp("A font file to use as well. May be repeated.", valueName: "file"))
  var fonts: [String] = []

  @Option(help: ArgumentHelp("Pixels across.", valueName: "px"))
  var width: String?
  @Option(help: ArgumentHelp("Pixels down.", valueName: "px"))
  var height: String?
  @Option(help: ArgumentHelp("Pixels to a map unit.", valueName: "factor"))
  var scale: String?
  @Option(
    help: ArgumentHelp("The sheet it fills: A5 to A0, letter, legal, tabloid.", valueName: "size"))
  var paper: String?
  @Option(help: ArgumentHelp("auto, landscape or portrait.", valueName: "way"))
  var orientation: String?
  @Option(help: ArgumentHelp("Pixels to the inch in print.", valueName: "n"))
  var dpi: String?
  @Option(help: ArgumentHelp("Millimetres of paper left free.", valueName: "mm"))
  var margin: String?
  @Option(help: ArgumentHelp("The part shown: \(RegionRequest.forms).", valueName: "region"))
  var region: String?
  @Option(
    help: ArgumentHelp(
      "scaled: letters grow with the picture; fixed: they keep their size.", valueName: "how"))
  var text: String?

  @Flag(help: "Exit with 2 when there were warnings.")
  var failOnWarnings = false
  @OptionGroup var engine: EngineOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let voice = common.voice
    try voice.ending(otherwise: ExitStatus.usage) {
      let place = try OutputPlace(output, form: form)
      let job = try job(place)
      let environment = DiskEnvironment()
      let context = try RecipeContext.make(environment, templates: common.templates)
      let manifest = Manifest(file: "", folder: ".", root: place.root, jobs: [job])
      let plan = try Plan(jobs: try Recipes.jobs(of: manifest, in: context))
      let signals = Signals()
      let control = RunControl()
      signals.cancel(control) { voice.say($0) }
      defer { place.removeTemporary() }
      let outputs = try Outputs(root: place.root, locking: .none)
      let reporter: any Reporter =
        if place.isStream {
          QuietReporter(voice)
        } else if common.isJSON {
          JSONReporter()
        } else {
          ShortReporter(voice)
        }
      var options = try engine.options()
      options.sources = context.filesRead
      let engine = Engine(
        environment: environment, outputs: outputs, options: options,
        control: control, onEvent: reporter.show)
      let result = try engine.run(plan, on: DispatchRunner(width: self.engine.width))
      if let status = signals.status { throw Ended(status) }
      if result.totals.failed > 0 { throw Ended(ExitStatus.jobFailed) }
      try place.copyToStandardOutput()
      if failOnWarnings, result.totals.warnings > 0 { throw Ended(ExitStatus.warnings) }
    }
  }

  /// The one job, its flags checked as a manifest's keys are.
  private func job(_ place: OutputPlace) throws -> ManifestJob {
    var settings = Settings()
    let path = input == "-" ? "/dev/stdin" : input
    settings.set("map", to: path)
    func set(_ key: String, _ value: String?) {
      if let value { settings.set(key, to: value) }
    }
    set("look", look)
    set("audience", audience)
    set("title", title)
    set("subtitle", subtitle)
    set("labels", labels)
    set("coastline", coastline)
    set("import_mapping", importMapping)
    set("width", width)
    set("height", height)
    set("scale", scale)
    set("paper", paper)
    set("orientation", orientation)
    set("dpi", dpi)
    set("margin", margin)
    set("region", region)
    set("text", text)
    if let layers { settings.set("layers", to: layers.split(separator: ",").map(String.init)) }
    if !fonts.isEmpty { settings.set("fonts", to: fonts) }
    try MapKeys.kind.check(settings)
    var requests: [OutputRequest] = []
    for path in place.paths {
      let form = try form(of: path)
      let options = Settings(settings.all.filter { form.options.contains($0.key) })
      requests.append(
        OutputRequest(
          path: path, form: form.ending, options: options, place: Place(field: "-o")))
    }
    let name = input == "-" ? "standard input" : input
    return ManifestJob(
      id: name, baseID: name, kind: "map", input: path, settings: settings, outputs: requests,
      place: Place())
  }
}

extension Render {
  /// The form an output's ending says; one that says none is wrong usage here.
  private func form(of path: String) throws -> OutputForm {
    do {
      return try MapKeys.kind.form(of: path)
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map {
          .error("option.output", $0.message, at: Place(field: "-o"), hints: $0.hints)
        })
    }
  }
}

/// Where `-o` leads: one root that all outputs lie under.
private struct OutputPlace {
  var root: String
  /// Below the root.
  var paths: [String]
  /// Whether the one output goes to standard output, by way of a temporary folder.
  var isStream: Bool

  init(_ outputs: [String], form: String) throws {
    isStream = outputs == ["-"]
    if isStream {
      var template = Array(("\(Terminal.variable("TMPDIR") ?? "/tmp")/platen-XXXXXX").utf8CString)
      guard let made = mkdtemp(&template) else {
        let why = String(cString: strerror(errno))
        throw Failure(.error(.outputRoot, "no temporary folder can be made: \(why)"))
      }
      root = String(cString: made)
      paths = ["out.\(form)"]
      return
    }
    guard !outputs.contains("-") else {
      throw Failure(.error("option.output", "standard output takes one output alone"))
    }
    var folders: [[Substring]] = []
    for output in outputs {
      guard !output.hasSuffix("/"), !output.isEmpty else {
        throw Failure(
          .error(
            "option.output", "-o names a file, not a folder: \"\(output)\"",
            hints: ["-o \(output)world.png"]))
      }
      folders.append(
        Array(output.split(separator: "/", omittingEmptySubsequences: false).dropLast()))
    }
    var shared = folders[0]
    for folder in folders {
      shared = Array(zip(shared, folder).prefix { $0.0 == $0.1 }.map(\.0))
    }
    let isMixed = Set(outputs.map { $0.hasPrefix("/") }).count > 1
    guard !isMixed else {
      throw Failure(
        .error(
          "option.output", "absolute and relative outputs do not mix",
          hints: ["write them all in one way"]))
    }
    root = shared.isEmpty ? "." : shared == [""] ? "/" : shared.joined(separator: "/")
    paths = outputs.map { output in
      output.split(separator: "/", omittingEmptySubsequences: false).dropFirst(shared.count)
        .joined(separator: "/")
    }
  }

  func copyToStandardOutput() throws {
    guard isStream, let name = paths.first else { return }
    let file = try DiskEnvironment(folder: root).read(name)
    // Before the writing: a reader that goes away ends the process there.
    removeTemporary()
    file.withUnsafeBytes { StandardOutput.write($0) }
  }

  func removeTemporary() {
    guard isStream else { return }
    for name in paths { unlink(root + "/" + name) }
    rmdir(root)
  }
}

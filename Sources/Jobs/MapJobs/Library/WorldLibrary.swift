// SPDX-License-Identifier: MIT
// Part of Platen: a map job that lists the worlds of a folder instead of drawing one.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import JobKit
internal import Pipeline
internal import Values

/// Makes the stages of a job with `show: library`.
struct WorldLibrary {
  /// Formats that only lists have; those of pages and JSON are shared with maps.
  static let formats: [OutputFormat] = {
    var format = OutputFormat("html", "the list of a folder of worlds (show: library)", options: [])
    format.isOfFolders = true
    return [format]
  }()

  /// A format of lists.
  private enum Format: String, CaseIterable {
    case html, pdf, json

    /// The format of its documents; nil for data.
    var document: DocumentFormat? {
      switch self {
      case .html: .html
      case .pdf: .pdf
      case .json: nil
      }
    }
  }

  private let job: ManifestJob
  private let documents: DocumentStages
  private let request: MapRequest
  private let importing: ImportOptions
  /// The estimated size of the small maps in bytes.
  private let previewBytes: Int
  /// The parameters of previews in stage keys.
  private let previewParameters: StageParameters
  private let list: WorldList
  private let inputs: [InputRecord]

  static func isMeant(by job: ManifestJob) -> Bool {
    // The recipe of lists refuses an .html without `show: library`.
    isMeant(by: job.settings) || job.outputs.contains { $0.format == "html" }
  }

  /// Indicates whether settings request a list.
  static func isMeant(by settings: Settings) -> Bool { settings[MapKeys.show] == .library }

  /// Resolves everything that is known before anything runs.
  ///
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var errors = DiagnosticList()
    self.job = job
    let settings = job.settings
    if !WorldLibrary.isMeant(by: settings) {
      errors.record(
        .error(
          .manifestValue, "an .html of maps is the list of a folder of worlds",
          at: job.outputs.first { $0.format == "html" }?.place ?? job.place,
          hints: ["add show: library"]))
    }
    for output in job.outputs where Format(rawValue: output.format) == nil {
      errors.record(
        .error(
          .manifestValue, "invalid output of a list of worlds \"\(output.path)\"", at: output.place,
          hints: [
            "formats: " + Format.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
          ])
      )
    }
    for output in job.outputs { WorldLibrary.check(output, of: job, &errors) }
    let language = settings[MapKeys.language] ?? "en"
    let phrases = errors.readPhrases(of: job, in: context)
    let name = settings[MapKeys.look] ?? MapRecipe.defaultLook
    let theme = errors.attempt(MapKeys.look, of: job) {
      guard !SavedLook.isMeant(by: name, in: context) else {
        throw Failure(
          .error(
            .manifestValue,
            "the look \(name) differs by world, and maps of a list share one look",
            at: settings.place(of: MapKeys.look) ?? job.place,
            hints: ["platen looks lists the looks"])
        )
      }
      return try context.theme(name)
    }
    let named = settings[MapKeys.layers]
    let layers = errors.attempt(MapKeys.layers, of: job) {
      try named.map { try LayerSelection($0) } ?? theme.flatMap {
        $0.look.defaultLayers.isEmpty ? nil : try LayerSelection($0.look.defaultLayers)
      } ?? .political
    }
    let grid = errors.attempt(MapKeys.grid, of: job) {
      try settings[MapKeys.grid].map { try GridRequest($0) }
    }
    let mapped = errors.attempt(MapKeys.importMapping, of: job) {
      try MapRecipe.mapping(settings[MapKeys.importMapping], in: context.environment)
    }
    if let subtitle = settings[MapKeys.subtitle], !job.inherited.contains(MapKeys.subtitle.name),
      MapRecipe.words(subtitle) != ""
    {
      errors.record(
        .manifestValue, "a list of worlds has no subtitle", at: subtitle.place,
        hints: ["remove it, or write subtitle: false"])
    }
    if let charges = settings.placed(MapKeys.charges),
      !job.inherited.contains(MapKeys.charges.name),
      layers?.layers.contains(.emblems) == true
    {
      errors.record(
        .manifestValue, "charges cannot be used with a list of worlds",
        at: charges.place, hints: ["remove charges, or remove emblems from layers"])
    }
    if let unexplored = settings.placed(WorldKeys.unexplored) {
      errors.record(
        .manifestValue, "unexplored cannot be used with a list of worlds", at: unexplored.place,
        hints: ["remove it, and move worlds with secrets to another folder"])
    }
    previewBytes =
      (1 << 20) + WorldCatalog.count(in: job.input, context.environment) * WorldCatalog.previewBytes
    let documents = DocumentStages(
      of: job, look: DocumentStages.defaultLook, besides: theme?.families ?? [],
      phrases: phrases?.value, memory: WorldLibrary.documents(previewBytes), in: context,
      errors: &errors)
    guard errors.isEmpty, let theme, let layers, let grid, let mapped, let phrases, let documents
    else {
      throw Failure(errors.diagnostics)
    }
    self.documents = documents
    inputs = theme.inputs + [mapped.file].compactMap { $0 }
    importing = ImportOptions(
      mapping: mapped.mapping, salvages: settings[MapKeys.salvage] ?? false)
    // A requested grid is shown.
    var request = MapRequest(
      look: theme.look,
      layers: (grid == nil ? layers : layers.showing(.grid)).withoutAutomaticLegend)
    request.coastline = settings[MapKeys.coastline].flatMap(MapRequest.Coastline.init)
    request.labelDensity = settings[MapKeys.labels]
    request.grid = grid
    request.audience = settings[ManifestKeys.audience].flatMap(Audience.init) ?? .player
    if named == nil, request.audience != .player { request.layers = request.layers.withSecrets }
    request.words = MapWords(phrases.value)
    // The name is next to the map.
    request.title = ""
    request.subtitle = ""
    self.request = request
    list = WorldList(
      phrases: phrases.value, language: language,
      title: MapRecipe.words(settings[MapKeys.title]) ?? "")
    previewParameters = .of(
      theme.digest, request.layers.layers, request.audience, request.coastline,
      request.labelDensity, grid, request.words, documents.type, importing)
  }

  /// Records options of an output that a list does not have. Defaults may be meant for maps.
  private static func check(
    _ output: OutputRequest, of job: ManifestJob, _ errors: inout DiagnosticList
  ) {
    let own = [MapKeys.paper.name, MapKeys.show.name]
    for option in output.options.all where !own.contains(option.key) {
      let isOfJob = option.value.place == job.settings[name: option.key]?.place
      guard !isOfJob || !job.inherited.contains(option.key) else { continue }
      errors.record(
        .manifestValue, "\(option.key) is not an option of a list of worlds", at: option.place,
        hints: [output.format == "pdf" ? "option: paper" : "this format has no options"])
    }
    let sheets = Paper.all.map(\.name).filter { BookPaper(rawValue: $0) != nil }
    if let paper = output.options.placed(MapKeys.paper), let name = paper.text,
      !sheets.contains(name)
    {
      errors.record(
        .manifestValue, "invalid paper \"\(name)\" of a list of worlds", at: paper.place,
        hints: ["paper: " + sheets.joined(separator: ", ")])
    }
  }

  /// The memory estimate for writing a list with small maps of so many bytes: as text that embeds
  /// them, or on pages, where they are pixels.
  private static func documents(_ previews: Int) -> DocumentStages.Memory {
    DocumentStages.Memory(
      document: MemoryEstimate(running: (16 << 20) + previews, held: previews),
      text: MemoryEstimate(running: (16 << 20) + 3 * previews),
      pages: MemoryEstimate(running: (64 << 20) + 4 * previews))
  }

  /// Returns the job for the engine.
  func makeJob() throws -> Job {
    let catalog = read()
    let list = list
    let bound = Stage(
      "list worlds", version: 2,
      parameters: .of(list.phrases, list.language, list.title),
      memory: WorldLibrary.documents(previewBytes).document, after: catalog,
      digest: { Digest(canonicalOf: $0) }
    ) { _, catalog in Diagnosed(list.document(of: catalog)) }
    return job.made(
      try job.outputs.map { output in
        guard let format = Format(rawValue: output.format) else { throw output.unwritable }
        let stage = format.document.map { documents.stage(output, as: $0, bound) } ?? index(catalog)
        return Job.Output(output.path, from: stage, at: output.place)
      }, inputs: documents.inputs + inputs)
  }

  /// Returns the stage that reads the worlds of the folder, each reduced to what a list needs, with
  /// a small map.
  private func read() -> Stage<WorldCatalog> {
    let path = job.input
    if let fault = job.error { return .failing(fault) }
    let (request, fonts, importing) = (request, documents.fonts, importing)
    return Stage(
      "read worlds", version: 6, parameters: .of(path, previewParameters),
      memory: MemoryEstimate(running: (160 << 20) + previewBytes, held: previewBytes),
      digest: { Digest(canonicalOf: $0) }
    ) { context in
      try WorldCatalog.read(path, options: importing, in: context) { world in
        try fonts.withLibrary { library in
          let scene = try MapComposer(
            request: request, text: library, isCancelled: { context.isCancelled }
          ).compose(world).value
          var png: [UInt8] = []
          try scene.writePNG(
            width: WorldCatalog.previewWidth, fonts: library,
            isCancelled: { context.isCancelled }
          ) { png.append(contentsOf: $0) }
          return (png, scene.height(ofWidth: WorldCatalog.previewWidth))
        }
      }
    }
  }

  /// Returns the stage that writes the list as JSON, for programs.
  private func index(_ catalog: Stage<WorldCatalog>) -> Stage<FileArtifact> {
    .file("write json", version: 1, after: catalog, check: { try Verification.json($0) }) {
      _, file, catalog in
      try file.write(catalog.json)
      return []
    }
  }
}

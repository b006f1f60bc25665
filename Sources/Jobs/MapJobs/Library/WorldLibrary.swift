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

/// Makes the stages of a job with `form: library`.
struct WorldLibrary {
  /// What says that the worlds of a folder are listed.
  static let key = OptionKey(
    "form", .word(["map", "library"]),
    "what is made: maps, or a list of all worlds in a folder with a small map of each",
    example: "library")

  /// Forms that only lists have; those of pages and JSON they share with maps.
  static let forms: [OutputForm] = {
    var form = OutputForm("html", "the list of a folder of worlds (form: library)", options: [])
    form.isOfFolders = true
    return [form]
  }()

  /// A form of lists.
  private enum Form: String, CaseIterable {
    case html, pdf, json

    /// The format of its documents; nil where it is data.
    var document: DocumentFormat? {
      switch self {
      case .html: .html
      case .pdf: .pdf
      case .json: nil
      }
    }
  }

  private let job: ManifestJob
  private let forms: DocumentForms
  private let request: MapRequest
  private let importing: ImportOptions
  /// Bytes of the small maps, as they are thought to be.
  private let weight: Int
  /// Stands for all that previews are made with in keys.
  private let previewParameters: StageParameters
  private let list: WorldList
  private let inputs: [InputRecord]

  static func isMeant(by job: ManifestJob) -> Bool {
    // An .html that nobody has asked a list for is told so by the recipe of lists.
    isMeant(by: job.settings) || job.outputs.contains { $0.form == "html" }
  }

  /// Indicates whether settings ask for a list.
  static func isMeant(by settings: Settings) -> Bool { settings[WorldLibrary.key] == "library" }

  /// Settles everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with every fault of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var faults = FaultList()
    self.job = job
    let settings = job.settings
    if !WorldLibrary.isMeant(by: settings) {
      faults.record(
        .error(
          .manifestValue, "a map's .html is the list of a folder of worlds",
          at: job.outputs.first { $0.form == "html" }?.place ?? job.place,
          hints: ["form: library makes it"]))
    }
    for output in job.outputs where Form(rawValue: output.form) == nil {
      faults.record(
        .error(
          .manifestValue, "a list of worlds is not made as \(output.path)", at: output.place,
          hints: [
            "it is made as " + Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
          ])
      )
    }
    for output in job.outputs { WorldLibrary.check(output, of: job, &faults) }
    let language = settings[MapKeys.language] ?? "en"
    let phrases = faults.settle(MapKeys.language, of: job) { try context.phrasebook(for: language) }
    let name = settings[MapKeys.look] ?? MapRecipe.usualLook
    let dress = faults.settle(MapKeys.look, of: job) {
      guard !SavedLook.isMeant(by: name, in: context) else {
        throw Failure(
          .error(
            .manifestValue,
            "maps of a list wear one look, and \(name) is each world's own",
            at: settings.place(of: MapKeys.look) ?? job.place,
            hints: ["platen looks lists those there are"])
        )
      }
      return try context.dress(name)
    }
    let named = settings[MapKeys.layers]
    let layers = faults.settle(MapKeys.layers, of: job) {
      try named.map { try LayerSelection($0) } ?? dress.flatMap {
        $0.look.usualLayers.isEmpty ? nil : try LayerSelection($0.look.usualLayers)
      } ?? .political
    }
    let grid = faults.settle(MapKeys.grid, of: job) {
      try settings[MapKeys.grid].map { try GridRequest($0) }
    }
    let mapped = faults.settle(MapKeys.importMapping, of: job) {
      try MapRecipe.mapping(settings[MapKeys.importMapping], in: context.environment)
    }
    if let subtitle = settings[MapKeys.subtitle], !job.inherited.contains(MapKeys.subtitle.name),
      MapRecipe.words(subtitle) != ""
    {
      faults.record(
        .manifestValue, "a list of worlds has no subtitle", at: subtitle.place,
        hints: ["leave it out, or say subtitle: false"])
    }
    if let charges = settings.placed(MapKeys.charges),
      !job.inherited.contains(MapKeys.charges.name),
      layers?.layers.contains(.emblems) == true
    {
      faults.record(
        .manifestValue, "arms on the small maps of a list have no charges of your own",
        at: charges.place, hints: ["leave charges out, or emblems out of layers"])
    }
    weight =
      (1 << 20) + WorldShelf.count(in: job.input, context.environment) * WorldShelf.previewBytes
    let forms = DocumentForms(
      of: job, wearing: DocumentForms.usualLook, besides: dress?.families ?? [],
      phrases: phrases?.value, weight: WorldLibrary.forms(weight), in: context,
      faults: &faults)
    guard faults.isEmpty, let dress, let layers, let grid, let mapped, let phrases, let forms else {
      throw Failure(faults.diagnostics)
    }
    self.forms = forms
    inputs = dress.inputs + [mapped.file].compactMap { $0 }
    importing = ImportOptions(
      mapping: mapped.mapping, salvages: settings[MapKeys.salvage] ?? false)
    // Who asks for a grid wants to see it.
    var request = MapRequest(
      look: dress.look, layers: grid == nil ? layers : layers.showing(.grid))
    request.coastline = settings[MapKeys.coastline].flatMap(MapRequest.Coastline.init)
    request.labelDensity = settings[MapKeys.labels]
    request.grid = grid
    request.audience = settings[ManifestKeys.audience].flatMap(Audience.init) ?? .player
    if named == nil, request.audience != .player { request.layers = request.layers.withSecrets }
    request.words = MapWords(phrases.value)
    // The name stands beside it.
    request.title = ""
    request.subtitle = ""
    self.request = request
    list = WorldList(
      phrases: phrases.value, language: language,
      title: MapRecipe.words(settings[MapKeys.title]) ?? "")
    previewParameters = .of(
      dress.digest, request.layers.layers, request.audience, request.coastline,
      request.labelDensity, grid, request.words, forms.type, importing)
  }

  /// Records what an output asks for that a list does not do. Defaults may be meant for maps.
  private static func check(
    _ output: OutputRequest, of job: ManifestJob, _ faults: inout FaultList
  ) {
    for option in output.options.all where option.key != MapKeys.paper.name {
      let isOfJob = option.value.place == job.settings[name: option.key]?.place
      guard !isOfJob || !job.inherited.contains(option.key) else { continue }
      faults.record(
        .manifestValue, "\(option.key) is no option of a list of worlds", at: option.place,
        hints: [output.form == "pdf" ? "its option: paper" : "it takes none"])
    }
    let sheets = Paper.all.map(\.name).filter { BookPaper(rawValue: $0) != nil }
    if let paper = output.options.placed(MapKeys.paper), let name = paper.text,
      !sheets.contains(name)
    {
      faults.record(
        .manifestValue, "a list of worlds is not laid out on \(name)", at: paper.place,
        hints: ["its sheets: " + sheets.joined(separator: ", ")])
    }
  }

  /// Writing the list of so many bytes of small maps: as text with them in it, or on pages, where
  /// they are pixels.
  private static func forms(_ previews: Int) -> DocumentForms.Weight {
    DocumentForms.Weight(
      document: MemoryWeight(running: (16 << 20) + previews, held: previews),
      text: MemoryWeight(running: (16 << 20) + 3 * previews),
      pages: MemoryWeight(running: (64 << 20) + 4 * previews))
  }

  /// The job as the engine runs it.
  func makeJob() throws -> Job {
    let shelf = read()
    let list = list
    let bound = Stage(
      "list worlds", version: 2,
      parameters: .of(list.phrases, list.language, list.title),
      memory: WorldLibrary.forms(weight).document, after: shelf,
      digest: { Digest(canonicalOf: $0) }
    ) { _, shelf in Warned(list.document(of: shelf)) }
    return job.made(
      try job.outputs.map { output in
        guard let form = Form(rawValue: output.form) else { throw output.unwritable }
        let stage = form.document.map { forms.stage(output, as: $0, bound) } ?? index(shelf)
        return Job.Output(output.path, from: stage, at: output.place)
      }, inputs: forms.inputs + inputs)
  }

  /// The worlds of the folder, each as little as a list needs of it, and a small map of each.
  private func read() -> Stage<WorldShelf> {
    let path = job.input
    if let fault = job.fault { return .failing(fault) }
    let (request, fonts, importing) = (request, forms.fonts, importing)
    return Stage(
      "read worlds", version: 5, parameters: .of(path, previewParameters),
      memory: MemoryWeight(running: (160 << 20) + weight, held: weight),
      digest: { Digest(canonicalOf: $0) }
    ) { context in
      try WorldShelf.read(path, options: importing, in: context) { world in
        try fonts.withLibrary { library in
          let scene = try MapComposer(
            request: request, text: library, isCancelled: { context.isCancelled }
          ).compose(world).value
          var png: [UInt8] = []
          try scene.writePNG(
            width: WorldShelf.previewWidth, fonts: library,
            isCancelled: { context.isCancelled }
          ) { png.append(contentsOf: $0) }
          return (png, scene.height(ofWidth: WorldShelf.previewWidth))
        }
      }
    }
  }

  /// What the folder holds, for programs.
  private func index(_ shelf: Stage<WorldShelf>) -> Stage<KeptFile> {
    .file("write json", version: 1, after: shelf, check: { try Verification.json($0) }) {
      _, file, shelf in
      try file.write(shelf.json)
      return []
    }
  }
}

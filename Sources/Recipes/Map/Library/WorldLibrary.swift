// SPDX-License-Identifier: MIT
// Part of Platen: a map job that lists the worlds of a folder instead of drawing one.

internal import Atlas
internal import Cartography
internal import Diagnostics
internal import Digests
internal import Documents
internal import Pipeline

/// Makes the stages of a job with `form: library`.
struct WorldLibrary {
  /// What says that the worlds of a folder are listed.
  static let key = ManifestKey(
    "form", .word(["map", "library"]),
    "what is made: maps, or a list of all worlds in a folder with a small map of each",
    example: "library")

  /// Forms that only lists have; those of pages and JSON they share with maps.
  static let forms: [OutputForm] = {
    var form = OutputForm("html", "the list of a folder of worlds (form: library)", options: [])
    form.isOfFolders = true
    return [form]
  }()

  private static let endings = ["html", "pdf", "json"]

  private let job: ManifestJob
  private let forms: DocumentForms
  private let request: MapRequest
  /// Stands for all that previews are made with in keys.
  private let previewText: String
  private let list: WorldList
  private let inputs: [InputRecord]

  static func isMeant(by job: ManifestJob) -> Bool {
    // An .html that nobody has asked a list for is told so by the recipe of lists.
    job.settings.text("form") == "library" || job.outputs.contains { $0.form == "html" }
  }

  /// Settles everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with every fault of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var faults = FaultList()
    self.job = job
    let settings = job.settings
    if settings.text("form") != "library" {
      faults.record(
        .error(
          "manifest.value", "a map's .html is the list of a folder of worlds",
          at: job.outputs.first { $0.form == "html" }?.place ?? job.place,
          hints: ["form: library makes it"]))
    }
    for output in job.outputs where !WorldLibrary.endings.contains(output.form) {
      faults.record(
        .error(
          "manifest.value", "a list of worlds is not made as \(output.path)", at: output.place,
          hints: ["it is made as " + WorldLibrary.endings.map { ".\($0)" }.joined(separator: ", ")])
      )
    }
    let language = settings.text("language") ?? "en"
    let phrases = faults.settle("language", of: job) { try context.phrasebook(for: language) }
    let name = settings.text("look") ?? MapRecipe.usualLook
    let dress = faults.settle("look", of: job) {
      try context.dress(SavedLook.isMeant(by: name, in: context) ? MapLook.generator.name : name)
    }
    let named = settings.texts("layers")
    let layers = faults.settle("layers", of: job) {
      try named.map { try LayerSelection($0) } ?? dress.flatMap {
        $0.look.usualLayers.isEmpty ? nil : try LayerSelection($0.look.usualLayers)
      } ?? .political
    }
    let forms = DocumentForms(
      of: job, wearing: CampaignRecipe.usualLook, besides: dress?.families ?? [],
      phrases: phrases?.value, weight: CampaignWeight.forms(16 << 20), in: context,
      faults: &faults)
    guard faults.isEmpty, let dress, let layers, let phrases, let forms else {
      throw Failure(faults.diagnostics)
    }
    self.forms = forms
    inputs = dress.inputs
    var request = MapRequest(look: dress.look, layers: layers)
    request.audience = settings.text("audience").flatMap(Audience.init) ?? .player
    request.words = MapWords(phrases.value)
    // The name stands beside it.
    request.title = ""
    request.subtitle = ""
    self.request = request
    list = WorldList(
      phrases: phrases.value, language: language, title: settings.text("title") ?? "")
    previewText = [
      "look \(dress.digest)", "layers \(layers.layers.map(\.rawValue).joined(separator: "+"))",
      "audience \(request.audience)", "words \(request.words)", "fonts \(forms.type)",
    ].joined(separator: "\n")
  }

  /// The job as the engine runs it.
  func makeJob() -> Job {
    let shelf = read()
    let list = list
    let bound = Stage(
      "list worlds", version: 1,
      parameters: [
        list.title.debugDescription, list.language,
        Digest(canonicalOf: list.phrases).description,
      ].joined(separator: "\n"),
      memory: MemoryWeight(running: 16 << 20), after: shelf, digest: { Digest(canonicalOf: $0) }
    ) { _, shelf in Warned(list.document(of: shelf)) }
    return job.made(
      job.outputs.map { output in
        Job.Output(
          output.path, from: output.form == "json" ? index(shelf) : forms.stage(output, bound),
          at: output.place)
      }, inputs: forms.inputs + inputs)
  }

  /// The worlds of the folder, each as little as a list needs of it, and a small map of each.
  private func read() -> Stage<WorldShelf> {
    let path = job.input
    if let fault = job.fault {
      return Stage("read", version: 1, parameters: fault.text) { _ in throw Failure(fault) }
    }
    let (request, fonts) = (request, forms.fonts)
    return Stage(
      "read worlds", version: 1, parameters: path + "\n" + previewText,
      memory: MemoryWeight(running: 160 << 20, held: 16 << 20),
      digest: { Digest(canonicalOf: $0) }
    ) { context in
      try WorldShelf.read(path, in: context) { world in
        try fonts.withLibrary { library in
          let scene = try MapComposer(request: request, text: library).compose(world).value
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

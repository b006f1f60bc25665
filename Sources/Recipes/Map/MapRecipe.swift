// SPDX-License-Identifier: MIT
// Part of Platen: a map job, from top to bottom: read → import → compose → rasterize, print or
// export → place.

internal import Atlas
internal import Canvas
internal import Cartography
internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Pipeline
internal import Pixels
internal import WorldFoundry

/// Makes the stages of one map job. Jobs of one map share its reading; outputs of one request share
/// its scene: equal stages have equal keys, and the plan runs each key once.
struct MapRecipe {
  private let job: ManifestJob
  private let request: MapRequest
  private let mapping: ImportMapping
  private let fonts: FontPool
  private let fontFiles: [String]
  /// Bytes of the input, for estimates of memory; 0 where it is missing, which fails its stage.
  private let inputSize: Int

  /// Settles everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with every fault of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var faults = FaultList()
    func settle<T>(_ key: String, _ body: () throws -> T) -> T? {
      do {
        return try body()
      } catch {
        for var fault in (error as? Failure)?.diagnostics ?? [.error("map.setting", "\(error)")] {
          fault.place = fault.place ?? job.settings[key]?.place
          faults.record(fault)
        }
        return nil
      }
    }
    self.job = job
    let settings = job.settings
    let look = settle("look") { try context.look(settings.text("look") ?? MapRecipe.usualLook) }
    let layers = settle("layers") {
      try settings.texts("layers").map { try LayerSelection($0) } ?? .political
    }
    mapping =
      settle("import_mapping") {
        try MapRecipe.mapping(settings["import_mapping"], in: context.environment)
      } ?? ImportMapping()
    fontFiles = settings.texts("fonts") ?? []
    let pool = settle("fonts") { try context.fonts(settings.texts("fonts") ?? []) }
    for output in job.outputs {
      _ = settle("outputs") { try MapSize.refuseContradictions(output.options) }
    }
    inputSize = (try? context.environment.status(job.input))?.size ?? 0
    guard faults.isEmpty, let look, let layers, let pool else { throw Failure(faults.diagnostics) }
    fonts = pool
    var request = MapRequest(look: look, layers: layers)
    request.audience = settings.text("audience").flatMap(Audience.init) ?? .player
    request.title = MapRecipe.words(settings["title"])
    request.subtitle = MapRecipe.words(settings["subtitle"])
    request.coastline = settings.text("coastline").flatMap(MapRequest.Coastline.init)
    request.labelDensity = settings.number("labels")
    self.request = request
  }

  /// What a map wears when nobody says.
  static let usualLook = "parchment"

  // MARK: The stages

  /// The job as the engine runs it.
  func makeJob() -> Job {
    let imported = importWorld(read())
    let composed = compose(imported)
    let outputs = job.outputs.map { output in
      let stage =
        switch output.form {
        case "png": rasterize(output, scene(for: output, composed, imported), imported)
        case "pdf": print(output, scene(for: output, composed, imported), imported)
        case "wfmap": exportArchive(imported)
        default: exportJSON(imported)
        }
      return Job.Output(output.path, from: stage, at: output.place)
    }
    return Job(
      id: job.id, kind: job.kind, tags: job.tags, parameters: parameters, outputs: outputs,
      at: job.place)
  }

  /// The file's bytes.
  private func read() -> Stage<FileBytes> {
    let path = job.input
    if let fault = job.fault {
      return Stage("read", version: 1, parameters: fault.text) { _ in throw Failure(fault) }
    }
    return Stage(
      "read", version: 1, files: [path],
      memory: MemoryWeight(running: inputSize, held: inputSize)
    ) { context in
      Warned(try context.read(path))
    }
  }

  /// The bytes become a world, whatever wrote them. How they were read is left behind here: a world
  /// saved again, or packed otherwise, is the same to all stages that follow.
  private func importWorld(_ file: Stage<FileBytes>) -> Stage<World> {
    let path = job.input
    let options = ImportOptions(mapping: mapping)
    return Stage(
      "import", version: 1, parameters: mapping.canonicalText, memory: MapWeight.world(inputSize),
      after: file
    ) { _, file in
      try file.withUnsafeBytes { try WorldFile.read($0, path: path, options: options) }
        .map(\.world)
    }
  }

  /// The world becomes a picture without a size.
  private func compose(_ imported: Stage<World>) -> Stage<Scene> {
    let request = request
    let fonts = fonts
    return Stage(
      "compose", version: 1, parameters: canonicalText, memory: MapWeight.scene(inputSize),
      after: imported
    ) { _, world in
      try MapRecipe.compose(world, request, fonts)
    }
  }

  /// The scene an output shows: the shared one; for a region, one composed for what is seen; with
  /// `text: fixed`, one whose letters are made for the output's size.
  private func scene(
    for output: OutputRequest, _ shared: Stage<Scene>, _ imported: Stage<World>
  ) -> Stage<Scene> {
    let isFixed = output.options.text("text") == "fixed"
    guard isFixed || output.options["region"] != nil else { return shared }
    let request = request
    let fonts = fonts
    let options = output.options
    return Stage(
      "compose", version: 1, parameters: canonicalText + "\nshown " + options.canonicalText,
      memory: MapWeight.scene(inputSize), after: imported, locate(output, imported)
    ) { _, world, shown in
      let size = try MapSize(options, showing: shown)
      let info = world.info
      let whole = Rect(x: 0, y: 0, width: info.width, height: info.height)
      let window = size.content.intersection(whole) ?? whole
      var request = request
      request.window = window
      // A state's map is called after the state, and says below of which world it is.
      let region = options.text("region").flatMap { try? RegionRequest($0) }
      if request.title == nil, let title = region?.title(in: world) {
        request.title = title
        request.subtitle = request.subtitle ?? world.info.name
      }
      if isFixed {
        let shrunk = (window.width * window.height / (whole.width * whole.height)).squareRoot()
        let factor = (size.dpi ?? MapSize.screenDPI) / MapSize.screenDPI / (size.scale * shrunk)
        request.look = try request.look.scalingText(by: factor)
      }
      return try MapRecipe.compose(world, request, fonts)
    }
  }

  /// The rectangle of the sheet an output shows.
  private func locate(
    _ output: OutputRequest, _ imported: Stage<World>
  ) -> Stage<Rect> {
    let options = output.options
    return Stage(
      "locate", version: 1, parameters: options.text("region") ?? "", after: imported
    ) { _, world in
      let sheet = Size(width: world.info.width, height: world.info.height)
      return Warned(try MapRecipe.shown(options, of: sheet, in: world))
    }
  }

  /// The scene becomes pixels, band by band, straight into the encoder.
  private func rasterize(
    _ output: OutputRequest, _ scene: Stage<Scene>, _ imported: Stage<World>
  ) -> Stage<KeptFile> {
    let options = output.options
    let fonts = fonts
    return .file(
      "rasterize", version: 1, parameters: options.canonicalText,
      memory: MapWeight.picture(options, sceneOf: inputSize),
      after: scene, locate(output, imported),
      check: { file in
        try Verification.png(
          file, width: options.integer("width"), height: options.integer("height"))
      }
    ) { context, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      let framed = MapRecipe.framed(scene, size)
      var blankness = Blankness()
      var encoder = try PNGEncoder(
        width: size.width, height: size.height, hasAlpha: framed.background.alpha < 1,
        dpi: size.dpi, sink: file.write)
      let painting = try fonts.withLibrary {
        try Painting(
          framed, window: size.window, width: size.width, height: size.height, fonts: $0)
      }
      try context.inOrder(
        painting.bandCount, ahead: MapWeight.bandsAhead(width: size.width, height: size.height)
      ) { index in
        let pixels = BandPixels(painting)
        try fonts.withLibrary { try painting.paint(index, into: pixels, fonts: $0) }
        return pixels
      } take: { pixels in
        try pixels.withBand { band in
          blankness.look(at: band)
          try encoder.write(band)
        }
      }
      try encoder.finish()
      try blankness.refuse()
      return []
    }
  }

  /// The scene becomes a page of vectors.
  private func print(
    _ output: OutputRequest, _ scene: Stage<Scene>, _ imported: Stage<World>
  ) -> Stage<KeptFile> {
    let options = output.options
    let fonts = fonts
    return .file(
      "print", version: 1, parameters: options.canonicalText,
      memory: MapWeight.page(inputSize), after: scene, locate(output, imported),
      check: { file in try Verification.pdf(file) }
    ) { context, file, scene, shown in
      let size = try MapSize(options, showing: shown)
      let metadata = PDFMetadata(
        title: scene.title, created: try context.environment.now().map(iso8601) ?? "")
      return try fonts.withLibrary { fonts in
        try PDFCanvas.write(
          MapRecipe.framed(scene, size), window: size.content,
          page: PDFPage(size: size.points, margin: size.marginPoints),
          fonts: fonts, metadata: metadata, sink: file.write)
      }
    }
  }

  /// The world as World Foundry's JSON.
  private func exportJSON(_ imported: Stage<World>) -> Stage<KeptFile> {
    let audience = request.audience
    return .file(
      "export", version: 2, parameters: "json \(audience)", memory: MapWeight.page(inputSize),
      after: imported, check: { file in try Verification.json(file) }
    ) { _, file, world in
      let (seen, said) = MapRecipe.world(world, for: audience)
      try file.write(WorldFoundryWriter.json(seen))
      return said
    }
  }

  /// The world as World Foundry's `.wfmap`.
  private func exportArchive(_ imported: Stage<World>) -> Stage<KeptFile> {
    let audience = request.audience
    return .file(
      "export", version: 2, parameters: "wfmap \(audience)", memory: MapWeight.page(inputSize),
      after: imported, check: { file in try Verification.zip(file) }
    ) { _, file, world in
      let (seen, said) = MapRecipe.world(world, for: audience)
      try file.write(WorldFoundryWriter.wfmap(seen))
      return said
    }
  }

  // MARK: What the stages do

  /// The world as its readers may have it, and a note of what they do not get.
  private static func world(_ world: World, for audience: Audience) -> (World, [Diagnostic]) {
    let secrets = world.secrets
    guard audience == .player, !secrets.isEmpty else { return (world, []) }
    let note = Diagnostic.note(
      "export.secrets",
      "left out, as this is for players: hidden markers (\(secrets.markers)), hidden zones "
        + "(\(secrets.zones)), notes (\(secrets.notes))",
      hints: ["audience gm keeps them"])
    return (world.withoutSecrets(), [note])
  }

  private static func compose(
    _ world: World, _ request: MapRequest, _ fonts: FontPool
  ) throws -> Warned<Scene> {
    let said = request.look.fontNotes(fonts.set)
    return try fonts.withLibrary { library in
      var result = try MapComposer(request: request, text: library).compose(world)
      result.warnings = said + result.warnings
      return result
    }
  }

  private static func shown(_ options: Settings, of sheet: Size, in world: World) throws -> Rect {
    guard let value = options["region"], let text = value.text else {
      return Rect(x: 0, y: 0, width: sheet.width, height: sheet.height)
    }
    do {
      return try RegionRequest(text).rectangle(in: world)
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { fault in
          var fault = fault
          fault.place = fault.place ?? value.place
          return fault
        })
    } catch let fault as RegionFault {
      throw Failure(.error("manifest.value", fault.description, at: value.place))
    }
  }

  /// The scene on its paper: white in the margins and wherever the map does not reach.
  private static func framed(_ scene: Scene, _ size: MapSize) -> Scene {
    guard size.isPaper else { return scene }
    let sheet = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
    let printed = Path(rect: size.content.intersection(sheet) ?? size.content)
    let ground = Node.path(PathNode(printed, fill: Fill(scene.background)))
    return Scene(
      size: scene.size, background: .white,
      nodes: [.group(Group(name: "page", clip: Clip(printed), children: [ground] + scene.nodes))],
      title: scene.title)
  }

  private static func mapping(
    _ value: YAMLValue?, in environment: any Environment
  ) throws -> ImportMapping {
    guard let value else { return ImportMapping() }
    guard let path = value.text else { return try ImportMapping(value) }
    let file = try environment.read(path, limit: 1 << 20)
    return try YAMLValue(parsing: file.bytes, file: path).map { try ImportMapping($0) }
      ?? ImportMapping()
  }

  /// `false` is no words at all, `true` the world's own, anything else is itself.
  private static func words(_ value: YAMLValue?) -> String? {
    switch value?.flag {
    case true?: nil
    case false?: ""
    case nil: value?.text
    }
  }

  // MARK: Keys and the record

  /// The same text for the same request, for keys.
  private var canonicalText: String {
    [
      request.look.yaml, "layers \(request.layers.layers.map(\.rawValue).joined(separator: "+"))",
      "audience \(request.audience)", "title \(request.title.debugDescription)",
      "subtitle \(request.subtitle.debugDescription)",
      "coastline \(request.coastline?.rawValue ?? "auto")",
      "labels \(request.labelDensity.debugDescription)",
      "fonts \(fontFiles.joined(separator: "\n"))",
    ].joined(separator: "\n")
  }

  /// The settings as the user gave them.
  private var parameters: [Job.Parameter] {
    job.settings.all.compactMap { member in
      guard !["outputs", "matrix", "tags", "id"].contains(member.key) else { return nil }
      return Job.Parameter(member.key, member.key == job.kind ? job.input : member.value.plainText)
    }
  }
}

extension Settings {
  /// The same text for the same settings, wherever they stand and in whatever order.
  var canonicalText: String {
    all.map { "\($0.key)=\($0.value.plainText)" }.sorted().joined(separator: "\n")
  }
}

extension YAMLValue {
  /// The value in one line, as flow YAML would have it.
  var plainText: String {
    switch content {
    case .scalar(let text, _): text
    case .sequence(let elements): "[" + elements.map(\.plainText).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{" + members.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ") + "}"
    }
  }
}

/// What a picture has in it: at least two colours, or it is blank.
private struct Blankness {
  private var first: UInt32?
  private var isBlank = true

  mutating func look(at band: borrowing BitmapBand) {
    guard isBlank else { return }
    for y in 0..<band.height {
      let row = band.row(y)
      let first = self.first ?? row.first ?? 0
      self.first = first
      if row.contains(where: { $0 != first }) {
        isBlank = false
        return
      }
    }
  }

  func refuse() throws {
    guard isBlank else { return }
    throw Failure(
      .error(
        .outputCheck, "the picture would be blank: every pixel has one colour",
        hints: ["choose another region, other layers or another look"]))
  }
}

/// Seconds since 1970 as `2026-01-31T12:00:00Z`, by the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
private func iso8601(_ seconds: Int64) -> String {
  let (days, rest) = (seconds / 86_400, seconds % 86_400)
  let z = days + 719_468
  let era = z / 146_097
  let dayOfEra = z - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * shifted + 2) / 5 + 1
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  let digits = String(year)
  let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  return
    "\(padded)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
}

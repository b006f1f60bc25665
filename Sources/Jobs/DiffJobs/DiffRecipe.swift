// SPDX-License-Identifier: MIT
// Part of Platen: a diff job, from top to bottom: read both → compare → draw → typeset or write.

internal import Atlas
internal import Books
internal import CampaignJobs
internal import Canvas
internal import Cartography
internal import Comparison
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Exports
internal import Geometry
internal import JobKit
internal import MapJobs
internal import Pipeline
internal import Pixels
internal import SVG
internal import Values

/// Makes the stages of one diff job.
struct DiffRecipe {
  private let job: ManifestJob
  private let subject: DiffSubject
  /// The earlier and the later version.
  private let paths: [String]
  private let settings: ChangeSettings
  private let audience: Audience
  private let documents: DocumentStages
  private let theme: RecipeContext.MapTheme
  /// The part of keys for the fonts of the map.
  private let type: String
  private let phraseWarnings: [Diagnostic]
  /// Bytes of each input, for estimates of memory.
  private let sizes: [Int]

  /// Pixels across the map in a document: 300 to the inch in a column of A5.
  private static let pictureWidth = 1300
  /// The same for an image of its own.
  private static let imageWidth = 1600

  /// Resolves everything that can be known before anything runs.
  ///
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, in context: RecipeContext) throws {
    var errors = DiagnosticList()
    self.job = job
    paths = [job.input] + job.companions
    sizes = paths.map { context.size(of: $0) }
    let subjects = paths.map { DiffSubject(path: $0, beginning: context.beginning(of: $0)) }
    subject = subjects[0]
    // On the command line, inputs have no place.
    let named = job.settings.place(of: DiffKeys.input)
    let place = named?.file == nil ? job.place : named ?? job.place
    if paths.count != 2 {
      errors.record(
        .diffInputs,
        "expected two files to compare, found \(paths.count == 1 ? "one" : "\(paths.count)")",
        at: place, hints: ["diff: [monday.map, friday.map]"])
    } else if subjects[0] != subjects[1], job.error == nil {
      errors.record(
        .diffKinds, "\(paths[0]) and \(paths[1]) are of different kinds", at: place,
        hints: ["compare two worlds, two campaigns, or two records of runs"])
    } else if subject != .world {
      for output in job.outputs
      where [DiffFormat.png, .svg].map(\.rawValue).contains(output.format) {
        errors.record(
          .diffMap, "only the changes of worlds are drawn as a map", at: output.place,
          hints: ["write a document, such as changes.pdf"])
      }
    }
    let phrases = errors.readPhrases(of: job, in: context)
    let documents = DocumentStages(
      of: job, look: job.settings[SharedKeys.look] ?? DocumentStages.defaultLook,
      phrases: phrases?.value, memory: DiffRecipe.memory(sizes), in: context, errors: &errors)
    let theme = errors.attempt(SharedKeys.look, of: job) {
      try context.theme(documents?.look.maps ?? MapLook.parchment.name)
    }
    let type = errors.attempt(ManifestKeys.fonts, of: job) {
      try theme.map { try context.type(of: $0, from: job.settings[ManifestKeys.fonts] ?? []) }
    }
    guard errors.isEmpty, let documents, let phrases, let theme, let type = type ?? nil else {
      throw Failure(errors.diagnostics)
    }
    self.documents = documents
    self.theme = theme
    self.type = type
    phraseWarnings = phrases.warnings
    audience = job.settings[ManifestKeys.audience].flatMap(Audience.init) ?? .player
    settings = ChangeSettings(
      title: job.settings[DiffKeys.title] ?? "",
      language: job.settings[SharedKeys.language] ?? "en",
      date: job.settings[SharedKeys.date] ?? "", phrases: phrases.value)
  }

  private static func memory(_ sizes: [Int]) -> DocumentStages.Memory {
    let file = sizes.reduce(0, +)
    return DocumentStages.Memory(
      document: MemoryEstimate(running: (24 << 20) + 4 * file, held: (4 << 20) + file),
      text: MemoryEstimate(running: (32 << 20) + 4 * file),
      pages: MemoryEstimate(running: (160 << 20) + 4 * file))
  }

  /// The job as the engine runs it.
  func makeJob() throws -> Job {
    let worlds = subject == .world ? versions : []
    let report = report(of: worlds)
    let plain = document(of: report)
    let scene = worlds.count == 2 ? draw(worlds[0], worlds[1]) : nil
    let pictured = scene.map { illustrate(report, with: $0) } ?? plain
    let outputs = try job.outputs.map { output in
      let format = try DiffFormat(of: output)
      let stage: Stage<FileArtifact> =
        switch format.content {
        case .document(let format):
          documents.stage(output, as: format, format == .md ? plain : pictured)
        case .data(let format): list(report, as: format)
        case .map: map(scene, output, isVector: format == .svg)
        }
      return Job.Output(output.path, from: stage, at: output.place)
    }
    return job.made(
      outputs, inputs: documents.inputs + theme.inputs,
      checks: [report.erased] + ManifestJob.checks(reporting: phraseWarnings))
  }

  // MARK: Reading and comparing

  /// The two worlds.
  private var versions: [Stage<World>] {
    zip(paths, sizes).map { path, size in
      WorldStages.imported(from: path, size: size, error: job.error)
    }
  }

  private func report(of worlds: [Stage<World>]) -> Stage<ChangeReport> {
    let (settings, audience, subject) = (settings, audience, subject)
    let (paths, phraseWarnings) = (paths, phraseWarnings)
    let memory = DiffRecipe.memory(sizes).document
    if worlds.count == 2 {
      return Stage(
        "compare worlds", version: 1, parameters: .of(settings, audience), memory: memory,
        after: worlds[0], worlds[1], digest: { Digest(canonicalOf: $0) }
      ) { _, old, new in
        guard audience == .player else {
          return Diagnosed(ChangeReport(from: old, to: new, settings), warnings: phraseWarnings)
        }
        let (before, after) = (old.dataForPlayers(), new.dataForPlayers())
        return Diagnosed(
          ChangeReport(from: before.world, to: after.world, settings),
          warnings: phraseWarnings + after.warnings)
      }
    }
    if let error = job.error { return .failing(error) }
    return Stage(
      subject == .run ? "compare runs" : "compare campaigns", version: 1,
      parameters: .of(paths, settings, audience), files: paths, memory: memory,
      digest: { Digest(canonicalOf: $0) }
    ) { context in
      let files = try paths.map { (path: $0, bytes: try context.read($0)) }
      if subject == .run {
        let records = try files.map { file in
          do { return try RunRecord(json: file.bytes.bytes) } catch let failure as Failure {
            throw failure.inFile(file.path)
          }
        }
        return Diagnosed(
          ChangeReport(RunDifferences(from: records[0], to: records[1]), settings),
          warnings: phraseWarnings)
      }
      let campaigns = try files.map { try CampaignInspection(of: $0.bytes, path: $0.path) }
      let open = audience == .player ? ["scenes", "hero", "items"] : []
      let note = Diagnostic.note(
        .diffPlayers, "omitted, as this is for players: people, quests, places",
        hints: ["set audience: gm to keep them"])
      return Diagnosed(
        ChangeReport(
          try CampaignComparison(from: campaigns[0], to: campaigns[1], tables: open), settings),
        warnings: phraseWarnings + campaigns.flatMap(\.repairs) + (open.isEmpty ? [] : [note]))
    }
  }

  private func document(of report: Stage<ChangeReport>) -> Stage<Document> {
    Stage(
      "describe changes", version: 1, memory: DiffRecipe.memory(sizes).document, after: report,
      digest: { Digest(canonicalOf: $0) }
    ) { _, report in Diagnosed(report.document) }
  }

  private func list(_ report: Stage<ChangeReport>, as format: DifferenceFormat) -> Stage<
    FileArtifact
  > {
    .file(
      "list changes", version: 1, parameters: .of(format.rawValue),
      memory: DiffRecipe.memory(sizes).document,
      after: report
    ) { _, file, report in
      let text = report.texts[format] ?? ""
      try file.write(text.isEmpty ? "no changes\n" : text)
      return []
    }
  }

  // MARK: The map

  private func draw(_ old: Stage<World>, _ new: Stage<World>) -> Stage<Scene> {
    let (fonts, theme, audience) = (documents.fonts, theme, audience)
    let phrases = settings.phrases
    let words = ChangeMap.Words(
      oldBorder: phrases[.changesOldBorder], handed: phrases[.changesHanded],
      towns: [.changesFounded, .changesRenamed, .changesMoved, .changesVanished].map {
        phrases[$0]
      }, map: MapWords(phrases))
    let path = paths[1]
    let file = sizes.reduce(0, +)
    return Stage(
      "draw changes", version: 1, parameters: .of(theme.digest, type, audience, words),
      memory: MemoryEstimate(running: (32 << 20) + 6 * file, held: (8 << 20) + 2 * file),
      after: old, new, digest: { Digest(canonicalOf: $0) }
    ) { _, old, new in
      let isOpen = audience != .player
      let (before, after) = (
        isOpen ? old : old.dataForPlayers().world, isOpen ? new : new.dataForPlayers().world
      )
      let map = ChangeMap(
        from: before, to: after, hasSameCells: WorldEvents.haveSameCells(before, after))
      do {
        return try fonts.withLibrary {
          try map.compose(look: theme.look, words: words, text: $0)
        }
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }
  }

  private func map(
    _ scene: Stage<Scene>?, _ output: OutputRequest, isVector: Bool
  ) -> Stage<FileArtifact> {
    guard let scene else {
      return .failing(
        .error(.diffMap, "only the changes of worlds are drawn as a map", at: output.place))
    }
    let fonts = documents.fonts
    let title = settings.phrases[.changesMap]
    let description = settings.phrases[.changesMapDescription]
    let language = settings.language
    if isVector {
      return .file(
        "write changes", version: 1, parameters: .of(title, description, language, type),
        memory: DiffRecipe.memory(sizes).document, after: scene, check: { try Verification.svg($0) }
      ) { _, file, scene in
        var document = SVGDocument(size: scene.size)
        document.title = title
        document.description = description
        document.language = language
        let window = Rect(x: 0, y: 0, width: scene.size.width, height: scene.size.height)
        return try fonts.withLibrary {
          try document.writeScene(scene, showing: window, fonts: $0, to: file.write).notes
        }
      }
    }
    let width = output.options[SharedKeys.width] ?? DiffRecipe.imageWidth
    return .file(
      "paint changes", version: 1, parameters: .of(width, type),
      memory: .picture(width: width, height: width), after: scene,
      check: { try Verification.png($0, width: width) }
    ) { context, file, scene in
      try fonts.withLibrary {
        try scene.writePNG(
          width: width, fonts: $0, isCancelled: { context.isCancelled }, to: file.write)
      }
      return []
    }
  }

  /// The document with its map.
  private func illustrate(
    _ report: Stage<ChangeReport>, with scene: Stage<Scene>
  ) -> Stage<Document> {
    let fonts = documents.fonts
    let caption = settings.phrases[.changesMap]
    return Stage(
      "illustrate changes", version: 1, parameters: .of(type, caption),
      memory: .picture(width: DiffRecipe.pictureWidth, height: DiffRecipe.pictureWidth),
      after: report, scene, digest: { Digest(canonicalOf: $0) }
    ) { context, report, scene in
      var document = report.document
      guard let description = report.mapDescription else { return Diagnosed(document) }
      let width = DiffRecipe.pictureWidth
      let bitmap = try fonts.withLibrary {
        try ImageCanvas.bitmap(
          of: scene, width: width, height: scene.height(ofWidth: width), fonts: $0,
          isCancelled: { context.isCancelled })
      }
      document.resources.append(
        Resource(
          name: ChangeReport.mapName, mediaType: "image/png", width: bitmap.width,
          height: bitmap.height, bytes: try PNGEncoder.encode(bitmap, dpi: 300)))
      document.blocks.insert(
        .figure(
          Figure(
            Image(ChangeReport.mapName, alternative: description, share: 1),
            caption: [.text(caption)])), at: min(1, document.blocks.count))
      return Diagnosed(document)
    }
  }
}

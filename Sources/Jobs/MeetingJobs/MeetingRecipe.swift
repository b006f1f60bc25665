// SPDX-License-Identifier: MIT
// Part of Platen: a meeting job, from top to bottom: read → compose → typeset or write → place.

internal import Archive
internal import Books
internal import CampaignJobs
internal import Canvas
internal import Diagnostics
internal import Digests
internal import Documents
internal import Drawing
internal import Geometry
internal import JobKit
internal import Meetings
internal import Pipeline
internal import Readers
internal import Text
internal import Typesetting
internal import Writers

/// Makes the stages of one meeting job. All formats share the reading.
struct MeetingRecipe {
  private let job: ManifestJob
  private let options: MinutesOptions
  private let reading: MeetingReader.Options
  private let files: MeetingFiles
  private let documents: DocumentStages
  /// Warnings of the language file, reported with the document's.
  private let phraseWarnings: [Diagnostic]
  /// The products of its outputs.
  private let products: [MeetingProduct]
  /// The dialects of CSV, by the paths of outputs.
  private let dialects: [String: CSVDialect]
  /// The campaign of a recap.
  private let campaign: CampaignInput?
  /// Bytes of the input, for estimates of memory.
  private let inputSize: Int

  /// The default look of minutes.
  static let defaultLook = "minutes"

  /// Resolves everything that can be known before anything runs.
  ///
  /// - Parameter others: the jobs of its manifest, among which a campaign may be named.
  /// - Throws: `Failure` with all errors of the job's settings.
  init(_ job: ManifestJob, among others: [ManifestJob], in context: RecipeContext) throws {
    var errors = DiagnosticList()
    func resolve<T>(_ key: some DeclaredKey, _ body: () throws -> T) -> T? {
      errors.attempt(key, of: job, body)
    }
    self.job = job
    let settings = job.settings
    let language = settings[MeetingKeys.language] ?? "en"
    let phrases = errors.readPhrases(of: job, in: context)
    let zone = resolve(MeetingKeys.zone) {
      try ZoneRules(
        named: settings[MeetingKeys.zone] ?? "UTC",
        in: ZoneRules.folders(variable: context.environment.variable)
      ) { path in
        guard try context.environment.status(path)?.kind == .file else { return nil }
        // Read through the environment: the job is built again when the rules of its zone change.
        return try context.environment.read(path, limit: 1 << 20).bytes
      }
    }
    let start = resolve(MeetingKeys.start) {
      try settings[MeetingKeys.start].map { try RecordingStart($0) }
    }
    let room = resolve(MeetingKeys.room) { try settings[MeetingKeys.room].map { try RoomLink($0) } }
    let files = MeetingFiles(
      input: job.input, others: job.companions + (settings[MeetingKeys.with] ?? []),
      attachments: settings[MeetingKeys.attachments])
    let size = ([job.input] + files.others).reduce(0) { $0 + context.size(of: $1) }
    let documents = DocumentStages(
      of: job, look: settings[MeetingKeys.look] ?? MeetingRecipe.defaultLook,
      phrases: phrases?.value,
      memory: MeetingMemory.documents(size), in: context, errors: &errors)
    let products = MeetingFormat.products(of: job.outputs, &errors)
    var dialects: [String: CSVDialect] = [:]
    for output in job.outputs {
      do throws(Failure) {
        dialects[output.path] = try CSVDialect(
          output.options[MeetingKeys.csv], language: language)
      } catch {
        for diagnostic in error.diagnostics { errors.record(diagnostic) }
      }
    }
    let campaign = resolve(MeetingKeys.campaign) {
      try settings[MeetingKeys.campaign].map {
        try MeetingRecipe.campaign($0, among: others, in: context)
      }
    }
    guard errors.isEmpty, let documents, let phrases, let zone, let room, let start, let campaign
    else {
      throw Failure(errors.diagnostics)
    }
    self.campaign = campaign
    self.products = products
    self.dialects = dialects
    self.documents = documents
    self.files = files
    inputSize = size
    phraseWarnings = phrases.warnings
    var reading = MeetingReader.Options()
    reading.room = room
    reading.zone = zone
    reading.start = start
    reading.instance = settings[MeetingKeys.server] ?? ""
    self.reading = reading
    var options = MinutesOptions()
    // The copy of a server's room has no path that people know.
    options.file = job.settings[InstanceKeys.from] == nil ? job.input : nil
    options.title = settings[MeetingKeys.title] ?? ""
    options.subtitle = settings[MeetingKeys.subtitle] ?? ""
    options.authors = settings[MeetingKeys.authors] ?? []
    options.date = settings[MeetingKeys.date] ?? ""
    options.language = language
    options.isRightToLeft = Direction.of(language: language) == .rightToLeft
    options.phrases = phrases.value
    options.zone = zone
    options.audience = settings[ManifestKeys.audience].flatMap(BookOptions.Audience.init) ?? .player
    options.isAudienceStated = settings[ManifestKeys.audience] != nil
    options.includesModeration = settings[MeetingKeys.moderation] ?? true
    options.includesChat = settings[MeetingKeys.chat] ?? true
    self.options = options
  }

  /// The file of a campaign: that of the campaign job with this id, or the path itself.
  private struct CampaignInput: Sendable {
    var path: String
    /// The reason why the job has none: its instance could not be queried.
    var error: Diagnostic?
    /// Bytes, for estimates of memory.
    var size: Int
  }

  private static func campaign(
    _ name: String, among jobs: [ManifestJob], in context: RecipeContext
  ) throws -> CampaignInput {
    let named = jobs.filter { job in
      job.kind is CampaignKind && (job.id == name || job.baseID == name)
    }
    // A job of a matrix is several with one input.
    let path = named.first?.input ?? name
    guard named.allSatisfy({ $0.input == path }) else {
      throw Failure(
        .error(
          .manifestValue, "\"\(name)\" is the name of several campaigns",
          hints: ["name the file of one of them"]))
    }
    return CampaignInput(path: path, error: named.first?.error, size: context.size(of: path))
  }

  // MARK: The stages

  /// The job as the engine runs it.
  func makeJob() -> Job {
    let meeting = read()
    let statistics = count(meeting)
    var texts: [MeetingText: Stage<Document>] = [:]
    let outputs = zip(job.outputs, products).map { output, product in
      let stage: Stage<FileArtifact>
      switch product {
      case .table(let table):
        stage = writeTable(table, meeting, dialects[output.path] ?? CSVDialect())
      case .subtitles(let format): stage = writeTranscript(format, meeting)
      case .calendar: stage = calendar(meeting)
      case .archive: stage = archive(meeting)
      case .invitationImage: stage = cardImage(output, meeting)
      case .invitationPage: stage = cardPage(meeting)
      case .document(let text, let format):
        let document = texts[text] ?? documentStage(text, meeting, statistics)
        texts[text] = document
        stage =
          text == .minutes
          ? documents.stage(output, as: format, document, statistics, charts: MeetingRecipe.charts)
          : documents.stage(output, as: format, document)
      }
      return Job.Output(output.path, from: stage, at: output.place)
    }
    // A recap reads the campaign as well.
    let recap = texts[.recap].map { [$0.erased] } ?? []
    let dates = job.outputs.contains { $0.format == "ics" } ? [datesStage(meeting).erased] : []
    return job.made(
      outputs, inputs: documents.inputs,
      checks: [meeting.erased] + recap + dates + ManifestJob.checks(reporting: phraseWarnings))
  }

  /// The pages of the minutes, for a preview.
  func pages() -> Stage<PreviewPages> {
    let meeting = read()
    let statistics = count(meeting)
    return documents.previewPages(
      job.outputs[0], documentStage(.minutes, meeting, statistics), statistics,
      charts: MeetingRecipe.charts)
  }

  /// The options of what has no moderation in any case.
  private var unmoderated: MinutesOptions {
    var options = withChat
    options.includesModeration = true
    return options
  }

  /// The stage that reads the files of a meeting.
  private func read() -> Stage<Meeting> {
    if let fault = job.error { return .failing(fault) }
    let files = files
    let reading = reading
    return Stage(
      "read meeting", version: 5,
      parameters: .of(
        files.input, files.others, files.attachments, reading.room, reading.instance, reading.zone,
        reading.start),
      memory: MeetingMemory.meeting(inputSize)
    ) { context in
      do {
        return try files.read(reading, in: context)
      } catch let failure as Failure {
        throw failure.diagnostics.contains { $0.place?.file != nil }
          ? failure : failure.inFile(files.input)
      }
    }
  }

  /// The writers and the times of their messages.
  private func count(_ meeting: Stage<Meeting>) -> Stage<SpeechStatistics> {
    let options = withChat
    return Stage(
      "count", version: 3, parameters: .of(options), memory: MeetingMemory.document(0),
      after: meeting, digest: { Digest(canonicalOf: $0) }
    ) { _, meeting in Diagnosed(SpeechStatistics(meeting, options: options)) }
  }

  private static let charts: @Sendable (SpeechStatistics) -> [PageChart] = { statistics in
    let presence = statistics.presenceChart.map { chart in
      PageChart(
        presenceChart, chart, width: 440, alternative: statistics.presence?.sentence ?? "")
    }
    let chat = statistics.chart.map { chart in
      PageChart("chart-who-spoke-when.png", chart, width: 440, alternative: statistics.sentence)
    }
    return [presence, chat].compactMap(\.self)
  }

  private static let presenceChart = "chart-attendance.png"

  /// The minutes get charts of who was there when and who wrote when, behind attendance.
  private func chart(
    _ document: Stage<Document>, _ statistics: Stage<SpeechStatistics>
  ) -> Stage<Document> {
    let phrases = options.phrases
    return documents.charted(
      document, statistics, for: job.outputs, charts: MeetingRecipe.charts
    ) { document, charts in
      let blocks = charts.flatMap { chart -> [Block] in
        let isPresence = chart.name == MeetingRecipe.presenceChart
        let heading = Heading(
          2, [.text(phrases[isPresence ? .attendanceOverTime : .whoSpokeWhen])],
          .id(isPresence ? "attendance-over-time" : "who-spoke-when"))
        return [.heading(heading), .figure(chart.figure)]
      }
      document.insert(blocks, behindSection: Minutes.attendanceID)
    }
  }

  /// The stage that composes a document of a meeting, independent of formats.
  private func compose(_ text: MeetingText, _ meeting: Stage<Meeting>) -> Stage<Document> {
    let options =
      switch text {
      case .minutes: options
      case .attendance, .recap: withChat
      case .admin: unmoderated
      }
    let phraseWarnings = phraseWarnings
    let input = job.input
    return Stage(
      "compose \(text.rawValue)", version: 6, parameters: .of(options),
      memory: MeetingMemory.document(inputSize), after: meeting,
      digest: { Digest(canonicalOf: $0) }
    ) { _, meeting in
      do {
        var document =
          switch text {
          case .attendance: try Minutes.attendance(of: meeting, options: options)
          case .admin: try AdminReport.document(of: meeting, options: options)
          case .recap: try Minutes.recap(of: meeting, campaign: nil, options: options)
          case .minutes: try Minutes.document(of: meeting, options: options)
          }
        document.warnings = phraseWarnings + document.warnings + document.value.warnings()
        return document
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
  }

  /// The evening's recap, with the campaign that was played where the job names one.
  private func recap(_ meeting: Stage<Meeting>) -> Stage<Document> {
    let options = unmoderated
    let phraseWarnings = phraseWarnings
    let input = job.input
    let compose: @Sendable (Meeting, Campaign?) throws -> Diagnosed<Document> = {
      meeting, campaign in
      do {
        var document = try Minutes.recap(
          of: meeting, campaign: campaign, options: options)
        document.warnings = phraseWarnings + document.warnings + document.value.warnings()
        return document
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
    guard let campaign else {
      return Stage(
        "compose recap", version: 3, parameters: .of(options),
        memory: MeetingMemory.document(inputSize), after: meeting,
        digest: { Digest(canonicalOf: $0) }
      ) { _, meeting in try compose(meeting, nil) }
    }
    let story: Stage<Campaign> =
      if let fault = campaign.error {
        .failing(fault)
      } else {
        CampaignFiles.stage(campaign.path, size: campaign.size)
      }
    return Stage(
      "compose recap", version: 3, parameters: .of(options),
      memory: MeetingMemory.document(inputSize), after: meeting, story,
      digest: { Digest(canonicalOf: $0) }
    ) { _, meeting, campaign in try compose(meeting, campaign) }
  }

  private func documentStage(
    _ text: MeetingText, _ meeting: Stage<Meeting>, _ statistics: Stage<SpeechStatistics>
  ) -> Stage<Document> {
    switch text {
    case .recap: recap(meeting)
    case .minutes: chart(compose(text, meeting), statistics)
    case .attendance, .admin: compose(text, meeting)
    }
  }

  /// The meeting as a table for programs.
  private func writeTable(
    _ table: MeetingTable, _ meeting: Stage<Meeting>, _ dialect: CSVDialect
  ) -> Stage<FileArtifact> {
    let hasModeration = table == .json || table == .attendanceCSV
    let options = hasModeration ? withChat : unmoderated
    let format = table == .json ? "json" : "csv"
    let shown =
      switch table {
      case .attendanceCSV: "attendance"
      case .transcriptCSV: "transcript"
      case .actionsCSV: "actions"
      case .chatCSV, .json: "chat"
      }
    let input = job.input
    return .file(
      "write \(format)", version: 4,
      parameters: .of(shown, options, dialect.separator, dialect.hasMark),
      memory: MeetingMemory.documents(inputSize).text, after: meeting
    ) { _, file, meeting in
      let tables = MeetingTables(meeting, options: options, dialect: dialect)
      do {
        let bytes =
          switch table {
          case .json: try tables.json()
          case .chatCSV: try tables.chatCSV()
          case .attendanceCSV: try tables.attendanceCSV()
          case .transcriptCSV: try tables.transcriptCSV()
          case .actionsCSV: try tables.actionsCSV()
          }
        try bytes.withUnsafeBytes { try file.write($0) }
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
      return tables.warnings
    }
  }

  /// The transcript as subtitles.
  private func writeTranscript(
    _ format: SubtitleFormat, _ meeting: Stage<Meeting>
  ) -> Stage<FileArtifact> {
    let options = unmoderated
    let input = job.input
    return .file(
      "write \(format.rawValue)", version: 2, parameters: .of(options),
      memory: MeetingMemory.documents(inputSize).text, after: meeting
    ) { _, file, meeting in
      do {
        let subtitles = try Subtitles(meeting, options: options)
        let bytes =
          switch format {
          case .vtt: subtitles.webVTT
          case .srt: subtitles.subRip
          }
        try bytes.withUnsafeBytes { try file.write($0) }
        return subtitles.warnings
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
  }

  /// The next meeting and action items for calendars.
  private func calendar(_ meeting: Stage<Meeting>) -> Stage<FileArtifact> {
    .file(
      "write ics", version: 3, memory: MeetingMemory.documents(inputSize).text,
      after: datesStage(meeting)
    ) { _, file, calendar in
      try calendar.withUnsafeBytes { try file.write($0) }
      return []
    }
  }

  /// The bytes of the calendar; an error where the meeting has no dates for one.
  private func datesStage(_ meeting: Stage<Meeting>) -> Stage<[UInt8]> {
    let options = unmoderated
    let input = job.input
    return Stage(
      "find dates", version: 1, parameters: .of(options),
      memory: MeetingMemory.documents(inputSize).text, after: meeting,
      digest: { Digest(canonicalOf: $0) }
    ) { _, meeting in
      do {
        let calendar = try MeetingCalendar(meeting, options: options)
        return Diagnosed(calendar.bytes, warnings: calendar.warnings)
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
  }

  /// The options of what has the chat in any case.
  private var withChat: MinutesOptions {
    var options = options
    options.includesChat = true
    return options
  }

  /// The chat as text and as data with every image once.
  private func archive(_ meeting: Stage<Meeting>) -> Stage<FileArtifact> {
    let options = withChat
    let input = job.input
    return .file(
      "write zip", version: 4, parameters: .of(options),
      memory: MeetingMemory.document(inputSize), after: meeting,
      check: { try Verification.zip($0) }
    ) { _, file, meeting in
      do {
        let document = try Minutes.document(of: meeting, options: options)
        var transcript: [UInt8] = []
        let notes = try PlainTextWriter(options: .init(lines: .wrapped(80)))
          .writeDocument(document.value) { transcript.append(contentsOf: $0) }
        var zip = ZipWriter()
        let archive = try MeetingArchive(meeting, transcript: transcript, options: options)
        for part in archive.parts {
          try zip.addEntry(part.name, part.bytes, method: part.isPacked ? .stored : .deflated)
        }
        try zip.finish(through: try ScratchStorage(), to: file.write)
        return document.warnings + notes
      } catch let failure as Failure {
        throw failure.inFile(input)
      }
    }
  }

  // MARK: Invitations

  private func card(_ meeting: Meeting) throws -> InvitationCard {
    do {
      // Cards are shown on screens more often than on paper.
      let web = documents.look.web
      let palette = web.scheme == .dark ? web.dark : web.light
      let colors = InvitationCard.Colors(
        paper: Color(rgb: palette.paper), ink: Color(rgb: palette.ink),
        muted: Color(rgb: palette.muted), accent: Color(rgb: palette.accent),
        line: Color(rgb: palette.line))
      return InvitationCard(
        invitation: try Invitation(meeting, options: options), colors: colors,
        families: documents.look.pages.patches["heading"]?.families
          ?? documents.look.pages.families,
        isRightToLeft: options.isRightToLeft)
    } catch let failure as Failure {
      throw failure.inFile(job.input)
    }
  }

  private var cardParameters: StageParameters {
    .of(documents.look.web, documents.pagesDigest, documents.type, unmoderated)
  }

  /// The invitation as an image.
  private func cardImage(_ output: OutputRequest, _ meeting: Stage<Meeting>) -> Stage<
    FileArtifact
  > {
    let width = output.options[MeetingKeys.width] ?? 1680
    let size = InvitationCard.size
    let height = Int((Double(width) * size.height / size.width).rounded())
    let fonts = documents.fonts
    let recipe = self
    return .file(
      "draw invitation", version: 3, parameters: .of(width, cardParameters),
      memory: .picture(width: width, height: height), after: meeting,
      check: { try Verification.png($0, width: width) }
    ) { _, file, meeting in
      try fonts.withLibrary { library in
        let scene = try recipe.card(meeting).scene(text: library)
        try scene.writePNG(width: width, isFlat: true, fonts: library, to: file.write)
        return []
      }
    }
  }

  /// The invitation as a page.
  private func cardPage(_ meeting: Stage<Meeting>) -> Stage<FileArtifact> {
    let fonts = documents.fonts
    let recipe = self
    return .file(
      "print invitation", version: 2, parameters: cardParameters,
      memory: MeetingMemory.documents(0).pages, after: meeting, check: { try Verification.pdf($0) }
    ) { context, file, meeting in
      let card = try recipe.card(meeting)
      var metadata = Metadata(
        title: card.invitation.heading + ": " + card.invitation.title,
        language: recipe.options.language)
      metadata.date = recipe.options.date
      return try fonts.writePDF(metadata, to: file, isCancelled: { context.isCancelled }) {
        library, emit in
        let (page, structure) = try card.page(text: library, language: recipe.options.language)
        try emit(page)
        return (structure, [])
      }
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the shared state of recipes while they make their jobs: files, looks, fonts.

package import Books
internal import Canvas
package import Diagnostics
package import Digests
package import Documents
package import PDF
package import Pipeline
internal import Pixels
internal import Typesetting
internal import Values
internal import Writers

/// The context of recipes. It is made once for a run and used while planning, on one thread.
package final class RecipeContext {
  /// Its folder is what inputs, looks and fonts are relative to.
  package let environment: any Environment
  package let looks: LookFile
  /// Records the files read while planning.
  private let tracing: TracingEnvironment
  private let disk: DiskEnvironment
  /// Values that kinds of job keep, by their names.
  private var keptValues: [String: any Sendable] = [:]
  private var bookThemeByLook: [String: BookTheme] = [:]
  private var fontsByFiles: [[String]: FontPool] = [:]
  /// The folders of fonts, once they were read.
  private var fontFolders: FontFolders?
  /// The folders of hyphenation patterns, or the reason that they cannot be looked for.
  package private(set) lazy var hyphenFolders = Result {
    try HyphenFiles.folders(in: recorder?.watching(disk) ?? disk)
  }
  /// Turns a path into what the system can open, for fonts: they are opened by libraries.
  private let resolve: (String) -> String
  /// Digests of files, known by their status; nil when keys do not depend on the fonts' content.
  private let digests: FileDigests?
  private var typeByFonts: [[String]: String] = [:]
  /// Fonts that looks require and that have no substitute here.
  package private(set) var absentFonts: [Diagnostic] = []
  /// Lists of families that were looked for.
  private var checkedFonts: Set<[String]> = []
  private var inputsByFonts: [[String]: [InputRecord]] = [:]
  /// The phrases by language and phrase file, or the reason that they cannot be read.
  private var phrasebooks: [String: Result<Diagnosed<Phrasebook>, any Error>] = [:]
  /// The language files of the templates, once they were read.
  private var languageFiles: [String: FileBytes]?
  /// The phrase files of the user, or the reason that one cannot be read, by path.
  private var ownPhrases: [String: Result<FileBytes, any Error>] = [:]
  private var skeleton: WordSkeleton?
  /// Digests of outputs that a killed run published and no record lists, by path.
  package var unrecorded: [String: Digest] = [:]
  /// Records all queries of the disk.
  private let recorder: DependencyRecorder?

  /// Creates a context. Its last parameter records all queries of the disk, so that they can be
  /// repeated; `templates` record their own.
  ///
  /// - Parameters:
  ///   - environment: the files of inputs, looks and fonts.
  ///   - templates: the source of looks.
  ///   - filedLooks: the kinds of look there are, for hints.
  ///   - digests: digests of files; given when results outlive the run, so that keys depend on the
  ///     fonts' content.
  package init(
    environment: DiskEnvironment, templates: Templates?, filedLooks: [any FiledLook.Type] = [],
    digests: FileDigests? = nil, recorder: DependencyRecorder? = nil
  ) {
    self.digests = digests
    self.recorder = recorder
    disk = environment
    tracing = TracingEnvironment(recorder?.watching(environment) ?? environment)
    self.environment = tracing
    looks = LookFile(environment: tracing, templates: templates, kinds: filedLooks)
    resolve = environment.resolved
  }

  /// The disk seen from the working directory, for files in the output directory: they are not
  /// inputs of jobs, which no output may replace.
  package var outside: any Environment {
    recorder?.watching(DiskEnvironment()) ?? DiskEnvironment()
  }

  /// A path of an input as `outside` takes it.
  package func resolved(_ path: String) -> String { resolve(path) }

  /// The cached results of earlier runs: bytes in it are Platen's, even without a record.
  package var store: (any ResultStore)?

  /// The files that earlier runs without a manifest wrote.
  package var rendered = RenderedFiles()

  /// Indicates whether jobs without a manifest replace existing files in catalogs and folders under
  /// the names they make, even those of other origin.
  package var replaces = false

  /// Digests of files, known by their status.
  package var fileDigests: FileDigests { digests ?? FileDigests() }

  /// The folder in which looks and starter manifests were found.
  package var templatesFolder: String? { looks.templates?.folder }

  /// Looks, mappings and fonts that jobs were made of so far: no output may replace them.
  package var filesRead: [String] { tracing.filesRead + fontsByFiles.keys.joined().sorted() }

  /// Folders that were listed to plan jobs.
  package var foldersListed: [String] { tracing.foldersListed }

  /// Bytes of an input; 0 where it is missing. This is not recorded: an input is read by its stage,
  /// and jobs are not planned from its content.
  package func size(of input: String) -> Int { (try? disk.status(input))?.size ?? 0 }

  /// The first bytes of an input, from which its reader is chosen; empty where it is missing. This
  /// read is not recorded either: the stage that reads the input depends on all of it.
  package func beginning(of input: String) -> [UInt8] { disk.beginning(of: input, count: 1 << 16) }

  /// The number of pixels of a PNG according to its first bytes; nil for another file. This read is
  /// not recorded either.
  package func pixels(of input: String) -> Int? {
    disk.beginning(of: input, count: 24).withUnsafeBytes { PNGDecoder.size(of: $0) }.map {
      // The size in a damaged file may overflow.
      $0.width.multipliedReportingOverflow(by: $0.height).overflow ? .max : $0.width * $0.height
    }
  }

  /// A look, and the user's files it was read from.
  package func look<Look: FiledLook>(
    of kind: Look.Type, named name: String
  ) throws -> (look: Look, inputs: [InputRecord]) {
    // Traced separately for each look: two may extend one file.
    let traced = TracingEnvironment(tracing)
    let look = try LookFile(environment: traced, templates: looks.templates, kinds: looks.kinds)
      .look(of: kind, named: name)
    return (look, traced.trace.accesses.compactMap(InputRecord.init))
  }

  /// A value that a kind of job makes once for all jobs of the run.
  ///
  /// - Parameter name: begins with the kind's name.
  package func kept<Value: Sendable>(_ name: String, make: () throws -> Value) rethrows -> Value {
    if let known = keptValues[name] as? Value { return known }
    let made = try make()
    keptValues[name] = made
    return made
  }

  /// A look for books and its parts of keys: one for its pages and one for its screens, so that a
  /// change of one of them rebuilds nothing of the other.
  package final class BookTheme: Sendable {
    package let look: BookLook
    let pagesDigest: String
    /// The user's files it was read from.
    let inputs: [InputRecord]

    init(_ look: BookLook, from inputs: [InputRecord]) {
      self.look = look
      self.inputs = inputs
      let lines = look.pages.pageLines + look.pages.styleLines
      pagesDigest = Digest.of(lines.joined(separator: "\n")).description
    }
  }

  package func bookTheme(_ name: String) throws -> BookTheme {
    if let theme = bookThemeByLook[name] { return theme }
    let read = try look(of: BookLook.self, named: name)
    let theme = BookTheme(read.look, from: read.inputs)
    bookThemeByLook[name] = theme
    return theme
  }

  /// The fonts installed and those files.
  package func fonts(_ files: [String]) throws -> FontPool {
    if let pool = fontsByFiles[files] { return pool }
    let paths = files.map(resolve)
    let folders = try readFontFolders()
    see(FontSet.places(for: [], files: paths, in: folders))
    let pool = FontPool(try FontSet(files: paths, folders: folders))
    fontsByFiles[files] = pool
    return pool
  }

  /// The input records of fonts named by their files.
  package func inputs(ofFonts files: [String]) throws -> [InputRecord] {
    if let known = inputsByFonts[files] { return known }
    let inputs = try files.map { path in
      let digest = try digests?.digest(of: path, in: disk) ?? disk.read(path).digest
      return InputRecord(path: path, size: try disk.status(path)?.size, digest: digest)
    }
    inputsByFonts[files] = inputs
    return inputs
  }

  /// Reads the folders of fonts once; the variables that name them and the names in them are noted.
  private func readFontFolders() throws -> FontFolders {
    if let fontFolders { return fontFolders }
    let watched = recorder?.watching(disk) ?? disk
    let folders = FontFolders(FontFolders.paths(variable: watched.variable))
    for folder in folders.listed where recorder != nil { _ = try watched.list(folder) }
    fontFolders = folders
    return folders
  }

  /// Fonts are found and opened by libraries, past the environment.
  private func see(_ paths: [String]) {
    guard let recorder else { return }
    for path in paths { recorder.see(path) }
  }

  /// The part of keys for the fonts of text in some families: their files and the content of these.
  ///
  /// - Parameter alternatives: lists of families of which one is used, the first that is there:
  ///   where none of a list is, that is reported before the first job.
  package func type(
    of families: [String], from files: [String], alternatives: [[String]] = []
  ) throws -> String {
    let key = files + ["\n"] + families
    for group in alternatives where checkedFonts.insert(files + ["\n"] + group).inserted {
      let set = try fonts(files).set
      guard !group.contains(where: { set.match($0) != nil }) else { continue }
      for fault in set.check(group) where !absentFonts.contains(fault) { absentFonts.append(fault) }
    }
    if let known = typeByFonts[key] { return known }
    guard let digests else {
      typeByFonts[key] = files.joined(separator: "\n")
      return files.joined(separator: "\n")
    }
    see(FontSet.places(for: families, in: try readFontFolders()))
    // The set's paths are as the system takes them, from the working folder.
    let working = DiskEnvironment()
    let digest = try fonts(files).set.digest(for: families) { path in
      try digests.digest(of: path, in: working)
    }
    typeByFonts[key] = digest.description
    return digest.description
  }

  /// The files of fonts that the text of jobs made so far may be drawn from, by their names, and
  /// those of the templates that outputs may depend on.
  ///
  /// - Throws: `Failure` where a file cannot be read.
  package func frozenParts() throws -> [FrozenPlan.File] {
    let working = DiskEnvironment()
    var paths: Set<String> = []
    for key in typeByFonts.keys {
      let parts = key.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      paths.formUnion(try fonts(Array(parts[0])).set.files(for: Array(parts[1])))
    }
    let fonts = try paths.sorted().map { path in
      FrozenPlan.File(
        .font, path.split(separator: "/").last.map(String.init) ?? path,
        try fileDigests.digest(of: path, in: working))
    }
    let templates = try (looks.templates?.decidingFiles() ?? []).map {
      FrozenPlan.File(.template, $0.name, $0.file.digest)
    }
    return fonts + templates
  }

  /// The phrases that Platen prints into what a job makes: those of its language, or of English,
  /// replaced by those of its phrase file.
  ///
  /// - Throws: `Failure` with all errors of a phrase file.
  package func phrases(of settings: Settings) throws -> Diagnosed<Phrasebook> {
    let language = settings[SharedKeys.language] ?? "en"
    let path = settings[SharedKeys.phrases]
    let key = language + "\n" + (path ?? "")
    let book = phrasebooks[key] ?? Result { try readPhrases(of: language, replacedBy: path) }
    phrasebooks[key] = book
    do {
      return try book.get()
    } catch var failure as Failure {
      let place = settings.place(of: SharedKeys.phrases)
      failure.diagnostics = failure.diagnostics.map { $0.found(from: place) }
      throw failure
    }
  }

  private func readPhrases(
    of language: String, replacedBy path: String?
  ) throws -> Diagnosed<Phrasebook> {
    var files: [String: FileBytes] = [:]
    for name in PhrasebookFile.names(for: language) {
      files[name] = try looks.templates?.phrases(language: name)
    }
    let own = try path.map { try phraseFile(at: $0) }
    return try PhrasebookFile.phrasebook(for: language, replacedBy: own, in: files)
  }

  /// A phrase file of the user, which is read once, also where that fails.
  private func phraseFile(at path: String) throws -> FileBytes {
    let file =
      ownPhrases[path] ?? Result { try tracing.read(path, limit: PhrasebookFile.limit) }
    ownPhrases[path] = file
    return try file.get()
  }

  /// The phrases that Platen prints into what a job makes, for a job whose input states its
  /// language.
  ///
  /// - Throws: `Failure` if a phrase file cannot be read.
  package func phraseSource(of settings: Settings) throws -> PhraseSource {
    let files = try languageFiles ?? looks.templates?.phraseFiles() ?? [:]
    languageFiles = files
    let place = settings.place(of: SharedKeys.phrases)
    do {
      let own = try settings[SharedKeys.phrases].map { try phraseFile(at: $0) }
      return PhraseSource(own: own, place: place, files: files)
    } catch var failure as Failure {
      failure.diagnostics = failure.diagnostics.map { $0.found(from: place) }
      throw failure
    }
  }

  /// The profile of a press, which is read once for all jobs.
  ///
  /// - Throws: `Failure` placed in the file where it cannot be read or is not such a profile.
  package func printProfile(at path: String) throws -> (PrintProfile, InputRecord) {
    try kept("output-profile \(path)") {
      do {
        let file = try tracing.read(path, limit: PrintProfile.sizeLimit)
        let input = InputRecord(path: path, size: file.count, digest: file.digest)
        return (try PrintProfile(file.bytes), input)
      } catch let failure as Failure {
        throw failure.inFile(path)
      }
    }
  }

  /// The phrase file that a job names, once ``phrases(of:)`` has read it.
  package func phraseFiles(of settings: Settings) -> [InputRecord] {
    guard let path = settings[SharedKeys.phrases], let own = try? ownPhrases[path]?.get() else {
      return []
    }
    return [InputRecord(path: path, size: own.count, digest: own.digest)]
  }

  /// The initial parts of a Word file and their part of keys, digested once for all jobs.
  struct WordSkeleton: Sendable {
    let parts: [DOCXPart]
    let digest: String
  }

  /// The initial parts of a Word file.
  ///
  /// - Throws: `Failure` `templates.missing` without a folder of templates.
  func wordSkeleton() throws -> WordSkeleton {
    if let skeleton { return skeleton }
    guard let templates = looks.templates else {
      throw Failure(
        .error(
          .templatesMissing, "Word files need the folder of templates, which was not found",
          hints: ["name it with --data-dir or PLATEN_DATA_DIR"]))
    }
    let files = try templates.files(below: "Word")
    let names = files.map { "\($0.name) \($0.file.digest)" }.joined(separator: "\n")
    let made = WordSkeleton(
      parts: files.map { DOCXPart($0.name, $0.file.bytes) },
      digest: Digest.of(names).description)
    skeleton = made
    return made
  }
}

extension ManifestJob {
  /// The job as the engine runs it.
  ///
  /// - Parameters:
  ///   - inputs: the files its settings were read from.
  ///   - checks: stages that find errors in its inputs; requested where the job can run.
  package func made(
    _ outputs: [Job.Output], inputs: [InputRecord] = [],
    checks: @autoclosure () -> [AnyStage] = []
  ) -> Job {
    var made = Job(
      id: id, kind: kind.name, tags: tags, parameters: parameters, outputs: outputs, at: place)
    made.inputs = inputs
    // A pattern that found nothing, an instance that could not be reached.
    made.planningErrors = [error].compactMap(\.self)
    for file in namedFiles + inputFiles where file.place.file != nil {
      made.sources[file.path] = file.place
    }
    made.priority = settings[ManifestKeys.priority] ?? 0
    made.pool = settings[ManifestKeys.pool]
    made.checks = WordTemplate.checks(of: self) + (error == nil ? checks() : [])
    made.timeLimit = settings[ManifestKeys.timeout].flatMap(DurationText.seconds)
    return made
  }

  /// A stage that reports warnings of planning which a run reports with its outputs; empty without
  /// any.
  package static func checks(reporting warnings: [Diagnostic]) -> [AnyStage] {
    guard !warnings.isEmpty else { return [] }
    return [
      Stage<Bool>("check words", version: 1, parameters: .of(warnings.map(\.text))) { _ in
        Diagnosed(true, warnings: warnings)
      }.erased
    ]
  }

  /// A job that fails as soon as it runs, the others with it none the worse.
  ///
  /// - Parameter path: where an output's request leads, as far as that is known without the files.
  package func failing(_ failure: Failure, path: (OutputRequest) -> String) -> Job {
    let stage = Stage<FileArtifact>.file(
      "read", version: 1, parameters: .of(failure.diagnostics.map(\.text))
    ) { _, _ in throw failure }
    var made = made(outputs.map { Job.Output(path($0), from: stage, at: $0.place) })
    made.planningErrors = failure.diagnostics
    return made
  }

  /// The settings as the user gave them, for the record.
  var parameters: [Job.Parameter] {
    settings.all.compactMap { member in
      guard !ManifestKeys.planning.contains(member.key),
        !ManifestKeys.running.contains(member.key)
      else { return nil }
      return Job.Parameter(member.key, member.key == kind.name ? input : member.value.plainText)
    }
  }
}

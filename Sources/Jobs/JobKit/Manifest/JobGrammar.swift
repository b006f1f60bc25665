// SPDX-License-Identifier: MIT
// Part of Platen: the grammar of a kind of job in manifests: its keys, its options, its formats.

package import Diagnostics
package import Pipeline
internal import Text
package import Values

/// A kind of job as the manifest sees it.
package struct JobGrammar: Sendable {
  /// The key that names the kind and takes its input, such as `map`.
  package var name: String
  package var summary: String
  /// Keys of the job, its input among them, without those every kind has.
  package var keys: [ManifestKey]
  /// Options of an output, which may also be set at the job for all of its outputs.
  package var options: [ManifestKey]
  /// Alternative options: an output that uses one of them does not inherit the others.
  package var alternatives: [OptionWay]
  package var formats: [OutputFormat]
  /// The alternative to a file extension that is not supported at all; nil for any other.
  package var declined: @Sendable (String) -> String? = { _ in nil }
  /// Indicates whether an input may be a folder, so that patterns find folders as well.
  package var takesFolders = false
  /// The inputs in a folder, each as the files of one, the one that names it first; empty where the
  /// folder is one input. Evaluated where the name of an output has `${name}`.
  package var parts: @Sendable (String, Settings, any Environment) throws -> [[String]] = {
    _, _, _ in []
  }
  /// Indicates whether several inputs of a job are read together, not each as a job of its own.
  package var mergesInputs: @Sendable (Settings) -> Bool = { _ in false }
  /// The number of inputs of a job: two where versions are compared.
  package var inputCount = 1
  /// Common names of input folders of the kind: an input of such a name takes the name of its
  /// parent folder.
  package var commonNames: Set<String> = []
  /// Keys that name files or folders besides the input, with the shapes of these.
  let fileKeys: [String: Shape]
  /// Keys that name files and take folders as well.
  package var folderKeys: Set<String> = []
  /// Keys that name files and take patterns.
  package var patternKeys: Set<String> = []
  /// Keys that are named after other kinds of job, and take the ids of jobs of these.
  package var otherKinds: [String] = []
  /// Indicates whether outputs differ by their audience. Jobs of other kinds take one for the sake
  /// of manifests with several kinds, but it is not offered for them.
  package var takesAudience = true
  /// Keys of texts that may name a file, each with the test for one.
  package var isFile: [String: @Sendable (String) -> Bool] = [:]

  package init(
    name: String, summary: String, keys: [any DeclaredKey], options: [any DeclaredKey],
    alternatives: [OptionWay] = [], formats: [OutputFormat], takesAudience: Bool = true,
    declined: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.declined = declined
    self.takesAudience = takesAudience
    self.keys = keys.map(\.declaration)
    self.options = options.map(\.declaration)
    fileKeys = JobGrammar.fileKeys(name, self.keys + self.options)
    self.name = name
    self.summary = summary
    self.alternatives = alternatives
    self.formats = formats
  }

  /// Checks settings from outside of a manifest, such as those from flags.
  ///
  /// - Throws: `Failure` with all errors.
  package func check(_ settings: Settings) throws {
    var errors = DiagnosticList()
    for member in settings.all {
      guard let key = jobKeys.first(where: { $0.name == member.key }),
        takesAudience || key.name != ManifestKeys.audience.name
      else {
        errors.record(
          .optionValue, "\(jobPhrase) has no such setting", at: member.place,
          hints: ["platen schema --markdown lists the settings of each kind of job"])
        continue
      }
      key.check(member.value, into: &errors)
    }
    guard errors.isEmpty else {
      throw Failure(
        errors.diagnostics.map { fault in
          var fault = fault
          fault.code = .optionValue
          // A place that is a flag names the setting already.
          let member = settings.all.first { $0.place == fault.place }
          if let key = member?.key, fault.place?.field?.hasPrefix("--") == true,
            fault.message.hasPrefix(key + ": ")
          {
            fault.message.removeFirst(key.count + 2)
          }
          return fault
        })
    }
  }

  /// The phrase for one of its jobs in messages, such as `an assets job`.
  package var jobPhrase: String {
    "\("aeiou".contains(name.first ?? "x") ? "an" : "a") \(name) job"
  }

  /// The format of a file's extension.
  ///
  /// - Throws: `Failure` `manifest.format` without a place.
  package func format(of path: String) throws(Failure) -> OutputFormat {
    let pathExtensions = formats.map {
      $0.pathExtension == "/" ? "folders/" : ".\($0.pathExtension)"
    }
    if path.hasSuffix(".xcassets/"),
      let format = formats.first(where: { $0.pathExtension == "xcassets" })
    {
      return format
    }
    if path.hasSuffix("/"), let format = formats.first(where: { $0.pathExtension == "/" }) {
      return format
    }
    if path.hasSuffix("/") || path.hasSuffix(".xcassets") && !pathExtensions.contains(".xcassets") {
      throw Failure(
        .error(
          .manifestFormat, "\(jobPhrase) makes files, not the folder \"\(path)\"",
          hints: ["it makes " + cappedList(pathExtensions, listedBy: "render --help \(name)")]))
    }
    let pathExtension = fileExtension(of: path)
    if let format = formats.first(where: { $0.pathExtension == pathExtension }) { return format }
    if let instead = declined(pathExtension) {
      throw Failure(.error(.manifestFormat, ".\(pathExtension) is not offered", hints: [instead]))
    }
    if FileFormat(pathExtension: pathExtension) != nil {
      throw Failure(
        .error(
          .manifestFormat, "\(jobPhrase) cannot make .\(pathExtension)",
          hints: ["it makes " + cappedList(pathExtensions, listedBy: "render --help \(name)")]))
    }
    let mayBeFolder = pathExtension.isEmpty && pathExtensions.contains("folders/")
    let said = pathExtension.isEmpty ? "no extension" : "the unknown extension .\(pathExtension)"
    throw Failure(
      .error(
        .manifestFormat, "\"\(path)\" has \(said); \(jobPhrase) cannot make it",
        hints: [
          nearMissHint(
            ".\(pathExtension)", among: pathExtensions, listedBy: "render --help \(name)")
        ] + (mayBeFolder ? ["write \(path)/ for a folder"] : [])))
  }

  /// Checks the name of an output from outside of a manifest, which a shell may have altered.
  ///
  /// - Returns: warnings of possible errors in it.
  /// - Throws: `Failure` without a place for an unknown placeholder, or a name that is an extension
  ///   alone.
  package func check(outputName path: String) throws(Failure) -> [Diagnostic] {
    do throws(Failure) { _ = try expandName(path, placeholders) } catch {
      let written = ["name", "id"].first { path.contains("${\($0)}") }
      guard written != nil || placeholders.isEmpty else { throw error }
      throw Failure(
        error.diagnostics.map { fault in
          var fault = fault
          fault.hints = [
            written.map { "${\($0)} is a placeholder of manifests only: write the name itself" }
              ?? "\(jobPhrase) has no placeholders"
          ]
          return fault
        })
    }
    if let name = extensionAlone(in: path) {
      let each = formats.first { name == "." + $0.pathExtension }?.each
      throw Failure(
        .error(
          .manifestName, "\"\(path)\" is an extension without a name",
          hints: each.map {
            ["within double quotes the shell replaces ${\($0)}: write '${\($0)}\(name)'"]
          } ?? ["write a name before \(name)"]))
    }
    let own = placeholders.map(\.name)
    guard let written = unreplacedVariable(in: path, own + ["name", "id"]) else { return [] }
    return [
      .warning(
        .manifestVariable, "\"\(written.text)\" is not replaced",
        hints: [
          own.contains(written.name)
            ? "write '${\(written.name)}' in single quotes"
            : "${\(written.name)} is a placeholder of manifests only"
        ])
    ]
  }

  /// The keys whose texts may contain placeholders in a manifest.
  static let templateKeys = ["title", "subtitle"]

  /// Checks texts of flags, which have no placeholders.
  ///
  /// - Throws: `Failure` with a usage error for a text with a placeholder.
  package func checkPlaceholders(of settings: Settings) throws(Failure) {
    for key in JobGrammar.templateKeys {
      guard let text = settings[name: key]?.text, text.contains("${") else { continue }
      do throws(Failure) { _ = try expandName(text, []) } catch {
        throw Failure(
          error.diagnostics.map { fault in
            .error(
              .optionValue, fault.message, at: SourceLocation(field: "--\(key)"),
              hints: ["placeholders such as ${name} are for manifests: write the text itself"])
          })
      }
    }
  }

  /// Warnings of outputs of one job that would be the same, byte for byte, except for their names.
  ///
  /// Extensions of one format are one, and an option with its default is like none. Defaults that
  /// depend on the input or on other options are not known here: these outputs differ.
  package func alike(_ outputs: [OutputRequest]) -> [Diagnostic] {
    guard outputs.count > 1 else { return [] }
    var first: [StageParameters: OutputRequest] = [:]
    return outputs.compactMap { output in
      let format = formats.first { $0.pathExtension == output.format }
      guard format?.dependsOnName != true else { return nil }
      let folder = output.path.split(separator: "/").dropLast().joined(separator: "/")
      let name = FileFormat(pathExtension: output.format)?.pathExtensions.first ?? output.format
      let chosen = Settings(output.options.all.filter { !isDefault($0, in: format) })
      let key = StageParameters.of(name, output.placeholder, folder, chosen)
      guard let other = first[key] else {
        first[key] = output
        return nil
      }
      return .warning(
        .outputAlike, "\(output.path) has the same settings and content as \(other.path)",
        at: output.place, hints: [hint(toDiffer: output)])
    }
  }

  /// Indicates whether an option of an output has the value that an omitted one means.
  private func isDefault(_ member: PlacedValue.Member, in format: OutputFormat?) -> Bool {
    let key = options.first { $0.name == member.key }
    guard let text = format?.defaults[member.key] ?? key?.defaultValue else { return false }
    let usual = PlacedValue(typed: text, at: member.place)
    if let number = member.value.number { return number == usual.number }
    if let flag = member.value.flag { return flag == usual.flag }
    return member.value.text == text
  }

  /// The part of an input's path that names it.
  func naming(_ path: String) -> String {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let last = parts.last, commonNames.contains(String(last)) else {
      return path
    }
    return parts.dropLast().joined(separator: "/")
  }

  /// A hint at options that distinguish an output from others of its format.
  private func hint(toDiffer output: OutputRequest) -> String {
    // Flags hold for all outputs of a command.
    guard output.place.field != "-o" else { return "remove one of them" }
    guard let format = formats.first(where: { $0.pathExtension == output.format }) else {
      return ""
    }
    let file = stem(of: output.path).lowercased()
    for name in ["show", "layout"] where format.options.contains(name) {
      guard case .word(let words)? = options.first(where: { $0.name == name })?.shape,
        let word = words.first(where: { file.contains($0) })
      else { continue }
      return "{ file: \(output.path), \(name): \(word) }"
    }
    return format.options.isEmpty
      ? "remove one of them"
      : "set an option of one of them: " + format.options.prefix(8).joined(separator: ", ")
  }

  /// Variables that make a set of files, which stay in names as they are.
  var placeholders: [(name: String, value: String)] {
    Set(formats.flatMap { [$0.each, $0.within].compactMap(\.self) }).sorted()
      .map { ($0, "${\($0)}") }
  }

  /// Every key a job of this kind may have.
  package var jobKeys: [ManifestKey] {
    let own = ManifestKeys.common(for: self) + keys
    return own + options.filter { option in !own.contains { $0.name == option.name } }
  }
}

/// One of several alternative sets of options.
package struct OptionWay: Hashable, Sendable {
  /// The options of which one is enough to choose it.
  package var keys: [String]
  /// Options that are of use in this way alone and choose none: they may be details of a way that
  /// is inherited. They are given up with it.
  package var details: [String]

  package init(_ keys: [any DeclaredKey], details: [any DeclaredKey] = []) {
    self.keys = keys.map(\.name)
    self.details = details.map(\.name)
  }

  func holds(_ key: String) -> Bool { keys.contains(key) || details.contains(key) }
}

/// A format of outputs, known by the extension of their names.
package struct OutputFormat: Sendable {
  /// Without the dot, in lower case.
  package var pathExtension: String
  package var summary: String
  /// Names of the kind's options this format takes.
  package var options: [String]
  /// The placeholder that makes a set of files, one for each of its values, such as `slide`; nil
  /// where it is one file in any case.
  package var each: String?
  /// Indicates whether it is made of folders only, so that it does not identify an input's kind.
  package var isOfFolders = false
  /// Indicates whether its files depend on their names, such as tables named after their content.
  var dependsOnName = false
  /// Indicates whether it is a folder that people keep files of their own in.
  package var isShared = false
  /// Values that omitted options mean in this format, by name, where those of other formats differ.
  package var defaults: [String: String] = [:]
  /// A placeholder allowed beside `each`, each value of which makes a set of its own; alone, it makes
  /// one set of all.
  package var within: String?

  package init(
    _ pathExtension: String, _ summary: String, options: [any DeclaredKey], each: String? = nil,
    within: String? = nil, dependsOnName: Bool = false, isShared: Bool = false
  ) {
    self.dependsOnName = dependsOnName
    self.isShared = isShared
    self.within = within
    self.pathExtension = pathExtension
    self.summary = summary
    self.options = options.map(\.name)
    self.each = each
  }

  /// The part of a path that distinguishes the files of a set; nil for one file.
  ///
  /// - Throws: `Failure` `manifest.variable` without a place where it does not occur exactly once,
  ///   in the last part of the path.
  package func placeholder(in path: String) throws(Failure) -> String? {
    let names = [each, within].compactMap(\.self)
    guard let each = names.first(where: { path.contains("${\($0)}") }) else { return nil }
    let placeholder = "${\(each)}"
    let name = path.split(separator: "/").last ?? ""
    guard path.ranges(of: placeholder).count == 1, name.contains(placeholder) else {
      throw Failure(
        .error(
          .manifestVariable, "\(placeholder) must occur once, in the file name: \"\(path)\"",
          hints: ["write \(each)s/\(each)-\(placeholder).\(pathExtension)"]))
    }
    return placeholder
  }
}

/// The keys that do not depend on the kind.
package enum ManifestKeys {
  /// The manifest's version this Platen reads.
  package static let version = 1

  /// Keys that cannot be varied by a matrix.
  static let fixed: Set<String> = [id.name, tags.name, matrix.name, outputs.name, folder.name]

  /// The folder of outputs when none is named.
  package static let defaultFolder = "out"

  static let folder = ManifestKey(
    "output-dir", .path, "the output directory; every output is below it", example: "out")

  /// Places for jobs that must not all run at once.
  static let pools = ManifestKey(
    "pools", .table(of: .integer(1...1024)),
    "how many stages may run at once in each pool", example: "{ large: 1 }")

  /// Retries of stages that fail for a temporary reason.
  static let retries = ManifestKey(
    "retries",
    .mapping([
      ManifestKey(
        "limit", .integer(0...100), "how often a failed stage is retried", example: "3",
        isRequired: true),
      ManifestKey(
        "delay", .form(DurationText.form(orNone: true)),
        "the wait before the first retry, doubled for each further one (default: 1s)",
        example: "2s"),
    ]),
    "retries of stages that fail for a temporary reason, such as a lost network share or too "
      + "many open files, but not a full disk or an invalid map",
    example: "{ limit: 3, delay: 2s }")

  /// The oldest Platen that has all that the manifest uses.
  static let minimumVersion = ManifestKey(
    "minimum-version", .form(PlatenVersion.form), "the oldest Platen that builds this manifest",
    example: "0.1.0")

  /// Indicates whether jobs have logs.
  static let logs = ManifestKey(
    "logs", .flag,
    "whether each job writes a log file to .platen/logs in the output directory",
    example: "true")

  /// Indicates whether a run becomes a page.
  static let report = ManifestKey(
    "report", .flag,
    "whether a run that builds something writes a page, report.html, to the output directory",
    example: "true")

  /// Keys of the whole manifest, besides `version`, `defaults` and `jobs`.
  static let whole =
    [minimumVersion, pools, retries, logs, report] + AfterRunKeys.all + [
      InstanceKeys.instances, CacheKeys.cache,
    ]

  /// Keys that specify how a job is run, not what it makes: no result depends on them.
  static let running: Set<String> = [priority.name, pool.name, timeout.name]

  /// Keys of which the record of a run has its own members.
  static let planning: Set<String> = [outputs.name, matrix.name, tags.name, id.name]

  static let id = OptionKey(
    "id", .text, "the job's name (default: the input's name)", example: "chronicle")

  static let tags = OptionKey(
    "tags", .list(of: .text), "words to select jobs by (--only tag:nightly)", example: "[nightly]")

  /// The audience of a job's outputs.
  package static let audience = OptionKey(
    "audience", .word(["player", "gm", "debug"]), "player, gm, or debug (gm with raw data)",
    example: "player")

  package static let fonts = OptionKey(
    "fonts", .list(of: .path), "font files to use in addition to installed fonts",
    example: "[fonts/Playfair.ttf]", flag: .named("font"))

  static let priority = OptionKey(
    "priority", .integer(-1000...1000),
    "the priority: of the jobs that are ready, the greatest runs first (default: 0)", example: "10")

  static let pool = OptionKey(
    "pool", .text, "the pool, one of the manifest's pools, its stages run in", example: "large")

  static let timeout = OptionKey(
    "timeout", .form(DurationText.form()),
    "how long it may take from its first stage on, without pauses, before it fails", example: "10m")

  static let matrix = OptionKey(
    "matrix", .anything,
    "keys with lists of values: one job per combination, without those of "
      + "`exclude`, plus those of `include`", example: "{ audience: [player, gm] }")

  /// The files to make; their shape depends on the kind of job.
  package static let outputs = OptionKey(
    "outputs", .anything, "what to make", example: "[map.png, map.pdf]")

  /// The keys every job has.
  static func common(for kind: JobGrammar) -> [ManifestKey] {
    var outputs = outputs.declaration
    outputs.shape = .list(of: output(for: kind))
    let keys: [any DeclaredKey] = [
      id, tags, audience, fonts, priority, pool, timeout, matrix, outputs,
    ]
    return keys.map(\.declaration)
  }

  /// An output: its name, or a mapping with the name and options.
  static func output(for kind: JobGrammar) -> Shape {
    .either(
      .mapping(
        [
          ManifestKey(
            "file", .path, "its path below the output directory; its extension sets the format",
            example: "maps/${name}.png", isRequired: true)
        ] + kind.options), .path)
  }
}

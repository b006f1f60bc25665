// SPDX-License-Identifier: MIT
// Part of Platen: `toboggan.toml`, the settings of a talk or a folder of talks.

internal import Diagnostics
internal import Readers
internal import Values

/// The settings of `toboggan.toml`, as far as they matter to a deck on paper.
public struct TalkSettings: Hashable, Sendable {
  public var title: String?
  public var date: String?
  public var language: String?
  /// nil where it is not stated.
  public var isNumbered: Bool?
  /// Words a minute.
  public var wordsPerMinute = 150
  /// Indicates whether notes do not count toward the talk's length.
  public var excludesNotes = false
  public var lint = Lint()

  /// The settings of the rules for slides.
  public struct Lint: Hashable, Sendable {
    public var mostSteps = 20
    public var mostWords = 120
    public var mostImages = 8
    public var mostCodeLines = 20
    /// The limit in seconds; nil where no length is required.
    public var longest: Int?
    public var requiresNotes = false
    public var disabled: [String] = []
    /// Severities by rule where they are other than the rule's own: `info`, `warning`, `error`.
    public var severities: [String: String] = [:]
    /// The findings that are errors: rules by their ids, and severities, each with those above it.
    public var denied: [String] = []
    /// Indicates whether it has settings for spelling, which is not checked.
    public var namesSpelling = false

    public init() {}
  }

  public init() {}

  static let topKeys = ["path", "default-command", "build", "serve", "lint"]
  static let buildKeys = [
    "title", "date", "lang", "base-url", "theme", "mermaid-config", "wpm", "no-counter",
    "exclude-notes-from-duration",
  ]
  static let serveKeys = [
    "port", "host", "max-clients", "allowed-origins", "public-dir", "thumbnails-dir", "shell",
    "open", "open-presenter", "presenter-token",
  ]
  static let lintKeys = [
    "deny", "no-spell", "format", "max-steps-per-slide", "max-words-per-slide",
    "max-images-per-slide", "max-code-lines", "max-duration", "require-notes", "disabled",
    "severity",
  ]
  /// The themes for code that there are.
  static let themes = [
    "base16-ocean.dark", "base16-ocean.light", "base16-eighties.dark", "base16-mocha.dark",
    "InspiredGitHub", "Solarized (dark)", "Solarized (light)",
  ]

  /// Reads the files, the nearest first; a nearer one takes precedence.
  init(_ files: [NamedBytes], diagnostics: inout [Diagnostic]) {
    for file in files.reversed() {
      var fields = Fields(file: file.name)
      if let root = fields.table(of: file.bytes) { read(root, &fields) }
      diagnostics += fields.diagnostics
    }
  }

  private mutating func read(_ root: PlacedValue, _ fields: inout Fields) {
    fields.expect(TalkSettings.topKeys, in: root)
    if let build = root["build"] {
      fields.expect(TalkSettings.buildKeys, in: build, of: "build")
      title = fields.string("title", in: build) ?? title
      date = fields.string("date", in: build) ?? date
      language = fields.string("lang", in: build) ?? language
      if let isOff = fields.bool("no-counter", in: build) { isNumbered = !isOff }
      excludesNotes = fields.bool("exclude-notes-from-duration", in: build) ?? excludesNotes
      wordsPerMinute = fields.count("wpm", in: build, atLeast: 1) ?? wordsPerMinute
      if let theme = fields.string("theme", in: build) {
        if TalkSettings.themes.contains(theme) {
          fields.note(
            .talkSettings, "code uses the colors of the look, not of the theme \"\(theme)\"",
            at: build["theme"]?.place)
        } else {
          fields.recordError(
            .talkTheme, "unknown theme \"\(theme)\" for code", at: build["theme"]?.place,
            hints: [nearMissHint(theme, among: TalkSettings.themes)])
        }
      }
      if fields.string("mermaid-config", in: build) != nil {
        fields.note(
          .talkSettings, "\"mermaid-config\" has no effect: diagrams use the look's colors",
          at: build["mermaid-config"]?.place)
      }
    }
    if let serve = root["serve"] { fields.expect(TalkSettings.serveKeys, in: serve, of: "serve") }
    if let rules = root["lint"] {
      fields.expect(TalkSettings.lintKeys, in: rules, of: "lint")
      lint.mostSteps = fields.count("max-steps-per-slide", in: rules) ?? lint.mostSteps
      lint.mostWords = fields.count("max-words-per-slide", in: rules) ?? lint.mostWords
      lint.mostImages = fields.count("max-images-per-slide", in: rules) ?? lint.mostImages
      lint.mostCodeLines = fields.count("max-code-lines", in: rules) ?? lint.mostCodeLines
      lint.longest = fields.duration("max-duration", in: rules) ?? lint.longest
      lint.requiresNotes = fields.bool("require-notes", in: rules) ?? lint.requiresNotes
      lint.disabled = fields.strings("disabled", in: rules) ?? lint.disabled
      if let word = rules["deny"]?.text {
        lint.denied = [word]
      } else {
        lint.denied = fields.strings("deny", in: rules) ?? lint.denied
      }
      if fields.bool("no-spell", in: rules) != nil { lint.namesSpelling = true }
      if let format = fields.string("format", in: rules) {
        fields.note(
          .talkSettings,
          "the format \"\(format)\" has no effect: findings are reported as all diagnostics are",
          at: rules["format"]?.place)
      }
      for member in rules["severity"]?.members ?? [] {
        if let word = member.value.text, ["info", "warning", "error"].contains(word) {
          lint.severities[member.key] = word
        } else {
          fields.recordError(
            .talkSettings, "a severity is \"info\", \"warning\" or \"error\"",
            at: member.value.place)
        }
      }
    }
  }
}

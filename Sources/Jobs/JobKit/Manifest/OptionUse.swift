// SPDX-License-Identifier: MIT
// Part of Platen: conditions without which an option has no effect on an output.

package import Diagnostics
internal import Values

/// A condition without which an option, or a key of a job, has no effect on an output whose format
/// takes it.
///
/// It is declared beside the option and holds for all formats:
///
/// ```swift
/// static let perPage = OptionKey(
///   "per-page", .integer(1...6), "slides on a page", example: "6", uses: [.with(show, .handout)])
/// ```
package struct OptionUse: Sendable {
  fileprivate enum Condition: Sendable {
    case with(String, [String])
    case unless(String, [String])
    case without(String)
    case along(String)
    case inOneFile
    case notInFormats([String], exceptWith: String?, String)
  }

  fileprivate let condition: Condition

  /// Another option has one of these values.
  package static func with<Word: RawRepresentable<String>>(
    _ key: OptionKey<Word>, _ words: Word...
  ) -> Self {
    Self(condition: .with(key.name, words.map(\.rawValue)))
  }

  /// Another option has none of these values.
  package static func unless<Word: RawRepresentable<String>>(
    _ key: OptionKey<Word>, _ words: Word...
  ) -> Self {
    Self(condition: .unless(key.name, words.map(\.rawValue)))
  }

  /// Another option is omitted.
  package static func without(_ key: some DeclaredKey) -> Self {
    Self(condition: .without(key.name))
  }

  /// Another option is specified.
  package static func along(with key: some DeclaredKey) -> Self {
    Self(condition: .along(key.name))
  }

  /// The output is one file, not a set of files.
  package static let inOneFile = Self(condition: .inOneFile)

  /// The output's format is none of these.
  package static func notIn(formats: [String]) -> Self {
    Self(condition: .notInFormats(formats, exceptWith: nil, ""))
  }

  /// The output's format is none of these, or another option has a value.
  package static func notIn<Word: RawRepresentable<String>>(
    formats: [String], except key: OptionKey<Word>, _ word: Word
  ) -> Self {
    Self(condition: .notInFormats(formats, exceptWith: key.name, word.rawValue))
  }

  /// Describes why an option has no effect on an output, with a hint where it has one; nil where
  /// it may have.
  fileprivate func objection(
    to output: OutputRequest, _ format: OutputFormat, of job: ManifestJob, _ kind: JobGrammar
  ) -> (reason: String, hint: String)? {
    /// The value of an option: that of the output, or of the job for a key of it, or the default.
    func value(_ name: String) -> String? {
      let written =
        format.options.contains(name)
        ? output.options[name: name]
        : kind.keys.contains { $0.name == name } ? job.settings[name: name] : nil
      return written?.text ?? format.defaults[name]
        ?? (kind.keys + kind.options).first { $0.name == name }?.defaultValue
    }
    func isWritten(_ name: String) -> Bool { output.options[name: name] != nil }
    switch condition {
    case .with(let key, let words):
      guard let value = value(key), !words.contains(value) else { return nil }
      return ("with \(key): \(value)", "it is an option of \(key): \(words.listed)")
    case .unless(let key, let words):
      guard let value = value(key), words.contains(value) else { return nil }
      return ("with \(key): \(value)", "remove one of them")
    case .without(let key):
      return isWritten(key) ? ("with \(key)", "remove one of them") : nil
    case .along(let key):
      return isWritten(key) ? nil : ("without \(key)", "add \(key), or remove it")
    case .inOneFile:
      guard let placeholder = output.placeholder else { return nil }
      return ("with \(placeholder) in the name", "it is an option of one file")
    case .notInFormats(let formats, let key, let word):
      guard formats.contains(format.pathExtension), key.flatMap(value) != word else { return nil }
      let others = kind.formats.map(\.pathExtension).filter { !formats.contains($0) }
        .map { $0 == "/" ? "folders/" : ".\($0)" }
      return (
        "on a .\(format.pathExtension)",
        "it is an option of " + cappedList(others, listedBy: "render --help \(kind.name)")
      )
    }
  }
}

extension [String] {
  /// The words in a sentence: `a, b or c`.
  fileprivate var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Sequence<ManifestJob> {
  /// A warning for each option that is named at a job, at an output or at the command line and that
  /// has no effect on any of the outputs it is for, each once, in the order found. Defaults are for
  /// many jobs and need not suit each.
  package var optionsWithoutEffect: [Diagnostic] {
    var kinds: [String: [String: [OptionUse]]] = [:]
    var found: [SourceLocation: Diagnostic] = [:]
    var order: [SourceLocation] = []
    var used: Set<SourceLocation> = []
    for job in self {
      let kind = job.kind.grammar
      let uses =
        kinds[kind.name]
        ?? Dictionary(
          (kind.keys + kind.options).filter { !$0.uses.isEmpty }.map { ($0.name, $0.uses) },
          uniquingKeysWith: { first, _ in first })
      kinds[kind.name] = uses
      let keys = job.settings.all.filter { member in
        uses[member.key] != nil && kind.keys.contains { $0.name == member.key }
      }
      for output in job.outputs {
        guard let format = kind.formats.first(where: { $0.pathExtension == output.format }) else {
          continue
        }
        let options = output.options.all.filter { uses[$0.key] != nil }
        for member in keys + options where !used.contains(member.place) {
          guard
            let objection = uses[member.key]?.lazy.compactMap({
              $0.objection(to: output, format, of: job, kind)
            }).first
          else {
            used.insert(member.place)
            continue
          }
          let isInherited =
            job.inherited.contains(member.key)
            && job.settings[name: member.key]?.place == member.value.place
          guard !isInherited, found[member.place] == nil else { continue }
          order.append(member.place)
          found[member.place] = .warning(
            .outputUnused, "\(member.key) has no effect \(objection.reason)", at: member.place,
            hints: [objection.hint])
        }
      }
    }
    return order.filter { !used.contains($0) }.compactMap { found[$0] }
  }
}

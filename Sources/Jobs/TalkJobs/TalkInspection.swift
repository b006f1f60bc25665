// SPDX-License-Identifier: MIT
// Part of Platen: the inspection of a talk: its contents in numbers, and possible problems.

package import Diagnostics
internal import Documents
internal import JSON
internal import JobKit
package import Pipeline
internal import Talks
internal import Text

/// The result of inspecting a folder of slides, a deck built of one, or a deck in one file.
package struct TalkInspection: FileInspection {
  /// The folder or file as the user named it.
  package let path: String
  /// Diagnostics of reading: missing images, unsupported content.
  package let repairs: [Diagnostic]
  /// Violations of a talk's rules; notes are for information only.
  package let findings: [Diagnostic]
  private let talk: Talk
  private let statistics: TalkStatistics
  private let isFolder: Bool

  /// Indicates whether a path leads to a talk.
  package static func recognizes(_ path: String, in environment: any Environment) throws -> Bool {
    try TalkFiles.isTalk(path, in: environment)
  }

  /// Reads the talk and checks its rules.
  ///
  /// - Throws: `Failure` with everything that is wrong in any of its slides.
  package init(_ path: String, in environment: any Environment) throws {
    self.path = path
    isFolder = try environment.status(path)?.kind == .folder
    let read = try TalkFiles.read(path, options: TalkOptions(), in: environment)
    talk = read.value
    // Each rule states its subject.
    let ruled: [Diagnostic.Code] = [.talkImageMissing, .talkLinkMissing]
    repairs = read.warnings.filter { !ruled.contains($0.code) }
    let prefix = isFolder ? try TalkFiles.slidesFolder(of: path, in: environment) + "/" : ""
    let file = path
    findings = TalkLint.diagnostics(of: talk, prefix: prefix).map { finding in
      finding.place?.file == nil ? finding.inFile(file) : finding
    }
    statistics = TalkStatistics(talk.deck, settings: talk.settings)
  }

  package var warnings: [Diagnostic] { repairs + findings }

  private var title: String { printable(talk.deck.metadata.title, limit: 200) }
  private var slides: Int { talk.deck.slides.count }
  private var format: String {
    isFolder ? "talk" : "talk (\(talk.format?.title ?? "built deck"))"
  }

  package var line: String {
    var text = "\(printable(path)): \"\(title)\", \(format), " + counted(slides, "slide")
    if statistics.partCount > 0 {
      text += ", \(statistics.partCount) of them "
      text += statistics.partCount == 1 ? "a part" : "parts"
    }
    if statistics.total.steps > 0 { text += ", " + counted(statistics.total.steps, "step") }
    text += ", " + counted(statistics.total.words, "word")
    text += ", \(TalkStatistics.clock(statistics.seconds)) at \(statistics.wordsPerMinute) a minute"
    let errors = warnings.count { $0.severity == .error }
    if errors > 0 { text += ", " + counted(errors, "error") }
    let grave = warnings.count { $0.severity == .warning }
    if grave > 0 { text += ", " + counted(grave, "warning") }
    return text
  }

  package var text: String {
    let total = statistics.total
    let metadata = talk.deck.metadata
    var rows: [(String, String)] = [
      (isFolder ? "folder" : "file", printable(path)), ("title", title), ("format", format),
    ]
    if !metadata.date.isEmpty { rows.append(("date", metadata.date)) }
    rows += [
      ("language", metadata.language), ("slides", String(slides)),
      ("parts", "\(statistics.partCount) of the slides"), ("steps", String(total.steps)),
      ("words", String(total.words)), ("in notes", String(total.notesWords)),
      ("images", String(total.images)),
      (
        "duration",
        "\(TalkStatistics.clock(statistics.seconds)) at \(statistics.wordsPerMinute) words a minute"
      ),
    ]
    if statistics.plan.planned > 0 {
      rows.append(
        (
          "planned",
          "\(TalkStatistics.clock(statistics.plan.seconds)) over \(statistics.plan.planned) of "
            + "\(statistics.plan.slides) slides"
        ))
    }
    rows.append(("repairs", String(repairs.count)))
    rows.append(("findings", String(findings.count)))
    return table(rows)
  }

  package func json(withGeometry: Bool) -> String {
    let metadata = talk.deck.metadata
    let total = statistics.total
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", "talk")
      json.member("source", isFolder ? "folder" : talk.format?.rawValue ?? "built")
      json.member("title", metadata.title)
      json.member("date", metadata.date.isEmpty ? nil : metadata.date)
      json.member("language", metadata.language)
      json.member("slides", slides)
      json.member("parts", statistics.partCount)
      json.member("steps", total.steps)
      json.member("words", total.words)
      json.member("notes-words", total.notesWords)
      json.member("bullets", total.bullets)
      json.member("images", total.images)
      json.member("seconds", statistics.seconds)
      json.member("words-per-minute", statistics.wordsPerMinute)
      json.member("planned-seconds", statistics.plan.seconds)
      json.member("planned-slides", statistics.plan.planned)
      json.member(
        "outline",
        array: { json in
          for (index, slide) in talk.deck.slides.enumerated() {
            json.object { json in
              json.member("number", index + 1)
              json.member("kind", slide.kind.rawValue)
              json.member("title", slide.name)
              json.member("steps", slide.counts.steps)
              json.member("words", slide.counts.words)
              if let seconds = slide.duration {
                json.member("duration", seconds)
              } else {
                json.member("duration", String?.none)
              }
              json.member("source", slide.source.isEmpty ? nil : slide.source)
            }
          }
        })
      json.member("repairs", repairs)
      json.member("findings", findings)
    }
    return json.text + "\n"
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the inspection of a campaign's file: its contents in numbers, and its defects.

package import Diagnostics
internal import JSON
internal import JobKit
package import Pipeline
internal import Readers
internal import Text

/// The result of inspecting a file of a campaign.
package struct CampaignInspection: FileInspection {
  /// The file as the user named it.
  package let path: String
  /// Repairs made while reading: entities, marks of deletion, control characters.
  package let repairs: [Diagnostic]
  /// Differences between story and state, with the numbers of scenes.
  package let findings: [Diagnostic]
  let campaign: Campaign
  private let statistics: StoryStatistics

  /// Indicates whether bytes seem to be a campaign, by their beginning and the file's name.
  package static func recognizes(_ bytes: FileBytes, path: String) -> Bool {
    let name = path.lowercased()
    if ["txt", "jsonl", "ndjson"].contains(where: { name.hasSuffix("." + $0) }) { return true }
    if [".yaml", ".yml"].contains(where: name.hasSuffix) { return false }
    let beginning = bytes.bytes.prefix(1 << 16)
    let prefix = UTF16Text.decoded(beginning) ?? Array(beginning)
    // A manifest names campaigns as well.
    return CampaignKeys.seemsCampaign(prefix) && !prefix.starts(with: "%PDF".utf8)
      && !FirstBytes(prefix).names("jobs") && prefix.contains(UInt8(ascii: "{"))
  }

  /// Reads and checks the campaign.
  ///
  /// - Throws: `Failure` placed in the file when it has no campaign.
  package init(of bytes: FileBytes, path: String) throws {
    self.path = path
    let read: Diagnosed<Campaign>
    do {
      read = try CampaignReader.read(files: [CampaignPDF.text(of: NamedBytes(path, bytes.bytes))])
    } catch let failure as Failure {
      throw failure.inFile(path)
    }
    campaign = read.value
    repairs = read.warnings.map { $0.inFile(path) }
    findings = CampaignCheck.diagnostics(of: campaign).map { $0.inFile(path) }
    statistics = StoryStatistics(campaign)
  }

  /// All diagnostics, including notes.
  package var warnings: [Diagnostic] { repairs + findings }

  /// The program and format that wrote it.
  private var format: String {
    switch campaign.source {
    case .json: "campaign"
    case .text: "campaign (exported text)"
    case .legacyText: "campaign (exported text of 2025)"
    case .state: "campaign (state of the game alone)"
    }
  }

  private var title: String { printable(campaign.title, limit: 200) }

  /// People of the state, the hero among them.
  private var characters: Int {
    (campaign.state?.cast.count ?? 0) + (campaign.state?.player == nil ? 0 : 1)
  }

  private var first: String {
    (campaign.entries.lazy.compactMap(\.time).min() ?? campaign.created)?.isoDay ?? ""
  }

  private var last: String { campaign.lastPlayed?.isoDay ?? "" }

  /// One line: its kind, its length, and when it was played.
  package var line: String {
    var text = "\(printable(path)): \(title.isEmpty ? "" : "\"\(title)\", ")\(format)"
    text +=
      ", " + counted(campaign.sceneCount, "scene") + ", " + counted(campaign.wordCount, "word")
    if !statistics.sessions.isEmpty { text += ", " + counted(statistics.sessions.count, "session") }
    if characters > 0 { text += ", " + counted(characters, "character") }
    if !last.isEmpty { text += ", last played \(last)" }
    let warningCount = warnings.count { $0.severity > .note }
    if warningCount > 0 { text += ", " + counted(warningCount, "warning") }
    return text
  }

  /// Several lines for people.
  package var text: String {
    var rows: [(String, String)] = [
      ("file", printable(path)), ("title", title), ("format", format),
      ("entries", String(campaign.entries.count)), ("scenes", String(campaign.sceneCount)),
      ("words", String(campaign.wordCount)),
    ]
    if !statistics.sessions.isEmpty { rows.append(("sessions", String(statistics.sessions.count))) }
    if characters > 0 { rows.append(("characters", String(characters))) }
    if !first.isEmpty || !last.isEmpty { rows.append(("played", "\(first) to \(last)")) }
    rows.append(("repairs", String(repairs.count)))
    rows.append(("findings", String(findings.count)))
    return table(rows)
  }

  /// One JSON object on one line; keys are only ever added.
  package func json(withGeometry: Bool) -> String {
    var json = JSONWriter(indent: nil)
    json.object { json in
      json.member("file", path)
      json.member("format", "campaign")
      json.member("source", campaign.source.rawValue)
      json.member("title", campaign.title)
      json.member("entries", campaign.entries.count)
      json.member("scenes", campaign.sceneCount)
      json.member("words", campaign.wordCount)
      json.member("sessions", statistics.sessions.count)
      json.member("characters", characters)
      json.member("first-played", first.isEmpty ? nil : first)
      json.member("last-played", last.isEmpty ? nil : last)
      json.member("repairs", repairs)
      json.member("findings", findings)
    }
    return json.text + "\n"
  }
}

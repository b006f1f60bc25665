// SPDX-License-Identifier: MIT
// Part of Platen: the changes of campaigns and of runs in words.

internal import CampaignJobs
internal import Comparison
internal import Documents
internal import Readers

extension ChangeReport {
  /// The changes between two exports of a campaign.
  init(_ comparison: CampaignComparison, _ settings: ChangeSettings) {
    let phrases = settings.phrases
    let changes = comparison.changes
    let name = changes.new.isEmpty ? phrases[.campaign] : changes.new
    let titles: [CampaignDifferences.Table: Phrase] = [
      .scenes: .scenes, .hero: .player, .people: .people, .quests: .quests, .items: .items,
      .places: .places,
    ]
    let fields: [(String, Phrase)] = [
      ("level", .level), ("experience", .experience), ("gold", .gold), ("hit points", .hitPoints),
      ("conditions", .conditions), ("location", .location), ("time", .time), ("role", .role),
      ("faction", .faction), ("disposition", .disposition), ("trust", .trust),
      ("status", .status), ("objective", .objective), ("count", .gazetteerNumber),
      ("slot", .equipment),
    ]
    self.init(
      changes, title: phrases(.changesIn, ChangeDocument.shortened(name)),
      titles: titles.mapValues { phrases[$0] },
      fields: Dictionary(
        fields.map { ($0.0, phrases[$0.1]) }, uniquingKeysWith: { first, _ in first }), settings)
  }

  /// The changes between two records of runs.
  init(_ differences: RunDifferences, _ settings: ChangeSettings) {
    let phrases = settings.phrases
    self.init(
      differences.tables, title: phrases[.changesOfRuns],
      titles: [
        .totals: phrases[.reportTotals], .jobs: phrases[.reportJobs],
        .outputs: phrases[.reportOutputs],
      ], fields: [:], settings)
  }

  /// The changes of tables: for each what is new, gone, and what of the rest is different.
  private init<Table>(
    _ changes: TableChanges<Table>, title: String, titles: [Table: String],
    fields: [String: String], _ settings: ChangeSettings
  ) {
    let document = ChangeDocument(settings: settings)
    let phrases = settings.phrases
    let sections = Table.allCases.map { table in
      let own = changes.rows.filter { $0.table == table }
      var sentences: [[Inline]] = []
      for (kind, phrase) in [
        (TableChanges<Table>.Kind.added, Phrase.changesNew), (.removed, .changesGone),
      ] {
        let names = own.filter { $0.kind == kind }.map(\.name)
        if !names.isEmpty { sentences.append(document.list(phrase, names)) }
      }
      for change in own where change.kind == .changed {
        let parts = change.fields.map { field in
          let name = fields[field.name] ?? field.name
          return "\(name) \(shown(field.old)) \u{2192} \(shown(field.new))"
        }
        let text = parts.joined(separator: phrases[.semicolon])
        sentences.append(
          (change.name.isEmpty
            ? [] : [.strong([.text(ChangeDocument.shortened(change.name))]), .text(": ")])
            + [.text(text)])
      }
      return document.section(titles[table] ?? table.rawValue, sentences)
    }
    func shown(_ value: String) -> String {
      value.isEmpty ? phrases[.none] : ChangeDocument.shortened(value)
    }
    self.init(
      texts: [
        .text: changes.plainText, .csv: changes.csv(), .json: changes.json(),
      ],
      document: document.document(
        title: title, count: changes.rows.count, sections: sections, changes: changes,
        tableNames: Dictionary(
          titles.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { first, _ in first }),
        fieldNames: fields))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two exports of a campaign as text, CSV and JSON.

internal import CSV
internal import Diagnostics
internal import JSON
internal import Readers

/// The changes between two exports of a campaign.
package struct CampaignComparison {
  private let differences: CampaignDifferences

  /// The tables that are compared, by name.
  package static var tables: [String] { CampaignDifferences.Table.allCases.map(\.rawValue) }

  /// - Parameter tables: The names of those to compare; none for all.
  /// - Throws: `Failure` `campaign.table` for a name that is not one of a table.
  package init(
    from old: CampaignInspection, to new: CampaignInspection, tables: [String] = []
  ) throws {
    let chosen = try tables.map { name in
      guard let table = CampaignDifferences.Table(rawValue: name) else {
        throw Failure(
          .error(
            .campaignTable, "unknown table \"\(name)\" of a campaign",
            hints: ["tables: " + CampaignComparison.tables.joined(separator: ", ")]))
      }
      return table
    }
    differences = CampaignDifferences(
      from: old.campaign, to: new.campaign,
      tables: chosen.isEmpty ? CampaignDifferences.Table.allCases : chosen)
  }

  package var isEmpty: Bool { differences.isEmpty }

  package var plainText: String {
    var text = ""
    for table in CampaignDifferences.Table.allCases {
      let own = differences.changes.filter { $0.table == table }
      guard !own.isEmpty else { continue }
      text += table.rawValue + "\n"
      for change in own {
        let parts = [change.kind.rawValue, printable(change.name, limit: 80)]
        text += "  " + parts.filter { !$0.isEmpty }.joined(separator: " ")
        let fields = change.fields.map { field in
          change.kind == .added
            ? "\(field.name) \(shown(field.new))"
            : "\(field.name) \(shown(field.old)) → \(shown(field.new))"
        }
        text += fields.isEmpty ? "\n" : ": " + fields.joined(separator: "; ") + "\n"
      }
    }
    return text
  }

  /// A value on a line of text: short, and visible if there is none.
  private func shown(_ value: String) -> String {
    value.isEmpty ? "none" : printable(value, limit: 80)
  }

  package var csv: String {
    var table = CSVText()
    table.row(["table", "change", "name", "field", "old", "new"])
    func row(_ cells: [String]) {
      for cell in cells { table.cell(cell) }
      table.endRow()
    }
    for change in differences.changes {
      let start = [change.table.rawValue, change.kind.rawValue, change.name]
      if change.fields.isEmpty { row(start + ["", "", ""]) }
      for field in change.fields { row(start + [field.name, field.old, field.new]) }
    }
    return String(decoding: table.bytes, as: UTF8.self)
  }

  package var json: String {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("old", differences.titles.old)
      json.member("new", differences.titles.new)
      json.member(
        "changes",
        array: { json in
          for change in differences.changes {
            json.object { json in
              json.member("table", change.table.rawValue)
              json.member("change", change.kind.rawValue)
              json.member("name", change.name)
              json.member(
                "fields",
                array: { json in
                  for field in change.fields {
                    json.object { json in
                      json.member("name", field.name)
                      json.member("old", field.old)
                      json.member("new", field.new)
                    }
                  }
                })
            }
          }
        })
    }
    return json.text + "\n"
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two exports of a campaign as text, CSV and JSON.

package import Comparison
internal import Diagnostics
package import Readers

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

  /// The changes, table by table.
  package var changes: TableChanges<CampaignDifferences.Table> { differences.tables }

  /// The changes in a format; an empty text for exports that do not differ.
  package func text(in format: DifferenceFormat) -> String {
    switch format {
    case .text: differences.tables.plainText
    case .csv: differences.tables.csv()
    case .json: differences.tables.json()
    }
  }
}

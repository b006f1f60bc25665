// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of gazetteers.

package import Diagnostics

extension Diagnostic.Code {
  package static let gazetteerNoCells = Self(
    "gazetteer.no-cells", .data,
    "The world has tables alone and no cells, so a gazetteer knows no areas and draws no maps.",
    "Use the world's full save or export.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of gazetteers.
  package static let gazetteerJobs = CodeTable(
    "GazetteerJobs", "jobs of gazetteers", [.gazetteerNoCells])
}

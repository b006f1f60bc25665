// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two records of runs.

package import Comparison
internal import Digests
internal import JobKit
package import Pipeline

/// The changes between two records of runs: jobs and outputs that are new, gone, or others.
package struct RunDifferences: Sendable {
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case totals, jobs, outputs
  }

  /// The versions of the programs, and the changes.
  package private(set) var tables: TableChanges<Table>

  /// Indicates whether bytes are those of a record.
  package static func isRecord(_ bytes: [UInt8]) -> Bool {
    let keys = FirstBytes(bytes).members.prefix(3).map(\.key)
    return keys == ["format", "tool", "totals"]
  }

  /// - Parameter chosen: the tables to compare; all if empty.
  package init(from old: RunRecord, to new: RunRecord, tables chosen: [Table] = []) {
    tables = TableChanges(old: old.tool, new: new.tool, hasIDs: false)
    for table in chosen.isEmpty ? Table.allCases : chosen {
      switch table {
      case .totals: compare(table, [totals(old)], [totals(new)])
      case .jobs: compare(table, jobs(old), jobs(new))
      case .outputs: compare(table, outputs(old), outputs(new))
      }
    }
  }

  package var isEmpty: Bool { tables.rows.isEmpty }

  /// The changes in a format; an empty text for records that do not differ.
  package func text(in format: DifferenceFormat) -> String {
    switch format {
    case .text: tables.plainText
    case .csv: tables.csv()
    case .json: tables.json()
    }
  }

  private struct Row {
    var name: String
    var fields: [(name: String, value: String)]
  }

  /// Counts, and no times: these differ in each run, and stand with the jobs that took them.
  private func totals(_ record: RunRecord) -> Row {
    let totals = record.totals
    return Row(
      name: "",
      fields: [
        ("built", totals.built), ("up-to-date", totals.upToDate), ("failed", totals.failed),
        ("cancelled", totals.cancelled), ("files", totals.files), ("warnings", totals.warnings),
      ].map { ($0, String($1)) })
  }

  private func jobs(_ record: RunRecord) -> [Row] {
    record.jobs.map { job in
      Row(
        name: job.id,
        fields: [
          ("kind", job.kind), ("outcome", job.outcome.rawValue),
          ("warnings", String(job.warnings.count)), ("errors", String(job.errors.count)),
          ("outputs", String(job.outputs.count)), ("seconds", RunDifferences.seconds(of: job)),
        ])
    }
  }

  /// The time of the stages of a job that was built; empty for one that had nothing to do.
  private static func seconds(of job: JobRecord) -> String {
    let seconds = job.stages.reduce(0) { $0 + ($1.outcome == .built ? $1.seconds : 0) }
    guard job.outcome == .built, seconds.isFinite, (0..<1e9).contains(seconds) else { return "" }
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func outputs(_ record: RunRecord) -> [Row] {
    record.jobs.flatMap(\.outputs).flatMap { output -> [Row] in
      func row(_ path: String, _ size: Int?, _ digest: String) -> Row {
        Row(
          name: path,
          fields: [
            ("outcome", RunDifferences.ending(output.outcome)),
            ("bytes", size.map(String.init) ?? ""), ("sha256", digest),
          ])
      }
      return output.files.isEmpty
        ? [row(output.path, output.size, output.digest?.description ?? "")]
        : output.files.map { row($0.path, $0.size, $0.digest.description) }
    }
  }

  /// An outcome; a file that was made and one that was there already are the same.
  private static func ending(_ outcome: Outcome) -> String {
    outcome == .upToDate ? Outcome.built.rawValue : outcome.rawValue
  }

  private mutating func compare(_ table: Table, _ old: [Row], _ new: [Row]) {
    let before = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.map(\.name))
    var seen: Set<String> = []
    for row in old where !after.contains(row.name) && seen.insert(row.name).inserted {
      tables.rows.append(.init(table: table, kind: .removed, name: row.name))
    }
    for row in new where seen.insert(row.name).inserted {
      guard let known = before[row.name] else {
        tables.rows.append(.init(table: table, kind: .added, name: row.name))
        continue
      }
      let fields = zip(known.fields, row.fields)
        // Times of jobs that were not built in both runs cannot be compared.
        .filter {
          $0.value != $1.value && !($0.name == "seconds" && ($0.value == "" || $1.value == ""))
        }
        .map {
          TableChanges<Table>.Field(name: $0.name, old: $0.value, new: $1.value)
        }
      if !fields.isEmpty {
        tables.rows.append(.init(table: table, kind: .changed, name: row.name, fields: fields))
      }
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: parts of coats of arms that could not be drawn, with counts and warnings.

public import Diagnostics

/// The parts of coats of arms that could not be drawn as specified, by name, with counts.
public struct ArmsGaps: Hashable, Sendable {
  /// The kind of thing that a name stands for.
  enum Kind: Hashable, Sendable {
    case charge(insteadDrawn: String?)
    case division, line, ordinary, shield, tincture
  }

  private var counts: [Kind: [String: Int]] = [:]

  public init() {}

  public var isEmpty: Bool { counts.isEmpty }

  mutating func note(_ kind: Kind, _ name: String) {
    // A file may hold anything: what is kept of it has bounds.
    let name = String(name.prefix(60))
    guard counts[kind, default: [:]].count < 1000 || counts[kind]?[name] != nil else { return }
    counts[kind, default: [:]][name, default: 0] += 1
  }

  /// Adds what another drawing lacked.
  public mutating func addGaps(_ other: ArmsGaps) {
    for (kind, names) in other.counts {
      // In an order of their own, so that it is always the same ones that find no room.
      for (name, count) in names.sorted(by: { $0.key < $1.key }) {
        guard counts[kind, default: [:]].count < 1000 || counts[kind]?[name] != nil else {
          continue
        }
        counts[kind, default: [:]][name, default: 0] += count
      }
    }
  }

  /// Names of charges that were not drawn as themselves, the most frequent first.
  public var charges: [String] {
    counts.filter { if case .charge = $0.key { true } else { false } }
      .flatMap { $0.value.map { ($0.key, $0.value) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
  }

  /// At most one warning for charges, and one for each kind of unknown word.
  public var diagnostics: [Diagnostic] {
    var result: [Diagnostic] = []
    var general: [(String, Int)] = []
    var absent: [(String, Int)] = []
    for (kind, names) in counts {
      guard case .charge(let form) = kind else { continue }
      for (name, count) in names {
        form == nil ? absent.append((name, count)) : general.append((name, count))
      }
    }
    var parts: [String] = []
    if !general.isEmpty {
      parts.append("drawn by the general form of their family: \(ArmsGaps.list(general))")
    }
    if !absent.isEmpty { parts.append("omitted: \(ArmsGaps.list(absent))") }
    if !parts.isEmpty {
      result.append(
        .warning(
          .heraldryCharges,
          "some charges have no drawing; " + parts.joined(separator: "; "),
          hints: ["put NAME.svg for each into a directory, and set charges to it"]))
    }
    let words: [(Kind, String, String)] = [
      (.tincture, "tinctures", "drawn in gray"), (.division, "divisions", "omitted"),
      (.line, "lines of partition", "drawn straight"), (.ordinary, "ordinaries", "omitted"),
      (.shield, "shields", "drawn as \(ShieldShape.standard)"),
    ]
    for (kind, what, instead) in words {
      guard let names = counts[kind] else { continue }
      result.append(
        .warning(
          .heraldryUnknown,
          "unknown \(what) in coats of arms, \(instead): "
            + ArmsGaps.list(names.map { ($0.key, $0.value) })))
    }
    return result
  }

  private static func list(_ names: [(name: String, count: Int)]) -> String {
    let sorted = names.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    let text = sorted.prefix(40).map { "\($0.name) (\($0.count))" }.joined(separator: ", ")
    return sorted.count > 40 ? text + ", and \(sorted.count - 40) more" : text
  }
}

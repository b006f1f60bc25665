// SPDX-License-Identifier: MIT
// Part of Platen: the changes between two exports of a campaign.

public import Comparison

/// The differences between two exports of a campaign: what was played in between, and what it changed.
///
/// It contains what the game master knows as well.
public struct CampaignDifferences: Hashable, Sendable {
  public enum Table: String, Hashable, Sendable, CaseIterable {
    case scenes, hero, people, quests, items, places
  }

  public typealias Kind = TableChanges<Table>.Kind
  public typealias Field = TableChanges<Table>.Field
  /// A change; of scenes the name is their numbers, such as `12` and `51–60`.
  public typealias Change = TableChanges<Table>.Change

  /// The titles of both, and the changes.
  public private(set) var tables: TableChanges<Table>

  /// - Parameter tables: What is compared.
  public init(
    from old: Campaign, to new: Campaign, tables chosen: [Table] = Table.allCases
  ) {
    tables = TableChanges(old: old.title, new: new.title, hasIDs: false)
    for table in Table.allCases where chosen.contains(table) {
      switch table {
      case .scenes: compareScenes(old, new)
      case .hero: compareHero(old, new)
      case .people:
        compare(.people, CampaignDifferences.people(old), CampaignDifferences.people(new))
      case .quests:
        compare(.quests, CampaignDifferences.quests(old), CampaignDifferences.quests(new))
      case .items:
        compare(.items, CampaignDifferences.items(old), CampaignDifferences.items(new))
      case .places:
        compare(.places, CampaignDifferences.places(old), CampaignDifferences.places(new))
      }
    }
  }

  public var changes: [Change] { tables.rows }

  public var isEmpty: Bool { tables.rows.isEmpty }

  // MARK: Rows

  /// Something with a name and fields, and what it is found by.
  private struct Row {
    var key: String
    var name: String
    var fields: [(name: String, value: String)] = []
  }

  private mutating func compare(_ table: Table, _ old: [Row], _ new: [Row]) {
    let before = Dictionary(old.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(new.map(\.key))
    var seen: Set<String> = []
    for row in new where seen.insert(row.key).inserted {
      guard let known = before[row.key] else {
        tables.rows.append(
          Change(
            table: table, kind: .added, name: row.name,
            fields: row.fields.filter { !$0.value.isEmpty }
              .map { Field(name: $0.name, old: "", new: $0.value) }))
        continue
      }
      let fields = zip(known.fields, row.fields).filter { $0.value != $1.value }
        .map { Field(name: $0.name, old: $0.value, new: $1.value) }
      if !fields.isEmpty {
        tables.rows.append(Change(table: table, kind: .changed, name: row.name, fields: fields))
      }
    }
    for row in old where !after.contains(row.key) && seen.insert(row.key).inserted {
      tables.rows.append(Change(table: table, kind: .removed, name: row.name))
    }
  }

  private static func people(_ campaign: Campaign) -> [Row] {
    (campaign.state?.cast ?? []).map { person in
      Row(
        // Ids change when the game records a person again; a title won is not another person.
        key: PersonName.folded(PersonName.withoutTitle(person.name)), name: person.name,
        fields: [
          ("role", person.role), ("faction", person.faction),
          ("level", person.level.map(String.init) ?? ""),
          ("disposition", person.disposition), ("trust", person.trust.map(String.init) ?? ""),
          ("status", person.status.joined(separator: ", ")),
        ])
    }
  }

  private static func quests(_ campaign: Campaign) -> [Row] {
    (campaign.state?.missions ?? []).map { mission in
      Row(
        key: PersonName.folded(mission.title), name: mission.title,
        fields: [
          ("objective", mission.objective),
          (
            "status",
            mission.status.isEmpty ? mission.isCompleted ? "completed" : "active" : mission.status
          ),
        ])
    }
  }

  private static func items(_ campaign: Campaign) -> [Row] {
    let carried = campaign.state?.player.map { $0.equipment + $0.inventory } ?? []
    var counts: [String: Int] = [:]
    for item in carried { counts[PersonName.folded(item.name), default: 0] += item.count }
    return carried.map { item in
      let key = PersonName.folded(item.name)
      return Row(
        key: key, name: item.name,
        fields: [("count", String(counts[key] ?? item.count)), ("slot", item.slot)])
    }
  }

  /// The places of the state and those where scenes are.
  private static func places(_ campaign: Campaign) -> [Row] {
    let names =
      (campaign.state?.places.map(\.name) ?? [])
      + campaign.entries.map { PlaceName.head($0.place) }
    return names.filter { !$0.isEmpty }.map { Row(key: PersonName.folded($0), name: $0) }
  }

  // MARK: Hero and scenes

  private mutating func compareHero(_ old: Campaign, _ new: Campaign) {
    let (before, after) = (CampaignDifferences.hero(old), CampaignDifferences.hero(new))
    let fields = zip(before, after).filter { $0.value != $1.value && !$1.value.isEmpty }
      .map { Field(name: $0.name, old: $0.value, new: $1.value) }
    guard !fields.isEmpty else { return }
    let name = new.state?.player?.name ?? old.state?.player?.name ?? ""
    tables.rows.append(Change(table: .hero, kind: .changed, name: name, fields: fields))
  }

  private static func hero(_ campaign: Campaign) -> [(name: String, value: String)] {
    let player = campaign.state?.player
    let header = campaign.entries.last { !($0.statedStatus ?? "").isEmpty }?.header
    let figures = header?.figures
    func text(_ number: Int?) -> String { number.map(String.init) ?? "" }
    return [
      ("level", text(player?.level ?? figures?.level)),
      ("experience", text(player?.experience ?? figures?.experience)),
      ("gold", text(player?.gold ?? figures?.gold)),
      ("hit points", text(player?.hitPoints ?? figures?.hitPoints)),
      ("conditions", player?.conditions.joined(separator: ", ") ?? ""),
      (
        "location",
        campaign.entries.last { !$0.place.isEmpty }?.place ?? campaign.state?.location ?? ""
      ),
      ("time", header?.shownTime ?? campaign.state?.time ?? ""),
    ]
  }

  /// Compares scenes by their numbers and the letters of their texts.
  private mutating func compareScenes(_ old: Campaign, _ new: Campaign) {
    func digests(_ campaign: Campaign) -> [Int: [UInt64?]] {
      var result: [Int: [UInt64?]] = [:]
      var waiting: [UInt64?] = []
      for entry in campaign.entries {
        waiting.append(CampaignSignature.digest(entry.text))
        guard let scene = entry.scene else { continue }
        result[scene, default: []] += waiting
        waiting = []
      }
      return result
    }
    let (before, after) = (digests(old), digests(new))
    let numbers = Set(before.keys).union(after.keys).sorted()
    for kind in Kind.allCases {
      let own = numbers.filter { number in
        switch (before[number], after[number], kind) {
        case (nil, .some, .added), (.some, nil, .removed): true
        case (let a?, let b?, .changed): a != b
        default: false
        }
      }
      for range in CampaignDifferences.ranges(of: own) {
        let name =
          range.count == 1
          ? String(range.lowerBound) : "\(range.lowerBound)\u{2013}\(range.upperBound)"
        tables.rows.append(Change(table: .scenes, kind: kind, name: name))
      }
    }
  }

  private static func ranges(of numbers: [Int]) -> [ClosedRange<Int>] {
    numbers.reduce(into: []) { ranges, number in
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
  }
}

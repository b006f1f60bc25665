// SPDX-License-Identifier: MIT
// Part of Platen: states, their provinces, regiments and kinds of units out of FMG's
// tables.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

extension State {
  init(_ row: RowReader, mapping: ImportMapping, log: inout DiagnosticLog) {
    self.init(id: row.id, name: row.text("name") ?? "State \(row.id)")
    fullName = row.text("fullName") ?? name
    form = Vocabulary.governments.resolve(
      row.text("form") ?? "", mapping: mapping.governmentTypes, at: row.place("form"), log: &log)
    let formName = row.text("formName") ?? ""
    self.formName = mapping.governmentTypes[formName] ?? formName
    type = row.text("type") ?? ""
    color = row.color("color", log: &log)
    capital = row.reference("capital")
    culture = row.reference("culture")
    center = row.cell("center")
    pole = row.point("pole")
    expansionism = row.double("expansionism") ?? 1
    neighbors = row.references("neighbors")
    provinces = row.references("provinces")
    let relations = row.view["diplomacy"].map { Array($0.elements) } ?? []
    for (other, relation) in relations.enumerated() where other > 0 && other != row.id {
      guard let word = relation.string, word != "x" else { continue }
      // The word of 1.0 for what has been called friendly since.
      diplomacy[other] = word == "Sympathy" ? "Friendly" : word
    }
    campaigns = row.view["campaigns"]?.elements.compactMap(Campaign.init) ?? []
    coatOfArms = CoatOfArms(row)
    label = LabelOverride(row.view["label"])
  }
}

extension State.Campaign {
  fileprivate init?(_ view: JSONView) {
    guard let name = view["name"]?.looseString else { return nil }
    self.init(name: name)
    start = view["start"]?.looseInt
    end = view["end"]?.looseInt
    attacker = view["attacker"]?.looseInt
    defender = view["defender"]?.looseInt
  }
}

extension Province {
  init(_ row: RowReader, log: inout DiagnosticLog) {
    self.init(
      id: row.id, name: row.text("name") ?? "Province \(row.id)", state: row.int("state") ?? 0)
    fullName = row.text("fullName") ?? name
    formName = row.text("formName") ?? ""
    center = row.cell("center")
    burg = row.reference("burg")
    color = row.color("color", log: &log)
    pole = row.point("pole")
    coatOfArms = CoatOfArms(row)
  }
}

extension LabelOverride {
  /// Reads what versions from 1.140 on keep where a user changed a label; nil where nothing is.
  init?(_ view: JSONView?) {
    guard let view, view.isObject, view.count > 0 else { return nil }
    self.init()
    text = view["text"]?.looseString
    path = view["pathPoints"]?.elements.compactMap(Point.init(pair:)) ?? []
    fontSize = view["fontSize"]?.looseDouble
    letterSpacing = view["letterSpacing"]?.looseDouble
    startOffset = view["startOffset"]?.looseDouble
    offset = Point(view["dx"]?.looseDouble ?? 0, view["dy"]?.looseDouble ?? 0)
    group = view["group"]?.looseString
    isHidden = view["hidden"]?.looseBool ?? false
  }
}

extension Regiment {
  /// The regiments of all states that are not removed, the neutrals' included.
  static func all(in states: JSONView, log: inout DiagnosticLog) -> [Regiment] {
    var regiments: [Regiment] = []
    var lost = 0
    for (index, state) in states.elements.enumerated()
    where state.isObject && state["removed"]?.looseBool != true {
      let id = state["i"]?.looseInt ?? index
      guard let rows = state["military"] else { continue }
      for row in rows.elements {
        if let regiment = Regiment(row, state: id, fallbackID: regiments.count) {
          regiments.append(regiment)
        } else {
          lost += 1
        }
      }
    }
    log.recordLostRows(lost, of: "regiments", lacking: "a position")
    return regiments
  }

  private init?(_ row: JSONView, state: Int, fallbackID: Int) {
    guard let x = row["x"]?.looseDouble, let y = row["y"]?.looseDouble else { return nil }
    self.init(
      id: row["i"]?.looseInt ?? fallbackID, state: row["state"]?.looseInt ?? state,
      name: row["name"]?.looseString ?? "", position: Point(x, y))
    icon = row["icon"]?.looseString ?? ""
    type = row["type"]?.looseString ?? ""
    base = Point(row["bx"]?.looseDouble ?? x, row["by"]?.looseDouble ?? y)
    cell = max(0, row["cell"]?.looseInt ?? 0)
    isNaval = row["n"]?.looseBool ?? false
    total = row["a"]?.looseInt ?? row["t"]?.looseInt ?? 0
    units =
      row["u"]?.members.map {
        UnitCount(unit: $0.key, count: $0.value.looseInt ?? 0)
      } ?? []
    angle = row["angle"]?.looseDouble ?? 0
  }
}

extension MilitaryUnit {
  init?(_ row: JSONView) {
    guard let name = row["name"]?.looseString else { return nil }
    self.init(name: name)
    icon = row["icon"]?.looseString ?? ""
    type = row["type"]?.looseString ?? ""
    rural = row["rural"]?.looseDouble ?? 0
    urban = row["urban"]?.looseDouble ?? 0
    crew = row["crew"]?.looseDouble ?? 0
    power = row["power"]?.looseDouble ?? 0
    isSeparate = row["separate"]?.looseBool ?? false
  }
}

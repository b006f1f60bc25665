// SPDX-License-Identifier: MIT
// Part of Platen: fields of FMG's tables that a world has no place for.

internal import Atlas
internal import JSON

extension Unmodeled {
  /// The fields that worlds hold, by table; the others are kept as they are.
  private static let modeled: [String: Set<String>] = [
    "features": [
      "i", "type", "land", "border", "cells", "firstCell", "vertices", "area", "shoreline",
      "height", "name", "subtype", "group",
    ],
    "cultures": [
      "i", "name", "base", "shield", "center", "color", "type", "expansionism", "origin", "origins",
      "code",
    ],
    "states": [
      "i", "name", "expansionism", "capital", "type", "center", "culture", "coa", "pole",
      "neighbors", "color", "campaigns", "diplomacy", "formName", "fullName", "form", "provinces",
      "military", "label",
    ],
    "burgs": [
      "i", "name", "cell", "x", "y", "state", "culture", "feature", "capital", "port",
      "population", "type", "coa", "citadel", "plaza", "walls", "shanty", "temple", "group",
      "label",
    ],
    "religions": [
      "i", "name", "type", "form", "culture", "center", "deity", "color", "code", "origin",
      "origins",
    ],
    "provinces": [
      "i", "name", "state", "center", "burg", "formName", "fullName", "color", "coa", "pole",
    ],
    "rivers": [
      "i", "name", "type", "source", "mouth", "discharge", "length", "width", "widthFactor",
      "sourceWidth", "parent", "cells", "basin", "points",
    ],
    "markers": [
      "i", "icon", "type", "dx", "dy", "px", "x", "y", "cell", "size", "fill", "stroke", "pin",
      "pinned", "hidden",
    ],
    "routes": ["i", "name", "group", "feature", "points"],
    "zones": ["i", "name", "type", "cells", "color", "hidden"],
    "goods": ["i", "name", "icon", "color", "value", "visible", "biomeOutput"],
    "markets": ["i", "centerBurgId", "color"],
    "deals": ["i", "seller", "sellerType", "buyer", "buyerType", "good", "units", "price"],
    "options": ["year", "era", "eraShort", "coastline", "military", "stateLabelsMode"],
    "biomesData": [
      "i", "name", "color", "habitability", "iconsDensity", "icons", "cost",
    ],
    "settings": [
      "distanceUnit", "distanceScale", "areaUnit", "heightUnit", "heightExponent",
      "temperatureScale", "populationRate", "urbanization", "urbanDensity", "mapName",
      "stylePreset", "options",
    ],
  ]

  /// Keeps of each row what worlds have no place for, and all of rows that stand for none or were
  /// removed.
  mutating func keep(_ array: JSONView, of table: String) {
    guard let modeled = Unmodeled.modeled[table] else { return }
    var seen: Set<Int> = []
    var rows: [Row] = []
    for (index, view) in array.elements.enumerated() where view.isObject && view.count > 0 {
      let number = view["i"]?.looseInt
      // Deals are found by their places.
      let id = table == "deals" ? index : number ?? index
      var read = modeled
      if table == "deals", number != index { read.remove("i") }
      if id == 0, ["cultures", "religions", "provinces"].contains(table) { read = [] }
      // The neutrals' wars and armies are read.
      if id == 0, table == "states" { read = ["i", "diplomacy", "military"] }
      if view["removed"]?.looseBool == true { read = [] }
      let fields = fields(of: view, but: read, in: table)
      if !fields.isEmpty, seen.insert(id).inserted { rows.append(Row(id: id, fields: fields)) }
    }
    tables[table] = rows.isEmpty ? nil : rows
  }

  /// Keeps the fields that worlds do not model of an object that is not a row of a table.
  mutating func keep(object: JSONView?, as name: String) {
    guard let object, object.isObject else { return }
    add(fields(of: object, but: Unmodeled.modeled[name] ?? [], in: name), to: name)
  }

  /// Adds fields to an object that is not a row of a table.
  mutating func add(_ fields: [Field], to name: String) {
    guard !fields.isEmpty else { return }
    let before = tables[name]?.first?.fields ?? []
    tables[name] = [Row(id: 0, fields: before + fields)]
  }

  private func fields(of view: JSONView, but modeled: Set<String>, in table: String) -> [Field] {
    view.members.compactMap { member in
      let key = member.key
      guard !modeled.contains(key) || Unmodeled.isLost(key, member.value, of: view, in: table)
      else { return nil }
      var json = JSONWriter()
      json.value(member.value)
      return Field(key: key, json: json.text)
    }
  }

  /// Indicates whether a modeled field has a value that the model cannot express.
  private static func isLost(
    _ key: String, _ value: JSONView, of row: JSONView, in table: String
  ) -> Bool {
    switch (table, key) {
    // Neutral land is not a state; a river may be called its own parent.
    case ("states", "neighbors"): value.elements.contains { $0.looseInt == 0 }
    case ("rivers", "parent"): value.looseInt != nil && value.looseInt == row["i"]?.looseInt
    case ("features", "shoreline"): value.count == 0
    case ("features", "group"): row["subtype"] != nil && row["subtype"]?.string != value.string
    case ("religions", "deity"): value.isNull
    // A number that versions up to 1.109 have as a text.
    case ("burgs", "port"): value.string != nil && (value.looseInt ?? 0) > 0
    default: false
    }
  }
}

extension Unmodeled.Field {
  /// A field that holds a text.
  init(_ key: String, text: String) {
    var json = JSONWriter()
    json.string(text)
    self.init(key: key, json: json.text)
  }
}

extension JSONWriter {
  /// Writes a value that was read, without the blanks it was written with.
  fileprivate mutating func value(_ view: JSONView) {
    switch view.kind {
    case .null: null()
    case .bool: bool(view.bool == true)
    case .number: raw(unsafe String(decoding: view.scalarBytes, as: UTF8.self))
    case .string: string(view.string)
    case .array: array { json in for element in view.elements { json.value(element) } }
    case .object:
      object { json in
        for member in view.members {
          json.key(member.key)
          json.value(member.value)
        }
      }
    }
  }
}

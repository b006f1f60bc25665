// SPDX-License-Identifier: MIT
// Part of Platen: goods, markets and deals, which saves hold from 1.124 on.

internal import Atlas
internal import Diagnostics
internal import Geometry
internal import JSON

extension Good {
  init(_ row: RowReader, log: inout DiagnosticLog) {
    self.init(id: row.id, name: row.text("name") ?? "")
    icon = row.text("icon") ?? ""
    color = row.color("color", log: &log)
    value = row.double("value") ?? 0
    isVisible = row.flag("visible")
    for member in row.view["biomeOutput"]?.members.map({ $0 }) ?? [] {
      if let biome = Int(member.key), let output = member.value.looseDouble, output.isFinite {
        biomeOutput[biome] = output
      }
    }
  }
}

extension Market {
  init(_ row: RowReader, log: inout DiagnosticLog) {
    self.init(id: row.id)
    burg = row.reference("centerBurgId")
    color = row.color("color", log: &log)
  }
}

extension Deal {
  /// The deals of an array; those without two traders are omitted with a warning.
  static func all(in array: JSONView, log: inout DiagnosticLog) -> [Deal] {
    func trader(_ id: JSONView?, _ type: JSONView?) -> Trader? {
      guard let id = id?.looseInt, id > 0 else { return nil }
      if type?.equals("market") == true { return Trader(isMarket: true, id: id) }
      return type?.equals("burg") == true ? Trader(isMarket: false, id: id) : nil
    }
    func amount(_ view: JSONView?) -> Double {
      let value = view?.looseDouble ?? 0
      return value.isFinite ? value : 0
    }
    var deals: [Deal] = []
    var lost = 0
    for view in array.elements {
      guard let seller = trader(view["seller"], view["sellerType"]),
        let buyer = trader(view["buyer"], view["buyerType"]), let good = view["good"]?.looseInt
      else {
        lost += 1
        continue
      }
      deals.append(
        Deal(
          seller: seller, buyer: buyer, good: good, units: amount(view["units"]),
          price: amount(view["price"])))
    }
    log.recordLostRows(lost, of: "deals", lacking: "a seller, a buyer or a good")
    return deals
  }
}

extension Measurer {
  /// The measurers of an array, from 1.138 on.
  static func all(in array: JSONView, log: inout DiagnosticLog) -> [Measurer] {
    var measurers: [Measurer] = []
    var lost = 0
    for view in array.elements {
      let points = view["points"]?.elements.compactMap(Point.init(pair:)).filter(\.isFinite) ?? []
      guard let kind = view["type"]?.looseString.flatMap(Kind.init(word:)), points.count > 1 else {
        lost += 1
        continue
      }
      measurers.append(Measurer(kind, points))
    }
    log.recordLostRows(lost, of: "measurers", lacking: "a kind or two points")
    return measurers
  }

  /// The measurers of section 33, versions 1.61 to 1.137: `Ruler: 1,2 3,4; Planimeter: …`.
  static func all(text: String) -> [Measurer] {
    text.split(separator: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let word = part[..<colon].filter { $0 != " " }
      let points = part[part.index(after: colon)...].split(separator: " ").compactMap {
        pair -> Point? in
        let numbers = pair.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else { return nil }
        return Point(numbers[0], numbers[1])
      }
      guard let kind = Kind(word: word), points.count > 1 else { return nil }
      return Measurer(kind, points)
    }
  }
}

extension Measurer.Kind {
  /// From FMG's word, such as `RouteOpisometer`.
  fileprivate init?(word: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() })
    else { return nil }
    self = kind
  }
}

extension SavedLegend {
  /// From `data` of the legend's group, `id,color,words|…`; nil where it holds no rows.
  init?(data: String, title: String) {
    let rows = data.split(separator: "|").compactMap { part -> Row? in
      // Words may hold commas, and so may colors in brackets.
      guard let first = part.firstIndex(of: ",") else { return nil }
      let rest = part[part.index(after: first)...]
      let from =
        rest.hasPrefix("rgb(") ? rest.firstIndex(of: ")") ?? rest.startIndex : rest.startIndex
      guard let second = rest[from...].firstIndex(of: ","),
        let color = EntityColor(text: String(rest[..<second]))
      else { return nil }
      return Row(
        id: Int(part[..<first]), color: color, name: String(rest[rest.index(after: second)...]))
    }
    guard !rows.isEmpty else { return nil }
    self.init(title: title, rows: rows)
  }
}

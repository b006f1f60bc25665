// SPDX-License-Identifier: MIT
// Part of Platen: the tables of a save about people and what they made.

internal import Atlas
internal import Geometry
internal import JSON

extension Save {
  func writeCultures(_ json: inout JSONWriter) {
    Save.table(
      draft.peoples.peoples, to: &json,
      head: { json in
        json.object { json in
          json.member("name", "Wildlands")
          json.member("i", 0)
          json.member("base", 0)
          json.member("origins", array: { $0.null() })
          json.member("shield", "round")
          json.member("type", "Generic")
        }
      }
    ) { people, json in
      json.member("name", people.name)
      json.member("base", people.tongue)
      json.member("shield", people.shield)
      json.member("center", people.center)
      json.member("i", people.id)
      json.member("color", Palette.color(people.id, shift: 0.77))
      json.member("type", people.way.rawValue)
      json.member("expansionism", Grid.rounded(people.expansionism, 1))
      json.member("origins", [0])
      json.member("code", people.code)
    }
  }

  func writeStates(_ json: inout JSONWriter) {
    json.array { json in
      json.object { json in
        json.member("i", 0)
        json.member("name", "Neutrals")
        json.member("salesTax", 0)
        json.member("pollTax", 0)
        json.member("treasury", 0)
        json.member(
          "diplomacy",
          array: { json in
            for war in draft.realms.chronicle {
              json.array { json in for line in war { json.string(line) } }
            }
          })
        json.member("neighbors", array: { _ in })
        json.member("provinces", array: { _ in })
      }
      for realm in draft.realms.realms { writeRealm(realm, to: &json) }
    }
  }

  private func writeRealm(_ realm: Realm, to json: inout JSONWriter) {
    json.object { json in
      json.member("i", realm.id)
      json.member("name", realm.name)
      json.member("expansionism", Grid.rounded(realm.expansionism, 1))
      json.member("capital", realm.capital)
      json.member("type", realm.way.rawValue)
      json.member("center", realm.center)
      json.member("culture", realm.people)
      json.key("coa")
      realm.arms.write(to: &json)
      json.member("salesTax", 0.2)
      json.member("pollTax", 0.1)
      json.member("treasury", Grid.rounded(realm.urban * 3, 2))
      Save.writePoint(realm.pole, as: "pole", to: &json)
      json.member("neighbors", realm.neighbors)
      json.member("color", Palette.color(tint: realm.tint))
      json.member(
        "campaigns",
        array: { json in
          for war in realm.wars {
            json.object { json in
              json.member("name", war.name)
              json.member("start", war.start)
              json.member("end", war.end)
              json.member("attacker", war.attacker)
              json.member("defender", war.defender)
            }
          }
        })
      json.member("diplomacy", realm.relations)
      json.member("urban", Grid.rounded(realm.urban, 3))
      json.member("rural", Grid.rounded(realm.rural, 3))
      json.member("burgs", realm.towns)
      json.member("area", realm.area)
      json.member("cells", realm.cells)
      json.member("form", realm.form)
      json.member("formName", realm.formName)
      json.member("fullName", realm.fullName)
      json.member("provinces", realm.provinces)
      json.member("alert", 1)
      json.member(
        "military",
        array: { json in
          for company in draft.forces.byState[realm.id] { writeCompany(company, to: &json) }
        })
    }
  }

  private func writeCompany(_ company: Company, to json: inout JSONWriter) {
    json.object { json in
      json.member("i", company.id)
      json.member("a", company.total)
      json.member("cell", company.cell)
      json.member("x", company.position.x)
      json.member("y", company.position.y)
      json.member("bx", company.position.x)
      json.member("by", company.position.y)
      json.member(
        "u", object: { json in for (unit, men) in company.units { json.member(unit, men) } })
      json.member("n", Save.flag(company.isNaval))
      json.member("name", company.name)
      json.member("icon", company.icon)
      json.member("state", company.state)
    }
  }

  func writeBurgs(_ json: inout JSONWriter) {
    Save.table(draft.towns.towns, to: &json, head: { $0.int(0) }) { town, json in
      let way = town.people == 0 ? .generic : draft.peoples.peoples[town.people - 1].way
      json.member("cell", town.cell)
      json.member("x", town.position.x)
      json.member("y", town.position.y)
      json.member("i", town.id)
      json.member("state", town.state)
      json.member("culture", town.people)
      json.member("name", town.name)
      json.member("feature", ground.marks.feature[town.cell])
      json.member("capital", Save.flag(town.isCapital))
      json.member("port", town.port)
      json.member("population", town.population)
      json.member("type", (town.port != 0 ? People.Way.naval : way).rawValue)
      json.key("coa")
      town.arms.write(to: &json)
      json.member("citadel", Save.flag(town.hasCitadel))
      json.member("plaza", Save.flag(town.hasPlaza))
      json.member("walls", Save.flag(town.hasWalls))
      json.member("shanty", Save.flag(town.hasShanty))
      json.member("temple", Save.flag(town.hasTemple))
      json.member("group", town.group)
      json.member("market", draft.trade.marketOfCell[town.cell])
    }
  }

  func writeReligions(_ json: inout JSONWriter) {
    Save.table(
      draft.faiths.faiths, to: &json,
      head: { json in
        json.object { json in
          json.member("name", "No religion")
          json.member("i", 0)
          json.member("origins", nil as String?)
        }
      }
    ) { faith, json in
      json.member("name", faith.name)
      json.member("type", faith.type)
      json.member("form", faith.form)
      json.member("culture", faith.people)
      json.member("center", faith.center)
      json.member("deity", faith.deity)
      json.member("expansion", faith.expansion)
      json.member("expansionism", faith.expansionism)
      json.member("color", faith.color)
      json.member("i", faith.id)
      json.member("code", faith.code)
      json.member("origins", faith.origins)
    }
  }

  func writeProvinces(_ json: inout JSONWriter) {
    Save.table(draft.realms.provinces, to: &json, head: { $0.int(0) }) { province, json in
      json.member("i", province.id)
      json.member("state", province.state)
      json.member("center", province.center)
      json.member("burg", province.town)
      json.member("name", province.name)
      json.member("formName", province.formName)
      json.member("fullName", province.fullName)
      json.member("color", province.color)
      json.key("coa")
      province.arms.write(to: &json)
      Save.writePoint(province.pole, as: "pole", to: &json)
    }
  }

  /// The tongues as name bases: fifty places of each for a program that makes names from samples.
  var nameBases: String {
    Tongue.all.indices.map { index in
      var namer = Namer(seed: draft.seed, for: "bases")
      let names = (0..<50).map { _ in namer.place(index) }
      let lengths = names.map(\.count)
      return
        "\(Tongue.all[index].name)|\(lengths.min() ?? 4)|\(lengths.max() ?? 12)|ln|0.1|"
        + names.joined(separator: ",")
    }.joined(separator: "/")
  }

  func writeFonts(_ json: inout JSONWriter) {
    json.array { json in
      for family in ["Georgia", "Almendra SC", "Cinzel", "Lugrasimo"] {
        json.object { $0.member("family", family) }
      }
    }
  }

  func writeMarkers(_ json: inout JSONWriter) {
    Save.table(draft.sights.sights, to: &json) { sight, json in
      json.member("icon", sight.icon)
      json.member("type", sight.type)
      json.member("px", 13)
      json.member("x", sight.position.x)
      json.member("y", sight.position.y)
      json.member("cell", sight.cell)
      json.member("i", sight.id)
      if sight.isSecret { json.member("hidden", true) }
    }
  }

  func writeCellRoutes(_ json: inout JSONWriter) {
    // From each cell, the cells that routes lead to and by which route.
    var links: [(from: Int32, to: Int32, way: Int)] = []
    for way in draft.ways.ways {
      for (a, b) in zip(way.cells, way.cells.dropFirst()) {
        links.append((a, b, way.id))
        links.append((b, a, way.id))
      }
    }
    links.sort { ($0.from, $0.to, $0.way) < ($1.from, $1.to, $1.way) }
    json.object { json in
      var next = 0
      while next < links.count {
        let from = links[next].from
        json.member(
          "\(from)",
          object: { json in
            var last: Int32 = -1
            while next < links.count, links[next].from == from {
              if links[next].to != last { json.member("\(links[next].to)", links[next].way) }
              last = links[next].to
              next += 1
            }
          })
      }
    }
  }

  func writeRoutes(_ json: inout JSONWriter) {
    Save.table(zip(draft.ways.ways, draft.wayNames), to: &json) { row, json in
      let (way, name) = row
      json.member("i", way.id)
      json.member("group", way.group)
      if let name { json.member("name", name) }
      json.member("feature", way.feature)
      json.member(
        "points",
        array: { json in
          for (point, cell) in zip(way.points, way.cells) {
            json.array { json in
              json.double(point.x)
              json.double(point.y)
              json.int(cell)
            }
          }
        })
    }
  }

  func writeZones(_ json: inout JSONWriter) {
    Save.table(draft.sights.troubles, to: &json) { trouble, json in
      json.member("i", trouble.id)
      json.member("name", trouble.name)
      json.member("type", trouble.type)
      json.member("cells", trouble.cells)
      json.member("color", trouble.color)
    }
  }

  func writeGoods(_ json: inout JSONWriter) {
    Save.table(SampleGood.all, to: &json) { good, json in
      json.member("i", good.id)
      json.member("name", good.name)
      json.member("tags", good.tags)
      json.member("icon", good.icon)
      json.member("color", good.color)
      json.member("value", good.value)
      json.member("chance", 4)
      json.member("unit", good.unit)
      json.member("visible", true)
    }
  }

  func writeMarkets(_ json: inout JSONWriter) {
    Save.table(draft.trade.markets, to: &json) { market, json in
      json.member("i", market.id)
      json.member("centerBurgId", market.town)
      json.member("color", market.color)
      json.member(
        "goods",
        object: { json in
          for (good, line) in zip(SampleGood.all, market.goods) {
            json.member(
              "\(good.id)",
              object: { json in
                json.member("stock", line.stock)
                json.member("price", line.price)
              })
          }
        })
    }
  }

  func writeDeals(_ json: inout JSONWriter) {
    Save.table(draft.trade.deals, to: &json) { deal, json in
      json.member("i", deal.id)
      json.member("seller", deal.market)
      json.member("sellerType", "market")
      json.member("buyer", deal.town)
      json.member("buyerType", "burg")
      json.member("good", deal.good)
      json.member("units", deal.units)
      json.member("price", deal.price)
      json.member("tax", 0)
    }
  }

  func writeAddedLabels(_ json: inout JSONWriter) {
    Save.table(draft.seaNames.enumerated(), to: &json) { row, json in
      let (index, sea) = row
      json.member("i", index)
      json.member("x", sea.0.x)
      json.member("y", sea.0.y)
      json.member(
        "label",
        object: { json in
          json.member("text", sea.1)
          json.member("group", "added")
        })
    }
  }

  func writeLayers(_ json: inout JSONWriter) {
    let order = [
      "ocean", "landmass", "texture", "heightmap", "lakes", "biomes", "cells", "grid",
      "coordinates", "compass", "rivers", "relief", "religions", "cultures", "states", "provinces",
      "zones", "borders", "routes", "temperature", "coastline", "ice", "goods", "markets", "trade",
      "precipitation", "population", "emblems", "burgIcons", "labels", "military", "markers",
      "fogging", "rulers", "debug", "scaleBar", "vignette", "legend",
    ]
    let active = [
      "lakes", "rivers", "relief", "states", "borders", "routes", "ice", "burgIcons", "labels",
      "scaleBar", "vignette",
    ]
    json.object { json in
      json.member("order", order)
      json.member("active", active)
    }
  }
}

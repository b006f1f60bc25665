// SPDX-License-Identifier: MIT
// Part of Platen: the options object of a save.

internal import JSON

extension Save {
  func writeOptions(_ json: inout JSONWriter) {
    json.object { json in
      json.member("pinNotes", false)
      json.member("winds", [225, 45, 225, 315, 135, 315])
      json.member("temperatureEquator", Int(Climate.equator))
      json.member("temperatureNorthPole", Int(Climate.pole))
      json.member("temperatureSouthPole", Int(Climate.pole))
      json.member("mapSize", 55.4)
      json.member("latitude", 15)
      json.member("longitude", 50)
      json.member("prec", 100)
      json.member("showBurgPreview", true)
      json.member(
        "burgs",
        object: { json in
          json.member("groups", array: Save.writeTownGroups)
        })
      json.member(
        "labels",
        object: { json in
          json.member("resizeOnZoom", true)
          json.member("showAll", false)
          json.member("groups", array: Save.writeLabelGroups)
        })
      json.member("year", Draft.year)
      json.member("era", draft.era)
      json.member(
        "eraShort", String(draft.era.split(separator: " ").compactMap(\.first)).uppercased())
      json.member(
        "military",
        array: { json in
          for arm in Arm.all {
            json.object { json in
              json.member("icon", arm.icon)
              json.member("name", arm.name)
              json.member("rural", arm.rural)
              json.member("urban", arm.urban)
              json.member("crew", arm.crew)
              json.member("power", arm.power)
              json.member("type", arm.type)
              json.member("separate", Save.flag(arm.isSeparate))
            }
          }
        })
      json.member(
        "coastline",
        object: { json in
          json.member("enabled", true)
          json.member("maxDepth", 4)
          json.member("baseAmplitude", 1.5)
          json.member("amplitudeDecay", 0.9)
          json.member("minEdge", 1)
          json.member("smoothThreshold", 0.25)
          json.member("roughnessContrast", 1.5)
          json.member("profileHarmonics", 4)
          json.member("lakeSmoothThreshMult", 2)
        })
    }
  }

  private static func writeTownGroups(_ json: inout JSONWriter) {
    let groups: [(String, Int, (min: Double?, max: Double?), (name: String, isSo: Bool)?)] = [
      ("capital", 9, (nil, nil), ("capital", true)), ("city", 8, (5, nil), nil),
      ("fort", 6, (nil, 1), ("citadel", true)), ("village", 2, (0.1, 2), nil),
      ("hamlet", 1, (nil, 0.1), ("plaza", false)), ("town", 7, (nil, nil), nil),
    ]
    for (name, order, size, feature) in groups {
      json.object { json in
        json.member("name", name)
        json.member("active", true)
        json.member("order", order)
        if let feature {
          json.member("features", object: { $0.member(feature.name, feature.isSo) })
        }
        if name == "city" { json.member("percentile", 90) }
        if let least = size.min { json.member("min", least) }
        if let most = size.max { json.member("max", most) }
        if name == "town" { json.member("isDefault", true) }
      }
    }
  }

  private static func writeLabelGroups(_ json: inout JSONWriter) {
    let groups: [(String, String, String?, Double, Double, Bool)] = [
      ("river", "river", "rivers", 6, 40, true), ("route", "route", "routes", 6, 40, true),
      ("hamlet", "burg", nil, 5, 60, false), ("village", "burg", nil, 3, 40, false),
      ("fort", "burg", nil, 5, 60, false), ("town", "burg", nil, 2, 30, true),
      ("city", "burg", nil, 1.4, 25, false), ("capital", "burg", nil, 1, 25, false),
      ("province", "province", "provinces", 1, 15, true), ("added", "added", nil, 0.2, 5.5, true),
      ("state", "state", nil, 0, 4.5, true),
    ]
    for (name, type, layer, least, most, isDefault) in groups {
      json.object { json in
        json.member("name", name)
        json.member("type", type)
        if let layer { json.member("layerDependency", layer) }
        json.member(
          "zoom",
          object: { json in
            if least == 0 { json.member("min", nil as String?) } else { json.member("min", least) }
            json.member("max", most)
          })
        if isDefault { json.member("isDefault", true) }
      }
    }
  }
}

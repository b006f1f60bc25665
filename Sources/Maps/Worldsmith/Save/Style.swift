// SPDX-License-Identifier: MIT
// Part of Platen: the style section of a generated world's save.

internal import JSON

/// The style of labels and of town marks, for both the style section and the drawing.
enum Style {
  static let ink = "#3e3e4b"

  /// Label groups: name, size in percent, family, shift upwards in em.
  static let labels: [(name: String, size: String, family: String, shift: Double?)] = [
    ("river", "1.5%", "Lugrasimo", nil), ("route", "1.5%", "Lugrasimo", nil),
    ("hamlet", "2%", "Almendra SC", -0.4), ("village", "3%", "Almendra SC", -0.4),
    ("fort", "2%", "Almendra SC", -0.5), ("town", "4%", "Almendra SC", -0.4),
    ("city", "5%", "Almendra SC", -0.4), ("capital", "6%", "Almendra SC", -0.5),
    ("province", "6%", "Cinzel", nil), ("added", "18%", "Almendra SC", nil),
    ("state", "22%", "Almendra SC", nil),
  ]

  /// Town groups: name, symbol, size of mark and of anchor.
  static let towns: [(name: String, icon: String, size: Double, anchor: Double)] = [
    ("hamlet", "#icon-circle", 0.5, 0.5), ("village", "#icon-circle", 0.7, 0.7),
    ("fort", "#icon-square", 0.7, 0.7), ("town", "#icon-circle", 1, 1),
    ("city", "#icon-circle", 1.5, 1.5), ("capital", "#icon-square", 2, 1.9),
  ]

  static func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member(
        "labels",
        object: { json in
          json.member("groups", object: writeLabels)
        })
      json.member(
        "burgIcons",
        object: { json in
          for town in towns {
            json.member(
              town.name,
              object: { json in
                json.member("data-icon", town.icon)
                json.member("opacity", 1)
                json.member("fill", "#ffffff")
                json.member("fill-opacity", 0.7)
                json.member("font-size", town.size)
                json.member("stroke", ink)
                json.member("stroke-width", 1)
                json.member("stroke-linecap", "butt")
                json.member("stroke-linejoin", "round")
              })
          }
        })
      json.member(
        "anchors",
        object: { json in
          for town in towns {
            json.member(
              town.name,
              object: { json in
                json.member("opacity", 1)
                json.member("fill", "#ffffff")
                json.member("font-size", town.anchor)
                json.member("stroke", ink)
                json.member("stroke-width", 1.2)
              })
          }
        })
      json.member(
        "relief",
        object: { json in
          json.member("set", "simple")
          json.member("size", 1)
          json.member("density", 0.4)
        })
    }
  }

  private static func writeLabels(_ json: inout JSONWriter) {
    for label in labels {
      json.member(
        label.name,
        object: { json in
          json.member("opacity", 1)
          json.member("fill", ink)
          json.member("style", "text-shadow: white 0px 0px 4px")
          json.member("letter-spacing", 0)
          json.member("font-size", label.size)
          json.member("font-family", label.family)
          if let shift = label.shift { json.member("data-dy", shift) }
        })
    }
  }
}

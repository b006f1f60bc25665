// SPDX-License-Identifier: MIT
// Part of Platen: the style of an SVG element, as far as it is inherited.

internal import Drawing

/// The paints and strokes of an element, inherited from those around it.
struct SVGStyle {
  enum Ink {
    case none, current
    case color(Color)
    /// A gradient by its id, and the color that replaces a missing one.
    case server(String)
  }

  var fill = Ink.color(.black)
  var stroke = Ink.none
  var color: Color
  var fillOpacity = 1.0
  var strokeOpacity = 1.0
  var width = 1.0
  var rule = FillRule.nonZero
  var cap = Stroke.Cap.butt
  var join = Stroke.Join.miter
  var dash: [Double] = []
  var dashOffset = 0.0
  var isVisible = true

  init(color: Color) { self.color = color }

  /// Properties whose effects only librsvg draws, and the values without an effect.
  private static let effects: [(name: String, without: Set<String>)] = [
    ("filter", ["none"]), ("mask", ["none"]), ("transform-origin", ["0 0"]),
    ("marker", ["none"]), ("marker-start", ["none"]), ("marker-mid", ["none"]),
    ("marker-end", ["none"]), ("mix-blend-mode", ["normal"]), ("vector-effect", ["none"]),
    ("paint-order", ["normal", "fill", "fill stroke", "fill stroke markers"]),
  ]

  /// The style of an element within one of this style.
  ///
  /// - Throws: ``SVGBeyond`` for what only librsvg draws.
  func with(_ properties: [String: String]) throws -> SVGStyle {
    for effect in SVGStyle.effects {
      if let value = properties[effect.name], !effect.without.contains(value), value != "inherit" {
        throw SVGBeyond("\(effect.name): \(value.prefix(40))")
      }
    }
    var style = self
    func value<T>(_ name: String, _ read: (String) -> T?) throws -> T? {
      guard let text = properties[name], text != "inherit" else { return nil }
      guard let value = read(text) else { throw SVGBeyond("\(name): \(text.prefix(40))") }
      return value
    }
    func part(_ text: String) -> Double? { SVGNumbers.part(text).map { min(1, max(0, $0)) } }
    style.color =
      try value("color") { text in
        text.lowercased() == "currentcolor" ? color : Color(css: text)
      } ?? color
    style.fill = try value("fill", SVGStyle.ink) ?? fill
    style.stroke = try value("stroke", SVGStyle.ink) ?? stroke
    style.fillOpacity = try value("fill-opacity", part) ?? fillOpacity
    style.strokeOpacity = try value("stroke-opacity", part) ?? strokeOpacity
    style.width = try value("stroke-width", SVGNumbers.length) ?? width
    style.rule =
      try value("fill-rule") { text in
        switch text {
        case "nonzero": .nonZero
        case "evenodd": .evenOdd
        default: nil
        }
      } ?? rule
    style.cap = try value("stroke-linecap", Stroke.Cap.init) ?? cap
    style.join =
      try value("stroke-linejoin") { text in
        // The two others are miters with another end.
        text == "miter-clip" || text == "arcs" ? .miter : Stroke.Join(rawValue: text)
      } ?? join
    style.dash =
      try value("stroke-dasharray") { text in
        if text == "none" { return [] }
        guard let list = SVGNumbers.list(text.replacing("px", with: "")),
          list.allSatisfy({ $0 >= 0 })
        else { return nil }
        // An odd number of them goes round twice.
        return list.reduce(0, +) > 0 ? (list.count % 2 == 0 ? list : list + list) : []
      } ?? dash
    style.dashOffset = try value("stroke-dashoffset", SVGNumbers.length) ?? dashOffset
    style.isVisible = try value("visibility") { $0 == "visible" } ?? isVisible
    return style
  }

  private static func ink(_ text: String) -> Ink? {
    switch text.lowercased() {
    case "none", "transparent": return Ink.none
    case "currentcolor": return .current
    default: break
    }
    if text.hasPrefix("url(") {
      let name = text.dropFirst(4).prefix { $0 != ")" }.filter { !"\"' ".contains($0) }
      return name.first == "#" ? .server(String(name.dropFirst())) : nil
    }
    return Color(css: text).map(Ink.color)
  }
}

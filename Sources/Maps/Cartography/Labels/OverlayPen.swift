// SPDX-License-Identifier: MIT
// Part of Platen: the pens, fills and signs of overlays in a look: lines in the style of its rulers, points
// in that of its markers.

internal import Drawing
internal import Geometry

/// The style of overlays in a look.
struct OverlayPen {
  let look: MapLook
  let symbols: MapSymbols

  /// Widths in parts of the width of a ruler's line; those of outlines in parts of such a line.
  private enum Measure {
    static let line = 1.7
    /// The part of the line under a line that shows at each of its sides, in those of the line.
    static let back = 0.5
    static let outline = 0.65
    /// The same of the width of a state's border, and of the size of a name, where that is more.
    static let border = 1.25
    static let letters = 0.2
    /// The size of a name in parts of the height of a marker, where that is more than a city's.
    static let name = 0.34
  }

  // MARK: Lines and areas

  func width(of feature: OverlayFeature) -> Double {
    let least = max(look.borders.states.width * Measure.border, lettering.size * Measure.letters)
    return max(look.rulers.line.width * Measure.line, least) * feature.size
  }

  /// A line over a line of the paper's color.
  func line(_ path: Path, of feature: OverlayFeature) -> [Node] {
    let width = width(of: feature)
    let back = look.rulers.back.color
    let rim = 2 * Measure.back * width / max(feature.size, 1)
    return
      (back.alpha > 0
      ? [.path(PathNode(path, stroke: Stroke(back, width: width + rim, cap: .round, join: .round)))]
      : [])
      + [
        .path(
          PathNode(
            path,
            stroke: Stroke(
              feature.color ?? look.rulers.line.color, width: width, cap: .round, join: .round)))
      ]
  }

  func area(_ path: Path, of feature: OverlayFeature) -> Node {
    let line = feature.color ?? feature.fill ?? look.rulers.line.color
    var fill = feature.fill ?? feature.color
    if let given = fill {
      // A color without an opacity of its own is as transparent as the look's fill.
      let alpha = feature.fillOpacity ?? min(given.alpha, max(look.rulers.areaFill.alpha, 0.16))
      fill = given.opacity(alpha)
    } else if let opacity = feature.fillOpacity {
      fill = look.rulers.areaFill.opacity(opacity)
    }
    return .path(
      PathNode(
        path, fill: Fill(fill ?? look.rulers.areaFill, rule: .evenOdd),
        stroke: Stroke(
          line, width: width(of: feature) * Measure.outline, join: .round)))
  }

  /// The letters of names: those of cities, upright where theirs are slanted and the other way
  /// round.
  var lettering: MapLook.Lettering {
    var lettering = look.burgs.city.label
    lettering.isItalic.toggle()
    lettering.size = max(lettering.size, look.markers.size * Measure.name)
    return lettering
  }

  // MARK: Points

  /// The height of a point's pin or drawing.
  func height(of feature: OverlayFeature) -> Double {
    let size = look.markers.size > 0 ? look.markers.size : 1.7 * look.rulers.label.size
    return size * feature.size
  }

  func symbol(of feature: OverlayFeature) -> MapSymbol? {
    guard !feature.icon.isEmpty, case .point(let place) = feature.shape else { return nil }
    return symbols.overlay(feature.drawingName, at: place)
      ?? symbols.overlay(feature.icon, at: place)
  }

  /// The color of a pin's head.
  func head(of feature: OverlayFeature) -> Color { feature.color ?? look.markers.fill }

  /// The color of the sign in a pin: it stands out from a head of a color of its own.
  func ink(of feature: OverlayFeature) -> Color {
    guard let color = feature.color else { return look.markers.dot }
    return color.lightness > 0.6 ? Color(bytes: 0x22, 0x22, 0x22) : .white
  }

  /// The pen around pins and dots; there is one where the look has none, since pins of any color
  /// stand on land of any color.
  func outline(height: Double) -> Stroke {
    look.markers.line.isVisible
      ? look.markers.line.stroke
      : Stroke(look.rulers.back.color.opacity(1), width: height * 0.04, join: .round)
  }

  /// A dot of a diameter.
  func dot(_ feature: OverlayFeature, at center: Point, diameter: Double) -> [Node] {
    [
      .path(
        PathNode(
          Path(circleAt: center, radius: diameter / 2),
          fill: Fill(feature.color ?? look.markers.dot),
          stroke: outline(height: diameter * 2.5)))
    ]
  }
}

extension Composition {
  var overlayPen: OverlayPen { OverlayPen(look: look, symbols: request.symbols) }

  /// The pin of a point, with its sign or its dot.
  func overlayPin(_ feature: OverlayFeature, tip: Point, height: Double) -> [Node] {
    let pen = overlayPen
    let pin = MarkerPin(shape: look.markers.pin, tip: tip, size: height)
    let line = pen.outline(height: height)
    var nodes: [Node] = []
    if !pin.tail.isEmpty { nodes.append(.path(PathNode(pin.tail, fill: Fill(line.paint)))) }
    nodes.append(
      .path(PathNode(pin.head, fill: Fill(pen.head(of: feature)), stroke: line)))
    // What is no drawing is a character or two; longer names are of drawings that are missing.
    guard feature.isSign else {
      return nodes + [
        .path(
          PathNode(
            Path(circleAt: pin.middle, radius: height * 0.13), fill: Fill(pen.ink(of: feature))))
      ]
    }
    var lettering = look.graticule.label
    lettering.color = pen.ink(of: feature)
    let sign = shape(feature.icon, lettering, size: height * (feature.icon.count > 1 ? 0.3 : 0.38))
    return nodes
      + sign.nodes(
        at: Point(pin.middle.x - sign.width / 2, pin.middle.y + (sign.ascent - sign.descent) / 2),
        paint: .color(lettering.color), halo: nil)
  }
}

extension OverlayFeature {
  /// The most scalars of a sign: a character with what modifies it, or two of them.
  private static let signLimit = 8

  /// Indicates whether the icon is a sign to set in a pin, as an emoji or a letter is, and not the
  /// name of a drawing.
  package var isSign: Bool {
    guard !icon.isEmpty, icon.unicodeScalars.count <= OverlayFeature.signLimit else { return false }
    return icon.count <= 2 || !icon.unicodeScalars.contains { $0.isASCII }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: what a look may do to a layer as a whole: let it show through, change it, cut it,
// and paint it earlier or later.

internal import Drawing
internal import Geometry

extension MapLook {
  /// The styles of whole layers: `layers.<layer>.opacity`, `.filter` and `.mask` of a look, and
  /// `layers.order`.
  struct LayerStyles: Hashable {
    /// The style of one layer; the default changes nothing.
    struct LayerStyle: Hashable {
      /// Multiplied with what the layer has itself.
      var opacity = 1.0
      /// The raw value of a `LayerFilter`.
      var filter = LayerFilter.none.rawValue
      /// The raw value of a `LayerMask`.
      var mask = LayerMask.auto.rawValue
    }

    /// Names of layers that are painted in this order, from below, whatever the usual one.
    var order: [String] = []
    private var layers: [MapLayer: LayerStyle] = [:]

    subscript(layer: MapLayer) -> LayerStyle {
      get { layers[layer] ?? LayerStyle() }
      // Settings without effect are dropped: looks that are drawn alike are equal.
      set { layers[layer] = newValue == LayerStyle() ? nil : newValue }
    }

    /// `given` with the layers that `order` names in that order, in the places they take up; the
    /// others stay where they are.
    func ordered(_ given: [MapLayer]) -> [MapLayer] {
      let named = order.compactMap(MapLayer.init(rawValue:)).filter(given.contains)
      guard Set(named).count == named.count, named.count > 1 else { return given }
      var next = named.makeIterator()
      return given.map { named.contains($0) ? next.next() ?? $0 : $0 }
    }
  }

  static let layerFields: [MapLookField] =
    [
      .words(
        "layers.order", MapLayer.allCases.map(\.rawValue), \.layerStyles.order,
        "Layers that are painted in this order, from below; the others stay where they are")
    ] + MapLayer.allCases.flatMap(layerFields)

  private static func layerFields(of layer: MapLayer) -> [MapLookField] {
    let name = "layers.\(layer.rawValue)"
    return [
      LookField(
        name + ".opacity", .number(0...1), "Opacity of the layer \(layer.rawValue) as a whole",
        get: { .number($0.layerStyles[layer].opacity) },
        store: { if case .number(let v) = $1 { $0.layerStyles[layer].opacity = v } }),
      LookField(
        name + ".filter", .choice(LayerFilter.allCases.map(\.rawValue)),
        "What is done to the layer \(layer.rawValue): numbers are deviations in map units",
        get: { .text($0.layerStyles[layer].filter) },
        store: { if case .text(let v) = $1 { $0.layerStyles[layer].filter = v } }),
      LookField(
        name + ".mask", .choice(LayerMask.allCases.map(\.rawValue)),
        "Where the layer \(layer.rawValue) shows: auto is where such a layer usually does",
        get: { .text($0.layerStyles[layer].mask) },
        store: { if case .text(let v) = $1 { $0.layerStyles[layer].mask = v } }),
    ]
  }
}

/// The filters of a layer. Numbers are standard deviations of a blur, in map units of the look's
/// sheet.
enum LayerFilter: String, CaseIterable {
  case none
  case blur02 = "blur-0.2"
  case blur1 = "blur-1"
  case blur3 = "blur-3"
  case blur5 = "blur-5"
  case blur7 = "blur-7"
  case blur10 = "blur-10"
  case shadow01 = "shadow-0.1"
  case shadow05 = "shadow-0.5"
  case shadow2 = "shadow-2"
  case outline
  case grayscale, sepia, dingy, tint

  /// The effect on the layer's picture, where it takes one; lengths are multiplied by `scale`.
  func effect(scale: Double) -> Filter? {
    func shadow(_ blur: Double, _ x: Double, _ y: Double) -> Filter {
      .dropShadow(blur: blur * scale, offset: Point(x, y) * scale, color: .black)
    }
    return switch self {
    case .blur02: .blur(0.2 * scale)
    case .blur1: .blur(scale)
    case .blur3: .blur(3 * scale)
    case .blur5: .blur(5 * scale)
    case .blur7: .blur(7 * scale)
    case .blur10: .blur(10 * scale)
    case .shadow01: shadow(0.1, 0.2, 0.3)
    case .shadow05: shadow(0.5, 0.5, 0.7)
    case .shadow2: shadow(2, 1, 2)
    case .outline: shadow(1, 0, 0)
    case .none, .grayscale, .sepia, .dingy, .tint: nil
    }
  }

  /// The change of its colors, where that is all it is.
  var tone: Tone? { Tone(rawValue) }
}

/// The part of the sheet on which a layer shows.
enum LayerMask: String, CaseIterable {
  /// The default of its kind: fills on land, rhumb lines on water, most everywhere.
  case auto
  case everywhere
  case land, water
}

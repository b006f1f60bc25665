// SPDX-License-Identifier: MIT
// Part of Platen: a save's style and layers, out of its drawing or its own sections.

internal import Atlas
internal import JSON

extension SavedDrawing {
  /// A layer, the group it is drawn in, and how the drawing shows that it was visible.
  private struct Layer {
    var name: String
    var group: String
    var isShown: (SavedDrawing, Group) -> Bool
  }

  private static func whenVisible(_ name: String, _ group: String) -> Layer {
    Layer(name: name, group: group) { _, group in !group.isHidden }
  }

  private static func whenFilled(_ name: String, _ group: String, in part: String? = nil) -> Layer {
    Layer(name: name, group: group) { drawing, group in
      !group.isHidden && (part.flatMap(drawing.group) ?? group).children > 0
    }
  }

  private static func whenDrawn(
    _ name: String, _ group: String, _ count: KeyPath<Group, Int>
  ) -> Layer {
    Layer(name: name, group: group) { _, group in !group.isHidden && group[keyPath: count] > 0 }
  }

  /// The layers by the names that versions from 1.144 on use.
  private static var layers: [Layer] {
    [
      whenVisible("ocean", "ocean"), whenVisible("lakes", "lakes"),
      whenVisible("landmass", "landmass"), whenDrawn("texture", "texture", \.images),
      whenFilled("heightmap", "terrs", in: "terrs/landHeights"), whenFilled("biomes", "biomes"),
      whenFilled("cells", "cells"), whenFilled("grid", "gridOverlay"),
      whenFilled("coordinates", "coordinates"), whenDrawn("compass", "compass", \.uses),
      whenFilled("rivers", "rivers"), whenDrawn("relief", "terrain", \.uses),
      whenFilled("religions", "relig"), whenFilled("cultures", "cults"),
      whenFilled("states", "regions", in: "regions/statesBody"), whenFilled("provinces", "provs"),
      whenFilled("zones", "zones"), whenDrawn("borders", "borders", \.paths),
      whenDrawn("routes", "routes", \.paths), whenFilled("temperature", "temperature"),
      whenVisible("coastline", "coastline"), whenFilled("ice", "ice"),
      whenVisible("goods", "goods"), whenVisible("markets", "markets"),
      whenVisible("trade", "tradeAnimation"), whenDrawn("precipitation", "prec", \.circles),
      whenDrawn("population", "population", \.lines), whenDrawn("emblems", "emblems", \.uses),
      whenVisible("burgIcons", "icons"), whenVisible("labels", "labels"),
      whenFilled("military", "armies"),
      Layer(name: "markers", group: "markers") { _, group in
        !group.isHidden && group.drawings + group.uses > 0
      },
      Layer(name: "fogging", group: "fogging") { _, _ in false },
      whenFilled("rulers", "ruler"), whenFilled("scaleBar", "scaleBar"),
      whenVisible("vignette", "vignette"), whenFilled("legend", "legend"),
    ]
  }

  /// The layers from the lowest up, as the drawing stacks their groups.
  var layerOrder: [String] {
    let layers = SavedDrawing.layers
    return groups.compactMap { group in
      // The fog is in a group of its own up to 1.143.
      let path = group.path == "fogging-cont" ? "fogging" : group.path
      return layers.first { $0.group == path }?.name
    }
  }

  /// The layers that were shown.
  var activeLayers: [String] {
    let layers = SavedDrawing.layers
    return layerOrder.filter { name in
      guard let layer = layers.first(where: { $0.name == name }),
        let group = group(layer.group) ?? group(layer.group + "-cont")
      else { return false }
      return layer.isShown(self, group)
    }
  }

  /// Attributes of all groups by path, without ids and transient state.
  var styleGroups: [String: [String: String]] {
    var result: [String: [String: String]] = [:]
    for group in groups {
      var attributes = group.attributes.dictionary
      for name in ["id", "class"] { attributes[name] = nil }
      result[group.path] = attributes
    }
    for (path, shape) in styledShapes {
      result[path] = shape.dictionary.filter { name, _ in
        !["id", "x", "y", "width", "height"].contains(name) || path == "vignette-rect"
      }
    }
    var sheet = root.dictionary.filter { name, _ in
      !name.hasPrefix("xmlns") && name != "id" && name != "version"
    }
    sheet["width"] = nil
    sheet["height"] = nil
    if !sheet.isEmpty { result["map"] = sheet }
    return result
  }
}

extension Presentation {
  /// Takes over section 48: the style of labels, burg marks, anchors and relief from 1.140 on.
  mutating func adoptStyle(_ view: JSONView) {
    if let labels = view["labels"]?["groups"] {
      for group in labels.members { adopt(group.value, as: "labels/\(group.key)") }
    }
    for (key, path) in [("burgIcons", "icons/burgIcons"), ("anchors", "icons/anchors")] {
      guard let groups = view.member(named: key) else { continue }
      for group in groups.members { adopt(group.value, as: "\(path)/\(group.key)") }
    }
    if let relief = view["relief"] { adopt(relief, as: "terrain") }
  }

  private mutating func adopt(_ view: JSONView, as path: String) {
    for attribute in view.members {
      // Null takes an attribute away.
      groups[path, default: [:]][attribute.key] = attribute.value.looseString
    }
  }
}

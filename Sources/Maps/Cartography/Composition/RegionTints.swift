// SPDX-License-Identifier: MIT
// Part of Platen: regions in the colors of a look, neighbors in different ones.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  /// The colors of regions as the look shows them: of its palette, or their own ones, toned.
  func colors(of layer: RegionLayer) -> [Int: Color] {
    layer.style.palette.isEmpty
      ? toned(layer) : tints(of: layer.labels, from: layer.style.palette)
  }

  /// A color of `palette` for each label above 0, none shared by neighbors as long as there are
  /// enough, and as few as can be that look alike.
  ///
  /// Regions with most neighbors choose first (Welsh and Powell, 1967), each the color that
  /// fewest bear, so that a large palette is used evenly.
  private func tints(of labels: [Int32], from palette: [Color]) -> [Int: Color] {
    let alike = OKLab.alike(palette)
    var chosen: [Int32: Int] = [:]
    var uses = [Int](repeating: 0, count: palette.count)
    for (label, beside) in byNeighbors(labels) {
      var clashes = [Int](repeating: 0, count: palette.count)
      var likenesses = clashes
      for other in beside {
        guard let color = chosen[other] else { continue }
        clashes[color] += 1
        for near in alike[color] { likenesses[near] += 1 }
      }
      let best = palette.indices.min {
        (clashes[$0], likenesses[$0], uses[$0], $0) < (clashes[$1], likenesses[$1], uses[$1], $1)
      }
      guard let best else { continue }
      chosen[label] = best
      uses[best] += 1
    }
    return Dictionary(uniqueKeysWithValues: chosen.map { (Int($0.key), palette[$0.value]) })
  }

  /// The regions' own colors, toned. In looks that draw them together, the region with fewer
  /// neighbors takes another hue or lightness where its color is not distinct from a neighbor's:
  /// the nearest to its own that is distinct from all, or else the one farthest from them.
  private func toned(_ layer: RegionLayer) -> [Int: Color] {
    let style = layer.style
    var colors: [Int: Color] = [:]
    guard style.evenness > 0, !layer.isIndependent else {
      for label in Set(layer.labels) where label > 0 {
        if let given = layer.color(Int(label)) { colors[Int(label)] = style.toned(given.color) }
      }
      return colors
    }
    var labs: [Int32: OKLab] = [:]
    for (label, beside) in byNeighbors(layer.labels) {
      guard let given = layer.color(Int(label)) else { continue }
      let others = beside.compactMap { labs[$0] }
      func distance(_ lab: OKLab) -> Double {
        others.map { lab.distance(to: $0) }.min() ?? .infinity
      }
      let own = OKLab(style.toned(given.color))
      var best = (lab: own, distance: distance(own))
      for lab in own.variations where best.distance < OKLab.distinctBeside {
        let distance = distance(lab)
        if distance > best.distance { best = (lab, distance) }
      }
      labs[label] = best.lab
      colors[Int(label)] =
        best.lab == own ? style.toned(given.color) : best.lab.color(alpha: given.color.alpha)
    }
    return colors
  }

  /// Labels above 0 with those beside them, most neighbors first.
  private func byNeighbors(_ labels: [Int32]) -> [(label: Int32, beside: Set<Int32>)] {
    var neighbors: [Int32: Set<Int32>] = [:]
    for cell in labels.indices where labels[cell] > 0 {
      neighbors[labels[cell], default: []].formUnion(
        cells.mesh.cellNeighbors[cell].lazy
          .compactMap { labels.indices.contains(Int($0)) ? labels[Int($0)] : nil }
          .filter { $0 > 0 && $0 != labels[cell] })
    }
    return neighbors.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { ($0.key, $0.value) }
  }

  /// The strokes of a band inside a region's edge, wide ones first; several where it ends softly.
  func band(of style: MapLook.Fill, _ color: Color) -> [Stroke] {
    let ink = color.darker(style.bandDarker)
    guard style.bandBlur > 0 else {
      return [Stroke(ink.opacity(style.bandOpacity), width: 2 * style.band, join: .bevel)]
    }
    // Each lets through what the others are to add; together they come to the whole at the edge.
    let steps = 6
    let each = 1 - rootOfSix(1 - min(0.98, style.bandOpacity))
    let (outer, inner) = (style.band + style.bandBlur, max(0, style.band - style.bandBlur))
    return (0..<steps).map { step in
      let reach = outer + (inner - outer) * Double(step) / Double(steps - 1)
      return Stroke(ink.opacity(each), width: 2 * max(reach, 0.05), join: .bevel)
    }
  }

  /// The sixth root, by square root and Newton's steps for the cube root: the same on every machine.
  private func rootOfSix(_ value: Double) -> Double {
    let root = value.squareRoot()
    guard root > 0 else { return 0 }
    var guess = max(root, 0.3)
    for _ in 0..<40 { guess = (2 * guess + root / (guess * guess)) / 3 }
    return guess
  }
}

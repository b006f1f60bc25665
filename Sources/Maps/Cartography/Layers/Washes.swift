// SPDX-License-Identifier: MIT
// Part of Platen: washes of watercolor over regions and the sea: images, for pigment has no edges
// that a path could follow.

internal import Atlas
internal import Drawing
internal import Geometry

extension Composition {
  private static let water: Int32 = -1

  /// The part of the sheet that a wash is painted over: all edges that are near enough to be seen
  /// in the window belong to it.
  private func washArea(reach: Double) -> Rect {
    guard isPart || isExtended else { return sheet }
    return window.insetBy(-reach).intersection(ground) ?? window
  }

  /// A grid with water as it is and land without a label.
  private func washRaster(reach: Double) -> WashRaster {
    var raster = WashRaster(over: washArea(reach: reach), label: Composition.water)
    raster.fill(coasts.land) { _ in 0 }
    return raster
  }

  /// Regions as transparent washes, each darker along its edges.
  func washes(of layer: RegionLayer, colors: [Int: Color]) -> Node? {
    let wash = layer.style.wash
    let shaper = RegionShaper(
      mesh: cells.mesh, labels: layer.labels, isSmooth: layer.style.isSmooth, sheet: sheet,
      vertices: continuation == nil ? nil : reachingVertices)
    var raster = washRaster(reach: wash.reach)
    for outline in cellTracer.outlines(labels: layer.labels) where outline.label > 0 {
      raster.fill(shaper.path(rings: outline.rings)) {
        $0 == Composition.water ? $0 : outline.label
      }
    }
    // Coasts are drawn rounder than cells: what lies outside all cells of land takes the label of
    // the nearest one.
    let (mesh, heights) = (cells.mesh, cells.height)
    raster.relabel(0) { point in
      let cell = locator.cell(at: point)
      guard heights[cell] < 20 else { return 0 }
      let beside = mesh.cellNeighbors[cell].filter {
        heights.indices.contains(Int($0)) && heights[Int($0)] >= 20
      }
      let nearest = beside.min {
        mesh.sites[Int($0)].squaredDistance(to: point)
          < mesh.sites[Int($1)].squaredDistance(to: point)
      }
      return nearest.map { layer.labels[Int($0)] } ?? 0
    }
    let noise = ValueNoise(seed: world.info.seed + " " + layer.table)
    raster.stray(by: wash.bleed, wavelength: 7 * scale, noise: noise)
    let inks = colors.reduce(into: [Int32: (UInt8, UInt8, UInt8, UInt8)]()) {
      $0[Int32(truncatingIfNeeded: $1.key)] = $1.value.rgba8
    }
    return pigment(raster, wash: wash, noise: noise) { label in
      inks[label]
    } tone: { _ in
      0
    }
  }

  /// The sea as a wash that grows paler away from coasts, with soft lines along them.
  func seaWash() -> Node? {
    let (wash, coast) = (look.ocean.wash, look.coast)
    let lines = waterlineDistances.enumerated().map { index, distance in
      (
        distance, coast.waterlineGap * (0.24 + 0.05 * Double(index)),
        coast.waterline.color.alpha * (1 - Double(index) / max(1, coast.waterlines))
      )
    }
    let reach = wash.reach + (lines.last?.0 ?? 0)
    let raster = washRaster(reach: reach)
    let noise = ValueNoise(seed: world.info.seed + " sea")
    let ink = look.ocean.washColor.rgba8
    let edge = -3 * raster.pitch
    return pigment(raster, wash: wash, noise: noise, landTo: edge) {
      $0 == Composition.water ? ink : nil
    } tone: { distance in
      let near = max(0, 1 - distance / max(wash.reach, 1e-6))
      var sum = wash.strength * near * near * 1.1
      for (at, width, alpha) in lines {
        let t = max(0, 1 - abs(distance - at) / width)
        sum += 0.45 * alpha * t * t * (3 - 2 * t)
      }
      return sum
    }
  }

  /// Distances of waterlines from the coast, each further from the one before it.
  var waterlineDistances: [Double] {
    (0..<Int(look.coast.waterlines)).map { number in
      let index = Double(number)
      return look.coast.waterlineGap * (1 + index * (1 + 0.15 * index))
    }
  }

  /// An image of the labels' pigments.
  ///
  /// - Parameters:
  ///   - ink: the color of a label; nil where it has none.
  ///   - tone: opacity to be added at a distance from the edge, in map units.
  private func pigment(
    _ raster: WashRaster, wash: MapLook.Wash, noise: ValueNoise, landTo edge: Double = 0,
    ink: (Int32) -> (UInt8, UInt8, UInt8, UInt8)?, tone: (Double) -> Double
  ) -> Node? {
    let distances = raster.distances()
    func waves(_ plane: Int, _ length: Double) -> NoiseRows {
      raster.rows(of: noise, plane: plane, wavelength: length * scale)
    }
    // Blooms, drifts, and two sizes of grain.
    var rows = [waves(10, 90), waves(11, 34), waves(12, 13), waves(13, 3.1), waves(14, 1.3)]
    let isSea = edge < 0
    var rgba = [UInt8](repeating: 0, count: raster.columns * raster.rows * 4)
    let rim = max(0.1 * min(wash.reach, 12 * scale), 1e-6)
    let pooled = max(min(wash.reach, 12 * scale), 1e-6)
    for row in 0..<raster.rows {
      for index in rows.indices { rows[index].read(row: row) }
      for column in 0..<raster.columns {
        let index = row * raster.columns + column
        let label = raster.labels[index]
        var distance = Double(distances[index])
        // The sea's wash runs a little under the land, whose fill has no seam with it then.
        var color = ink(label)
        if color == nil, isSea, distance < -edge { (color, distance) = (ink(-1), 0) }
        guard let color else { continue }
        let (bloom, drift) = (2 * rows[0].row[column] - 1, 2 * rows[1].row[column] - 1)
        let eddy = 2 * rows[2].row[column] - 1
        let coarse = 2 * rows[3].row[column] - 1
        let fine = 2 * rows[4].row[column] - 1
        // Neighbors do not share their blooms.
        let turn = label & 1 == 0 ? 1.0 : -1
        let other = label & 2 == 0 ? 1.0 : -1
        let flow = 0.55 * turn * bloom + 0.3 * other * drift + 0.15 * eddy
        let wander = distance * (1 + 0.25 * drift) + (isSea ? wash.bleed * 3 * drift : 0)
        let near = max(0, 1 - max(0, wander) / pooled)
        let sharp = 1 / (1 + (distance / rim) * (distance / rim))
        var density = wash.strength * (1 + 0.8 * flow) + tone(wander)
        density += wash.pool * (0.42 * near * near + 0.58 * sharp) * (1 + 0.35 * eddy)
        // Where a wash dried in two goes, a faint line is left.
        let back = max(0, 1 - abs(drift + 0.6 * eddy - 0.28) / 0.05)
        density *= 1 + 0.16 * back
        density *= 1 + wash.grain * (0.55 * coarse + 0.45 * fine)
        // The outermost pixel is half covered.
        if !isSea { density *= min(1, distance / (1.4 * raster.pitch)) }
        let alpha = max(0, min(0.92, density)) * Double(color.3)
        let at = index * 4
        rgba[at] = color.0
        rgba[at + 1] = color.1
        rgba[at + 2] = color.2
        // Steps of four that no eye sees make the file half as large.
        rgba[at + 3] = UInt8(min(252, (alpha / 4).rounded() * 4))
      }
    }
    let image = RasterImage(width: raster.columns, height: raster.rows, rgba: rgba)
    return .image(ImageNode(image, frame: raster.frame))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: numbers that overflow, underflow, tie or are none must neither crash nor hang.

import Geometry
import Testing

@Suite("Hostile numbers")
struct HostileNumbersTests {
  static let pools: [[Double]] = [
    [0, 1, 2, 3],
    [0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-1060, 0x1p-1061],
    [1e308, -1e308, .greatestFiniteMagnitude, 0, 1],
    [1e154, 1e155, -1e154, 0, 3e154],
    [0, 1e-160, 2e-160, 3e-160, -1e-160, 1e-161],
    [.nan, .infinity, 0, 1, 2, -.infinity],
    [1, 1 + 0x1p-52, 1 + 0x1p-51, 1 - 0x1p-53, 2],
    [0.1, 0.2, 0.1 + 0.2, 0.3, 0.7, 0.1 + 0.6],
    [0, 1e-300, 1e-154, 1, 1e154, 1e300],
    [0, 1e-16, 2e-16, 3e-16, 1],
  ]

  @Test(arguments: pools.indices)
  func everythingReturns(pool: Int) {
    let values = Self.pools[pool]
    var random = Alea(seed: "hostile \(pool)")
    func below(_ limit: Int) -> Int { Int(random.next() * Double(limit)) }
    func number() -> Double {
      let value = values[below(values.count)]
      return below(2) == 0 ? value : value * random.next() * 2
    }
    let window = Rect(x: 0, y: 0, width: 1, height: 1)
    for _ in 0..<60 {
      let points = (0..<below(40)).map { _ in Point(number(), number()) }
      let cut = below(points.count + 1)
      let mesh = VoronoiMesh(sites: Array(points[..<cut]), boundary: Array(points[cut...]))
      #expect(mesh.vertexNeighbors.allSatisfy { $0 >= -1 && $0 < mesh.vertices.count })
      #expect(mesh.vertexCells.allSatisfy { $0 >= 0 && $0 < points.count })

      let labels = (0..<cut).map { _ in Int32(below(3)) }
      let tracer = RegionTracer(mesh: mesh)
      for outline in tracer.outlines(labels: labels) {
        for ring in outline.rings.map({ $0.map { mesh.vertices[Int($0)] } }) {
          #expect(Polygon.clip(ring, to: window).allSatisfy { $0.isFinite })
          let parts = Polyline.clip(ring, to: window)
          #expect(parts.flatMap { $0 }.allSatisfy { $0.isFinite })
          #expect(!Curve.basisClosed(ring).flattened().isEmpty)
          #expect(simplify(ring, tolerance: 0.3).count > 1)
          _ = Polygon.poleOfInaccessibility([ring])
        }
      }
      _ = tracer.borders(labels: labels)
      let found = PointIndex(points).nearest(to: Point(number(), number()))
      #expect(found.map { points[$0].isFinite } ?? true)
    }
  }
}

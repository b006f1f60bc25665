// SPDX-License-Identifier: MIT
// Part of Platen: collects a page's nodes with what they belong to.

internal import Drawing
internal import Geometry

/// A page while it is drawn.
struct PageBuilder {
  private(set) var nodes: [Node] = []
  private(set) var leaves: [ContentLeaf] = []
  var links: [PageLink] = []
  /// Pictures in lines, by element.
  var figures: [(element: Int32, frame: Rect)] = []

  /// Adds a node of an element; -1 for an artefact. Neighbours of one element share a leaf.
  mutating func add(_ node: Node, element: Int32) {
    nodes.append(node)
    let owner = element < 0 ? nil : Int(element)
    if let last = leaves.indices.last, leaves[last].element == owner {
      leaves[last].nodes = leaves[last].nodes.lowerBound..<nodes.count
    } else {
      leaves.append(ContentLeaf(nodes: nodes.count - 1..<nodes.count, element: owner))
    }
  }

  mutating func fill(_ path: Path, _ color: Color, element: Int32 = -1) {
    add(.path(PathNode(path, fill: Fill(color))), element: element)
  }

  mutating func stroke(_ path: Path, _ color: Color, _ width: Double) {
    add(.path(PathNode(path, stroke: Stroke(color, width: width))), element: -1)
  }

  mutating func line(_ from: Point, _ to: Point, _ color: Color, _ width: Double) {
    stroke(Path(line: from, to), color, width)
  }
}

extension Path {
  init(line from: Point, _ to: Point) {
    self.init()
    move(to: from)
    line(to: to)
  }

  /// A rectangle with rounded corners.
  init(rounded rect: Rect, radius: Double) {
    let r = min(radius, rect.width / 2, rect.height / 2)
    guard r > 0 else {
      self.init(rect: rect)
      return
    }
    self.init()
    let k = r * 0.447_715_250_169_206_6
    move(to: Point(rect.minX + r, rect.minY))
    line(to: Point(rect.maxX - r, rect.minY))
    curve(
      to: Point(rect.maxX, rect.minY + r), Point(rect.maxX - k, rect.minY),
      Point(rect.maxX, rect.minY + k))
    line(to: Point(rect.maxX, rect.maxY - r))
    curve(
      to: Point(rect.maxX - r, rect.maxY), Point(rect.maxX, rect.maxY - k),
      Point(rect.maxX - k, rect.maxY))
    line(to: Point(rect.minX + r, rect.maxY))
    curve(
      to: Point(rect.minX, rect.maxY - r), Point(rect.minX + k, rect.maxY),
      Point(rect.minX, rect.maxY - k))
    line(to: Point(rect.minX, rect.minY + r))
    curve(
      to: Point(rect.minX + r, rect.minY), Point(rect.minX, rect.minY + k),
      Point(rect.minX + k, rect.minY))
    close()
  }

  init(diamondAt c: Point, radius r: Double) {
    self.init(ring: [
      Point(c.x, c.y - r), Point(c.x + r, c.y), Point(c.x, c.y + r), Point(c.x - r, c.y),
    ])
  }
}

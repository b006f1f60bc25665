// SPDX-License-Identifier: MIT
// Part of Platen: collects a page's nodes with their structure elements.

internal import Drawing
internal import Geometry

/// A page while it is drawn.
struct PageBuilder {
  private(set) var nodes: [Node] = []
  private(set) var leaves: [ContentLeaf] = []
  var links: [PageLink] = []
  /// Pictures in lines, by element.
  var figures: [(element: Int32, frame: Rect)] = []

  /// Adds a node of an element; -1 for an artifact. Neighbors of one element share a leaf.
  mutating func addNode(_ node: Node, element: Int32) {
    nodes.append(node)
    let owner = element < 0 ? nil : Int(element)
    if let last = leaves.indices.last, leaves[last].element == owner {
      leaves[last].nodes = leaves[last].nodes.lowerBound..<nodes.count
    } else {
      leaves.append(ContentLeaf(nodes: nodes.count - 1..<nodes.count, element: owner))
    }
  }

  mutating func fill(_ path: Path, _ color: Color, element: Int32 = -1) {
    addNode(.path(PathNode(path, fill: Fill(color))), element: element)
  }

  mutating func stroke(_ path: Path, _ color: Color, _ width: Double) {
    addNode(.path(PathNode(path, stroke: Stroke(color, width: width))), element: -1)
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

  init(diamondAt c: Point, radius r: Double) {
    self.init(ring: [
      Point(c.x, c.y - r), Point(c.x + r, c.y), Point(c.x, c.y + r), Point(c.x - r, c.y),
    ])
  }
}

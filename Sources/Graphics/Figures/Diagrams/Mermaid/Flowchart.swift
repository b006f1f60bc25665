// SPDX-License-Identifier: MIT
// Part of Platen: a flowchart before anything of it has a place.

internal import Drawing

/// Nodes, what lies between them, and what lies around them.
struct Flowchart: Hashable, Sendable {
  enum Direction: String, Hashable, Sendable { case down, up, right, left }

  enum Shape: Hashable, Sendable {
    case rectangle, rounded, stadium, subroutine, cylinder, circle, doubleCircle, flag, diamond
    case hexagon, leaning, leaningBack, trapezoid, invertedTrapezoid
  }

  struct Node: Hashable, Sendable {
    var id: String
    var label: String
    var shape = Shape.rectangle
    var classes: [String] = []
    var look = Look()
    /// The index in `groups`; nil for none.
    var group: Int?
  }

  /// The properties that `style`, `classDef` and `linkStyle` may set.
  struct Look: Hashable, Sendable {
    var fill: Color?
    var stroke: Color?
    var color: Color?
    var strokeWidth: Double?
    var isDashed = false

    func over(_ other: Look) -> Look {
      Look(
        fill: fill ?? other.fill, stroke: stroke ?? other.stroke, color: color ?? other.color,
        strokeWidth: strokeWidth ?? other.strokeWidth, isDashed: isDashed || other.isDashed)
    }
  }

  struct Edge: Hashable, Sendable {
    enum Line: Hashable, Sendable { case solid, dotted, thick, invisible }
    enum Head: Hashable, Sendable { case none, arrow, circle, cross }
    /// The index of a node, or of a group below zero: group `-1 - value`.
    var from: Int
    var to: Int
    var label: String
    var line: Line
    var tail: Head
    var head: Head
    /// Ranks it reaches over.
    var length: Int
    var look = Look()
  }

  struct Group: Hashable, Sendable {
    var id: String
    var title: String
    var parent: Int?
    var look = Look()
    var classes: [String] = []
  }

  var direction = Direction.down
  var nodes: [Node] = []
  var edges: [Edge] = []
  var groups: [Group] = []

  /// The text in it.
  var words: [String] {
    let names = nodes.map { $0.label.replacing("\n", with: " ") }
    func name(_ end: Int) -> String {
      end >= 0 ? names[end] : groups[-1 - end].title
    }
    if edges.isEmpty { return names.filter { !$0.isEmpty } }
    return edges.map { edge in
      let label = edge.label.isEmpty ? "" : " (\(edge.label.replacing("\n", with: " ")))"
      return "\(name(edge.from)) → \(name(edge.to))\(label)"
    }
  }
}

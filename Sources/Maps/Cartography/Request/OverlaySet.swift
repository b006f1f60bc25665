// SPDX-License-Identifier: MIT
// Part of Platen: points, lines and areas of the user's own files that a map shows.

package import Digests
package import Drawing
package import Geometry

/// The features of one file, which the legend lists under one name.
package struct OverlaySet: Hashable, Sendable {
  package var name: String
  package var features: [OverlayFeature]

  package init(name: String, features: [OverlayFeature]) {
    self.name = name
    self.features = features
  }

  private static let groupPrefix = "overlay/"

  /// The name of its groups in a drawing.
  var groupName: String { OverlaySet.groupPrefix + name }

  /// The name of the overlay that a group of a drawing is of; nil for other groups.
  static func name(ofGroup group: String) -> String? {
    guard group.hasPrefix(groupPrefix), group.utf8.count > groupPrefix.utf8.count else {
      return nil
    }
    return String(group.dropFirst(groupPrefix.count))
  }
}

/// A point, a line or an area of a user's file. Places are map units.
package struct OverlayFeature: Hashable, Sendable {
  package enum Shape: Hashable, Sendable {
    case point(Point)
    case lines([[Point]])
    /// Polygons, each with its outer ring first.
    case areas([[[Point]]])
  }

  package var shape: Shape
  package var name = ""
  /// A short text under the name.
  package var note = ""
  /// The name of the drawing of a point, or the characters in its pin.
  package var icon = ""
  /// The color of a point, and of a line or an outline.
  package var color: Color?
  /// The fill of an area.
  package var fill: Color?
  /// The opacity of a fill; nil is that of the look.
  package var fillOpacity: Double?
  /// The size of a point or the width of a line, in parts of the look's.
  package var size = 1.0
  /// The date of a point, or of the end of a line, and those of a line's points; for journeys.
  package var date = ""
  package var dates: [String] = []

  package init(_ shape: Shape) { self.shape = shape }

  /// The name of its drawing among ``MapSymbols``: one with a color of its own has a drawing of its
  /// own.
  package var drawingName: String { icon + (color.map { $0.hex } ?? "") }
}

extension OverlaySet: Digestible {
  package func add(to digester: inout Digester) { digester.addFields(name, features) }
}

extension OverlayFeature: Digestible {
  package func add(to digester: inout Digester) {
    digester.addFields(shape, name, note, icon, color, fill, fillOpacity, size, date, dates)
  }
}

extension OverlayFeature.Shape: Digestible {
  package func add(to digester: inout Digester) {
    switch self {
    case .point(let point): digester.addCase(0, point)
    case .lines(let lines): digester.addCase(1, lines)
    case .areas(let areas): digester.addCase(2, areas)
    }
  }
}

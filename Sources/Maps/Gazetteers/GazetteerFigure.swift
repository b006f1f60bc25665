// SPDX-License-Identifier: MIT
// Part of Platen: the pictures of a gazetteer before they are drawn: maps and coats of arms.

package import Atlas
package import Digests
package import Geometry

/// A picture of a gazetteer.
package struct GazetteerFigure: Hashable, Sendable {
  /// The picture's content.
  package enum Content: Hashable, Sendable {
    /// A part of the sheet; the map of the whole bears the letters of its squares.
    case map(Rect, squares: Bool)
    case arms(CoatOfArms)
  }

  package var content: Content
  /// The name it has in the document.
  package var name: String
  /// The part of the column's width that it takes.
  package var share: Double
}

extension GazetteerFigure: Digestible {
  package func add(to digester: inout Digester) {
    switch content {
    case .map(let window, let squares): digester.addFields(0, window, squares, name, share)
    case .arms(let arms): digester.addFields(1, "\(arms)", name, share)
    }
  }
}

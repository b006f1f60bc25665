// SPDX-License-Identifier: MIT
// Part of Platen: a PDF's graphics state at a point of a content stream.

internal import Drawing

/// The values written last, so that they are not repeated (ISO 32000-1, 8.4.1: the values pages
/// begin with).
struct ContentState {
  var fill = Color.black
  var stroke = Color.black
  /// The opacity in thousandths.
  var fillOpacity = 1000
  var strokeOpacity = 1000
  var lineWidth = 1.0
  var cap = Stroke.Cap.butt
  var join = Stroke.Join.miter
  var dash: [Double] = []
  var dashOffset = 0.0
  var hasMiterLimit = false
  var font = -1
  var fontSize = 0.0
}

extension Stroke.Cap {
  var number: Int {
    switch self {
    case .butt: 0
    case .round: 1
    case .square: 2
    }
  }
}

extension Stroke.Join {
  var number: Int {
    switch self {
    case .miter: 0
    case .round: 1
    case .bevel: 2
    }
  }
}

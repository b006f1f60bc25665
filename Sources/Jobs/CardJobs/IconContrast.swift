// SPDX-License-Identifier: MIT
// Part of Platen: icons of one color in texts, drawn in the color of the text where they would vanish.

internal import Drawing
internal import Text

extension [Node] {
  /// The nodes of an icon as they are seen beside text of a color.
  ///
  /// A text is readable, so its ground is far from its color. An icon of a single color that is as far from
  /// it as a ground is, such as black beside white text, is drawn in the text's color. All other icons
  /// keep their colors.
  func visible(beside text: Color) -> [Node] {
    var own: Color?
    guard takeColor(&own), let own else { return self }
    let ground: Color = text.relativeLuminance > 0.4 ? Color(0, 0, 0) : .white
    let least = 0.6 * text.contrastRatio(with: ground)
    guard own.contrastRatio(with: text) >= least else { return self }
    return map { $0.painted(text) }
  }

  /// Finds the only color of the nodes; false where they have several, gradients or images.
  private func takeColor(_ color: inout Color?) -> Bool {
    for node in self {
      switch node {
      case .group(let group):
        guard group.filter == nil, group.children.takeColor(&color) else { return false }
      case .path(let path):
        for paint in [path.fill?.paint, path.stroke?.paint].compactMap(\.self) {
          guard case .color(var own) = paint else { return false }
          guard own.alpha > 0 else { continue }
          own.alpha = 1
          guard color == nil || color == own else { return false }
          color = own
        }
      case .text, .image: return false
      }
    }
    return true
  }
}

extension Node {
  /// The node in another color, as opaque as before.
  fileprivate func painted(_ color: Color) -> Node {
    func paint(_ paint: Paint) -> Paint {
      guard case .color(let own) = paint else { return paint }
      var new = color
      new.alpha *= own.alpha
      return .color(new)
    }
    switch self {
    case .group(var group):
      group.children = group.children.map { $0.painted(color) }
      return .group(group)
    case .path(var path):
      if let fill = path.fill { path.fill?.paint = paint(fill.paint) }
      if let stroke = path.stroke { path.stroke?.paint = paint(stroke.paint) }
      return .path(path)
    case .text, .image: return self
    }
  }
}

extension Color {
  fileprivate var relativeLuminance: Double {
    Luminance.relative(
      red: Luminance.linear(red), green: Luminance.linear(green), blue: Luminance.linear(blue))
  }

  fileprivate func contrastRatio(with other: Color) -> Double {
    Luminance.contrast(relativeLuminance, other.relativeLuminance)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: small pictures in the texts of cards.

public import Drawing
public import Geometry

/// A picture in the text of a card, as high as its letters.
public struct CardIcon: Sendable {
  /// The width as a share of the height.
  public var aspect: Double
  /// Returns the nodes in a rectangle.
  public var nodes: @Sendable (Rect) -> [Node]

  public init(aspect: Double, nodes: @escaping @Sendable (Rect) -> [Node]) {
    self.aspect = aspect
    self.nodes = nodes
  }

  /// An icon that is an image.
  public init(_ image: RasterImage) {
    self.init(aspect: Double(image.width) / Double(max(1, image.height))) { frame in
      [.image(ImageNode(image, frame: frame))]
    }
  }

  /// An icon that is a drawing in a box of its own units.
  public init(_ nodes: [Node], in box: Rect) {
    self.init(aspect: box.width / max(box.height, 0.001)) { frame in
      let scale = frame.height / max(box.height, 0.001)
      let map = AffineMap(
        a: scale, b: 0, c: 0, d: scale, tx: frame.x - box.x * scale, ty: frame.y - box.y * scale)
      return [.group(Group(name: "icon", transform: map, children: nodes))]
    }
  }
}

/// The icons that texts name.
public struct CardIcons {
  /// The names in lowercase.
  public var names: Set<String>
  /// Returns an icon in the color of its text; nil if it cannot be drawn.
  public var icon: (String, Color) throws -> CardIcon?

  public init(names: Set<String>, icon: @escaping (String, Color) throws -> CardIcon?) {
    self.names = names
    self.icon = icon
  }

  /// Returns the width of an icon as a share of its height.
  func aspect(of name: String) -> Double { (try? icon(name, .black))?.aspect ?? 1 }
}

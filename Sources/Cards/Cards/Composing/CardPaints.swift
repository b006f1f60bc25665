// SPDX-License-Identifier: MIT
// Part of Platen: colors, images and codes of a card for drawing.

internal import Drawing
internal import Geometry
internal import Libc
internal import QRCodes
internal import Rows

extension CardLook {
  /// Returns the first of these that is a color, in an appearance.
  func color(
    _ choices: [TemplateText], opacity: Double, of row: Row, _ appearance: Appearance
  ) -> Color? {
    for choice in choices {
      guard let name = choice.text(of: row) else { continue }
      let plain = name.lowercased()
      let named =
        colors.first { $0.name == name || $0.name == plain }
        ?? colors.first { $0.name.lowercased() == plain }
      if let named {
        return named.value.of(appearance).opacity(opacity)
      }
      if let color = Color(hex: name) { return color.opacity(opacity) }
    }
    return nil
  }

  /// Returns a paint over a rectangle; nil if one of its colors is invalid.
  func paint(_ paint: CardPaint, in rect: Rect, of row: Row, _ appearance: Appearance) -> Paint? {
    func end(_ paint: CardPaint) -> Color? {
      switch paint {
      case .color(let choices, let opacity):
        color(choices, opacity: opacity, of: row, appearance)
      case .linear(let from, _, _), .radial(let from, _): end(from)
      }
    }
    let center = Point(rect.x + rect.width / 2, rect.y + rect.height / 2)
    switch paint {
    case .color: return end(paint).map(Paint.color)
    case .linear(let from, let to, let angle):
      guard let from = end(from), let to = end(to) else { return nil }
      // As in CSS: the line through the center whose ends are perpendicular to the corners.
      let radians = angle * Double.pi / 180
      let (dx, dy) = (sin(radians), -cos(radians))
      let half = (abs(rect.width * dx) + abs(rect.height * dy)) / 2
      return .linearGradient(
        from: Point(center.x - dx * half, center.y - dy * half),
        to: Point(center.x + dx * half, center.y + dy * half),
        stops: [GradientStop(0, from), GradientStop(1, to)])
    case .radial(let from, let to):
      guard let from = end(from), let to = end(to) else { return nil }
      let radius = (rect.width * rect.width + rect.height * rect.height).squareRoot() / 2
      return .radialGradient(
        center: center, radius: radius, stops: [GradientStop(0, from), GradientStop(1, to)])
    }
  }
}

extension CardComposer {
  func paint(_ paint: CardPaint, in rect: Rect, of row: Row) -> Paint? {
    look.paint(paint, in: rect, of: row, appearance)
  }

  /// Returns the color of a text, for icons in it; black for an invalid one.
  func color(of text: CardText, _ row: Row) -> Color {
    func first(_ paint: CardPaint) -> Color? {
      switch paint {
      case .color(let choices, let opacity):
        look.color(choices, opacity: opacity, of: row, appearance)
      case .linear(let from, _, _), .radial(let from, _): first(from)
      }
    }
    return first(text.color) ?? .black
  }

  /// Returns the mark at the end of a text that continues on another card: a triangle that points
  /// in its direction.
  static func continuation(
    at point: Point, _ size: Double, isRightToLeft: Bool, _ paint: Paint
  ) -> Node {
    let side = 0.42 * size
    let reach = isRightToLeft ? -0.8 * side : 0.8 * side
    let middle = point.y - 0.25 * size
    var path = Path()
    path.move(to: Point(point.x, middle - side / 2))
    path.line(to: Point(point.x + reach, middle))
    path.line(to: Point(point.x, middle + side / 2))
    path.close()
    return .path(PathNode(path, fill: Fill(paint)))
  }

  /// Returns the nodes of an image in a box, clipped if it is larger.
  static func nodes(
    of image: RasterImage, in rect: Rect, _ fit: CardElement.Fit, radius: Double
  ) -> [Node] {
    guard image.width > 0, image.height > 0 else { return [] }
    let (across, down) = (
      rect.width / Double(image.width), rect.height / Double(image.height)
    )
    let scale = fit == .cover ? max(across, down) : min(across, down)
    let (width, height) = (Double(image.width) * scale, Double(image.height) * scale)
    let frame = Rect(
      x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2, width: width,
      height: height)
    let node = Node.image(ImageNode(image, frame: frame))
    if fit == .contain, radius == 0 { return [node] }
    let shape = fit == .cover ? rect : frame
    return [
      .group(
        Group(name: "picture", clip: Clip(Path(rounded: shape, radius: radius)), children: [node]))
    ]
  }

  /// Returns a QR code, black on white regardless of the card's colors, as cameras require.
  ///
  /// - Throws: `Failure` `qr.length`.
  static func code(_ text: String, in rect: Rect) throws -> [Node] {
    let code = try QRCode(text)
    let side = min(rect.width, rect.height)
    let frame = Rect(
      x: rect.x + (rect.width - side) / 2, y: rect.y + (rect.height - side) / 2, width: side,
      height: side)
    return [
      .path(PathNode(Path(rounded: frame, radius: side * 0.04), fill: Fill(.white))),
      .path(PathNode(code.path(in: frame), fill: Fill(.black))),
    ]
  }
}

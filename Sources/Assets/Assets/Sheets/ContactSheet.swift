// SPDX-License-Identifier: MIT
// Part of Platen: an icon's pictures on one sheet: every shape, every ground, every small size.

package import Drawing
internal import Geometry
internal import Pixels

/// Draws the sheet of an icon.
package enum ContactSheet {
  /// The width in the sheet's own units, which are pixels unless another width is requested.
  package static let width = 1600.0

  /// A picture of the sheet: what it is called, what of the icon, and what it is looked at on.
  package struct Shape: Sendable {
    var name: String
    package var art: IconImage.Art
    package var shape: IconImage.Shape
    var ground: Color
    /// Corners the system cuts.
    var radius = 0.0
    /// A circle that must hold all of it, as a part of the side.
    var safe: Double?
  }

  private static let light = Color(0.93, 0.93, 0.92)
  private static let night = Color(0.08, 0.09, 0.11)

  /// The images of the sheet, in their order.
  package static let shapes = [
    Shape(name: "iOS", art: .any, shape: .square, ground: light, radius: 0.2237),
    Shape(name: "iOS, dark", art: .dark, shape: .free, ground: night, radius: 0.2237),
    Shape(name: "iOS, tinted", art: .tinted, shape: .free, ground: night, radius: 0.2237),
    Shape(name: "macOS", art: .any, shape: .tile, ground: light),
    Shape(name: "Android, round", art: .foreground, shape: .circle, ground: light),
    Shape(
      name: "Android, foreground", art: .foreground,
      shape: .safe(AndroidIcons.safe / AndroidIcons.layer, onGround: false), ground: light,
      safe: AndroidIcons.safe / AndroidIcons.layer),
    Shape(
      name: "Android, monochrome", art: .monochrome,
      shape: .safe(AndroidIcons.safe / AndroidIcons.layer, onGround: false), ground: night,
      safe: AndroidIcons.safe / AndroidIcons.layer),
    Shape(
      name: "Web, maskable", art: .foreground,
      shape: .safe(WebIcons.maskable, onGround: true), ground: light, safe: WebIcons.maskable),
  ]

  /// Sizes the icon is shown in, pixel for pixel.
  private static let small = [16, 20, 24, 29, 32, 40, 48, 58, 64, 76, 87, 120, 128, 180]

  /// The sheet of an icon's images, each with the shape it is of.
  package static func scene(
    of pictures: [(Shape, ShapedIcon)], titled title: String, text: any TextMeasuring,
    families: [String], isCancelled: () -> Bool
  ) throws -> Scene {
    var sheet = SheetBuilder(width: width, text: text, families: families)
    sheet.title(title, "the icon in every shape, and small, pixel for pixel")
    sheet.heading("Shapes")
    let gap = 36.0
    let side = (sheet.contentWidth - 3 * gap) / 4
    for (index, (shape, picture)) in pictures.enumerated() {
      let x = SheetBuilder.margin + Double(index % 4) * (side + gap)
      try cell(
        shape, picture, isCancelled, Rect(x: x, y: sheet.y, width: side, height: side), &sheet)
      if index % 4 == 3 || index == pictures.count - 1 { sheet.y += side + 64 }
    }
    sheet.heading("Sizes")
    try sizes(pictures.first?.1, isCancelled, &sheet)
    return sheet.scene(titled: title)
  }

  private static func cell(
    _ shape: Shape, _ picture: ShapedIcon, _ isCancelled: () -> Bool, _ frame: Rect,
    _ sheet: inout SheetBuilder
  ) throws {
    sheet.fill(Path(rounded: frame, radius: 18), .color(shape.ground))
    let inner = frame.insetBy(frame.width * 0.14)
    let bitmap = try picture.image(pixels: 512, isCancelled: isCancelled)
    let image = Node.image(
      ImageNode(
        RasterImage(width: bitmap.width, height: bitmap.height, rgba: bitmap.rgba), frame: inner))
    var children = [image]
    if shape.art == .dark || shape.art == .tinted {
      // The system draws a dark ground under these.
      children.insert(
        .path(PathNode(Path(rect: inner), fill: Fill(Color(0.16, 0.17, 0.2)))), at: 0)
    }
    let clip =
      shape.radius > 0
      ? Clip(Path(rounded: inner, radius: shape.radius * inner.width)) : nil
    sheet.addNode(.group(Group(clip: clip, children: children)))
    if let safe = shape.safe {
      let ring = Path(circleAt: inner.center, radius: inner.width * safe / 2)
      let color = shape.ground == night ? Color(1, 1, 1, alpha: 0.55) : Color(0, 0, 0, alpha: 0.45)
      sheet.addNode(.path(PathNode(ring, stroke: Stroke(color, width: 1.5, dash: [7, 6]))))
    }
    sheet.say(
      shape.name, at: Point(frame.x, frame.maxY + 30), size: 19, weight: 600, room: frame.width)
  }

  private static func sizes(
    _ picture: ShapedIcon?, _ isCancelled: () -> Bool, _ sheet: inout SheetBuilder
  ) throws {
    guard let picture else { return }
    var x = SheetBuilder.margin
    let gap = 26.0
    var base = sheet.y + 180
    for side in small {
      if x + Double(side) > width - SheetBuilder.margin {
        x = SheetBuilder.margin
        base += 240
      }
      let bitmap = try picture.image(pixels: side, isCancelled: isCancelled)
      let frame = Rect(
        x: x.rounded(), y: (base - Double(side)).rounded(), width: Double(side),
        height: Double(side))
      sheet.addNode(
        .image(
          ImageNode(
            RasterImage(width: side, height: side, rgba: bitmap.rgba), frame: frame)))
      sheet.say(
        "\(side)", at: Point(frame.x, base + 26), size: 16, color: SheetBuilder.soft)
      x += max(Double(side), 30) + gap
    }
    sheet.y = base + 40
  }
}

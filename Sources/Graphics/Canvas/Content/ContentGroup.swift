// SPDX-License-Identifier: MIT
// Part of Platen: groups in a content stream: clipped, seen through, blended, blurred.

internal import CCairo
internal import Diagnostics
internal import Digests
internal import Drawing
internal import Geometry

extension ContentWriter {
  func writeGroup(_ group: Group) throws {
    guard group.transform.isDrawable, group.opacity > 0 else { return }
    var seen = group.transform.inverse.bounds(of: place.visible)
    if let clip = group.clip {
      guard let inside = clip.path.controlBounds.flatMap(seen.intersection) else { return }
      seen = inside
    }
    endText()
    content.pushState()
    let outer = (state: state, place: place, digits: digits, unit: unit)
    place = place.entering(group, seen: seen)
    if group.transform != .identity { put(map: group.transform) }
    keepDigits(of: group.transform)
    if let clip = group.clip {
      let path = outer.place.isCut ? clip.path.seen(in: seen) : clip.path
      put(path.isEmpty ? clip.path : path)
      content.operators.put(clip.rule == .evenOdd ? "W* n\n" : "W n\n")
    }
    if group.opacity >= 1, group.blend == .normal {
      try writeChildren(of: group)
    } else if group.blend == .normal, group.filter == nil, let shape = group.fadedShape {
      try writeNode(shape)
    } else {
      let number = try form(in: seen) { try writeChildren(of: group) }
      if group.blend != .normal {
        if !content.blends.contains(group.blend) { content.blends.append(group.blend) }
        content.operators.put("/M\(group.blend.pdfName) gs\n")
      }
      setFillOpacity(group.opacity)
      content.operators.put("/X")
      content.operators.put(number)
      content.operators.put(" Do\n")
    }
    endText()
    (state, place, digits, unit) = (outer.state, outer.place, outer.digits, outer.unit)
    content.popState()
  }

  /// Digits enough for what a map makes larger.
  private func keepDigits(of map: AffineMap) {
    for limit in [2.0, 20, 200, 2000] where map.scale > limit && digits < 7 {
      digits += 1
      unit *= 10
    }
  }

  private func writeChildren(of group: Group) throws {
    if let filter = group.filter {
      try writeChildren(group.children, through: filter, named: group.name)
    } else {
      for child in group.children { try writeNode(child) }
    }
  }

  // MARK: Forms

  /// Content of its own, drawn as one: its number.
  ///
  /// - Parameter box: What may be seen of it.
  private func form(in box: Rect, isGray: Bool = false, _ body: () throws -> Void) throws -> Int {
    let made = try apart(body)
    let number = formCount
    formCount += 1
    content.objects.append(
      .form(number, ContentForm(content: made, box: turned(box), isGray: isGray)))
    if !isGray { content.forms.append(number) }
    return number
  }

  /// Writes into a stream of its own, whose coordinates are those of here.
  private func apart(_ body: () throws -> Void) throws -> PageContent {
    endText()
    let outer = (content, state, place)
    content = PageContent()
    state = ContentState()
    place.streamMap = .identity
    // Forms begin with the graphics state at their use.
    content.operators.put("0 g 0 G 1 w 0 J 0 j[]0 d\n")
    defer { (content, state, place) = outer }
    try body()
    endText()
    return content
  }

  private func turned(_ box: Rect) -> Rect {
    Rect(x: box.minX, y: height - box.maxY, width: box.width, height: box.height)
  }

  // MARK: Gradients one sees through

  /// Lets what follows through as much as a gradient covers (ISO 32000-1, 11.6.5.3).
  func mask(by shading: ContentShading, over box: Rect) throws {
    guard let box = place.visible.intersection(box) else { return }
    let form = try form(in: box, isGray: true) { paint(shading, isCoverage: true) }
    let number = maskCount
    maskCount += 1
    content.objects.append(.mask(number, form: form))
    content.masks.append(number)
    content.operators.put("/K")
    content.operators.put(number)
    content.operators.put(" gs\n")
  }

  // MARK: Patterns

  /// A pattern, as it lies where it is named; all is turned over in a page's height.
  struct PatternKey: Hashable {
    enum Paint: Hashable {
      case tiles(Size, [Node])
      case shading(ContentShading, digits: Int)
    }

    var paint: Paint
    var map: AffineMap
    var height: Double
  }

  /// The number of a gradient as a pattern, which letters and lines can be painted with.
  func number(ofPattern shading: ContentShading) -> Int? {
    guard place.streamMap.isDrawable else { return nil }
    let key = PatternKey(
      paint: .shading(shading, digits: digits), map: place.streamMap, height: height)
    let number = patternNumbers[key] ?? patternNumbers.count
    if number == patternNumbers.count {
      patternNumbers[key] = number
      content.objects.append(
        .shadingPattern(
          number, shading: self.number(of: shading), map: turned(place.streamMap)))
    }
    if !content.patterns.contains(number) { content.patterns.append(number) }
    return number
  }

  /// The number of a pattern; nil for one that shows nothing.
  func number(ofPattern tile: Size, _ map: AffineMap, _ nodes: [Node]) throws -> Int? {
    let whole = place.streamMap.after(map)
    guard tile.width > 0, tile.height > 0, tile.width.isFinite, tile.height.isFinite,
      whole.isDrawable
    else { return nil }
    let key = PatternKey(paint: .tiles(tile, nodes), map: whole, height: height)
    let number: Int
    if let known = patternNumbers[key] {
      number = known
    } else {
      let box = Rect(x: 0, y: 0, width: tile.width, height: tile.height)
      let outer = (place, digits, unit)
      place.pageMap = place.pageMap.after(map)
      place.visible = box
      place.isCut = false
      keepDigits(of: map)
      let made = try apart { for node in nodes { try writeNode(node) } }
      (place, digits, unit) = outer
      // Tiles may hold patterns, which then have their numbers.
      number = patternNumbers.count
      patternNumbers[key] = number
      content.objects.append(
        .pattern(number, ContentPattern(content: made, box: turned(box), map: turned(whole))))
    }
    if !content.patterns.contains(number) { content.patterns.append(number) }
    return number
  }

  // MARK: Effects

  /// Pixels an image of an effect may have; beyond it the image gets coarser.
  private static let imageLimit = 33_554_432.0

  /// Writes nodes with an effect: what is blurred as an image, what throws a shadow as it is.
  private func writeChildren(_ children: [Node], through filter: Filter, named name: String) throws
  {
    let planned = try PlannedNode.plan(children, fonts: fonts, scale: nil)
    if let ink = PlannedNode.union(planned.map(\.bounds)) {
      notes.append(
        .note(
          .pdfRasterized,
          "the effect on \(name.isEmpty ? "a group" : "\"\(name)\"") is drawn as an image"))
      try writeSoftPart(of: planned, through: filter, zoom: resolution(of: filter, around: ink))
    }
    if case .dropShadow = filter { for child in children { try writeNode(child) } }
  }

  /// Pixels to a unit of the page for an effect's image, which needs no more of them than the blur
  /// leaves.
  private func resolution(of filter: Filter, around ink: Rect) -> Double {
    let extent = place.pageMap.bounds(of: filter.extent(of: ink))
    let zoom = min(
      PDFBook.imageResolution / 72,
      (ContentWriter.imageLimit / (extent.width * extent.height)).squareRoot())
    let deviation = filter.deviation * place.pageMap.scale
    return deviation > 0 ? min(zoom, max(0.25, 4 / deviation)) : zoom
  }

  /// Writes what is blurred of nodes as an image.
  private func writeSoftPart(
    of nodes: [PlannedNode], through filter: Filter, zoom: Double
  ) throws {
    let effect = try ScenePainter(fonts: fonts).effect(
      filter, on: nodes, map: AffineMap.scale(zoom, zoom).after(place.pageMap),
      visible: place.visible)
    guard let effect, let soft = effect.layers.first else { return }
    let image = try soft.surface.rasterImage()
    content.pushState()
    let outer = (state, digits, unit)
    put(map: place.pageMap.inverse)
    (digits, unit) = (3, 1000)
    writeImage(
      .pixels(Digest(canonicalOf: image), isPixelated: false),
      in: Rect(
        x: (effect.box.x + soft.offset.x) / zoom, y: (effect.box.y + soft.offset.y) / zoom,
        width: effect.box.width / zoom, height: effect.box.height / zoom),
      isPixelated: false
    ) { image }
    (state, digits, unit) = outer
    content.popState()
  }
}

extension Group {
  /// Its only child as faint as the group, where that is the same: one shape, filled or stroked.
  fileprivate var fadedShape: Node? {
    guard children.count == 1, case .path(var node) = children[0],
      (node.fill == nil) != (node.stroke == nil)
    else { return nil }
    if let color = node.fill?.paint.color {
      node.fill?.paint = .color(color.opacity(opacity))
    } else if let color = node.stroke?.paint.color {
      node.stroke?.paint = .color(color.opacity(opacity))
    } else {
      return nil
    }
    return .path(node)
  }
}

extension BlendMode {
  /// The name in PDF (11.3.5.2).
  package var pdfName: String {
    switch self {
    case .normal: "Normal"
    case .multiply: "Multiply"
    case .screen: "Screen"
    case .overlay: "Overlay"
    case .softLight: "SoftLight"
    }
  }
}

extension Surface {
  /// The pixels with straight alpha.
  fileprivate func rasterImage() throws(DrawingError) -> RasterImage {
    let image = unsafe withPixels { pixels, width, height, stride in
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) { room, count in
        var next = 0
        for y in 0..<height {
          for x in 0..<width {
            let pixel = unsafe pixels[y * stride + x]
            let alpha = pixel >> 24
            for shift in [UInt32(16), 8, 0] {
              let value = pixel >> shift & 255
              unsafe room[next] =
                alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
              next += 1
            }
            unsafe room[next] = UInt8(alpha)
            next += 1
          }
        }
        count = next
      }
      return RasterImage(width: width, height: height, rgba: bytes)
    }
    guard let image else {
      throw DrawingError(status: CAIRO_STATUS_SURFACE_TYPE_MISMATCH, "read an image")
    }
    return image
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a scene's nodes as elements of SVG 1.1.

internal import Canvas
internal import Diagnostics
internal import Drawing
internal import Geometry

/// Writes nodes as elements, twice: first without output, to learn which letters, clips and symbols
/// the drawing needs, then, after these, for output. So definitions come before their references,
/// as readers like it. Of the file no more than a path or an image is in memory at once; of the
/// scene, beside its nodes, what is seen of a group's own children, and during the first pass one
/// path of each form.
///
/// Coordinates are those of the drawing, rounded to hundredths of its unit, to tenths where a shape
/// is so faint that its edge shows no more of that: groups that enlarge and move are reckoned into
/// their points, groups that turn keep a map of their own.
final class SVGWriter {
  let fonts: FontLibrary
  let letters: SVGDocument.TextMode
  var output: SVGOutput
  var definitions = Definitions()
  var place: SVGPlace
  let symbols: SymbolCensus
  /// Notes on requests that SVG cannot express.
  var notes: [Diagnostic] = []
  /// The number of named texts, which are drawn over their halo.
  var wordCount = 0
  /// Indicates whether anything was drawn.
  var hasDrawn = false
  /// Names of groups that are taken.
  private var names: Set<String> = []
  /// Names of the groups around; empty in definitions, where groups have none.
  private var trail: [String]? = []

  /// - Parameter symbols: of all nodes that will be written.
  init(
    fonts: FontLibrary, letters: SVGDocument.TextMode, output: SVGOutput, place: SVGPlace,
    symbols: SymbolCensus
  ) {
    self.fonts = fonts
    self.letters = letters
    self.output = output
    self.place = place
    self.symbols = symbols
  }

  /// Forgets what was rehearsed but for what it showed to be needed.
  func beginInEarnest() {
    definitions.settle()
    output.isRehearsal = false
    output.bytes.removeAll(keepingCapacity: true)
    notes = []
    wordCount = 0
    names = []
    hasDrawn = false
  }

  // MARK: Nodes

  /// A node about to be written.
  private enum Item {
    /// The visible part of a path, its paint, and the digits of its numbers.
    case shape(Path, style: [UInt8], digits: Int)
    case text(TextNode, style: [UInt8])
    case group(Group)
    case image(ImageNode)

    /// The style that neighbors may share; nil where nothing can be shared.
    var style: [UInt8]? {
      switch self {
      case .shape(_, let style, _), .text(_, let style): style
      case .group, .image: nil
      }
    }

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// Writes nodes in their order; neighbors painted alike share a group that specifies the paint.
  func writeNodes(_ nodes: [Node]) throws {
    let items = try nodes.compactMap(item)
    var next = 0
    while next < items.count {
      let first = items[next]
      var end = next + 1
      if let style = first.style, !style.isEmpty {
        while end < items.count, items[end].isText == first.isText, items[end].style == style {
          end += 1
        }
      }
      if let style = first.style, end - next > 1 {
        output.bytes.put("<g")
        output.bytes.append(contentsOf: style)
        output.bytes.put(">\n")
        for item in items[next..<end] { try writeItem(item, style: []) }
        output.bytes.put("</g>\n")
      } else {
        try writeItem(first, style: first.style ?? [])
      }
      next = end
    }
  }

  private func item(_ node: Node) throws -> Item? {
    switch node {
    case .path(let node):
      guard let path = place.cut.seen(of: node), path.points.allSatisfy(\.isFinite),
        let style = try style(of: node)
      else { return nil }
      return .shape(path, style: style, digits: node.isFaint ? 1 : 2)
    case .text(let text):
      guard let style = try style(of: text) else { return nil }
      return .text(text, style: style)
    case .group(let group): return shows(group, in: place) ? .group(group) : nil
    case .image(let image): return place.shows(image) ? .image(image) : nil
    }
  }

  private func writeItem(_ item: Item, style: [UInt8]) throws {
    hasDrawn = true
    switch item {
    case .shape(let path, let paint, let digits):
      put(path, style: style, paint: paint, digits: digits)
    case .text(let text, _): try writeText(text, style: style)
    case .group(let group): try writeGroup(group)
    case .image(let image): try writeImage(image)
    }
    try output.pass()
  }

  /// A group as a layer of its own, where there is anything to see of it.
  func write(layer group: Group, title: String) throws {
    guard shows(group, in: place) else { return }
    hasDrawn = true
    try writeGroup(group, layer: title)
    try output.pass()
  }

  /// Indicates whether anything of a group is visible, so that empty ones are skipped.
  private func shows(_ group: Group, in place: SVGPlace) -> Bool {
    guard group.transform.isDrawable, group.opacity > 0,
      let inner = place.entering(group)?.place
    else { return false }
    return group.children.contains { child in
      switch child {
      case .group(let group): shows(group, in: inner)
      case .path(let node):
        (node.fill?.paint.isVisible ?? false || node.stroke?.isVisible ?? false)
          && inner.cut.seen(of: node) != nil
      case .text(let text): inner.cut.mayShow(text) && !text.glyphs.isEmpty
      case .image(let image): inner.shows(image)
      }
    }
  }

  // MARK: Shapes

  /// Writes `<path>`, or `<use>` of one that is drawn elsewhere.
  ///
  /// - Parameters:
  /// - style: The attributes of its own paint.
  /// - paint: All attributes of its paint; gradients and patterns would be moved with the path.
  ///   - digits: Of its points, where it is drawn here alone.
  func put(_ path: Path, style: [UInt8], paint: [UInt8], digits: Int = 2) {
    if output.isRehearsal {
      definitions.count(path, place.base)
      return
    }
    let known = definitions.place(of: path, place.base)
    let isHere = known.map { abs($0.offset.x) < 0.0005 && abs($0.offset.y) < 0.0005 } ?? false
    if let known, isHere || !paint.contains(UInt8(ascii: "(")) {
      output.bytes.put("<use")
      output.bytes.append(contentsOf: style)
      output.bytes.put("xlink:href", "#" + known.id)
      if !isHere {
        output.bytes.put("x", known.offset.x)
        output.bytes.put("y", known.offset.y)
      }
    } else {
      output.bytes.put("<path")
      output.bytes.append(contentsOf: style)
      putData(path, digits: digits)
    }
    output.bytes.put("/>\n")
  }

  /// ` d="…"`.
  func putData(_ path: Path, digits: Int = 2) {
    output.bytes.put(" d=\"")
    var bytes: [UInt8] = []
    swap(&bytes, &output.bytes)
    var data = PathData(map: place.base, digits: digits, appendingTo: bytes)
    bytes = []
    data.put(path)
    output.bytes = data.bytes
    output.bytes.append(UInt8(ascii: "\""))
  }

  // MARK: Definitions

  /// The name of something defined; in a rehearsal, what it needs itself is found out first.
  func id(of definition: Definition) throws -> String {
    if let known = definitions.id(of: definition) { return known }
    let id = definitions.name(definition)
    try put(definition, as: id)
    definitions.addDefinition(definition, as: id)
    return id
  }

  /// Writes with other coordinates, and names no group.
  func apart(at place: SVGPlace, _ body: () throws -> Void) rethrows {
    let outer = (self.place, trail)
    self.place = place
    trail = nil
    defer { (self.place, trail) = outer }
    try body()
  }

  /// Writes below a group of a name.
  func below(_ name: String, at place: SVGPlace, _ body: () throws -> Void) rethrows {
    let outer = (self.place, trail)
    self.place = place
    if !name.isEmpty { trail?.append(name) }
    defer { (self.place, trail) = outer }
    try body()
  }

  /// ` id="…"` for a group of a name, where it may have one: that of the groups around and its own.
  func put(groupName name: String) {
    guard let trail, !name.isEmpty else { return }
    let stem = SVGName.sound((trail + [name]).joined(separator: "-"))
    var id = stem
    var number = 2
    while !names.insert(id).inserted {
      id = "\(stem)-\(number)"
      number += 1
    }
    output.bytes.put("id", id)
  }
}

/// Names of elements.
enum SVGName {
  /// A text as an XML name of ASCII: nothing but letters, digits, `-`, `_` and `.`, a small letter
  /// first.
  static func sound(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x2E: bytes.append(byte)
      default: if bytes.last != 0x2D { bytes.append(0x2D) }
      }
      if bytes.count == 60 { break }
    }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let first = bytes.first, (0x61...0x7A).contains(first) else { return "layer-" + name }
    return name
  }
}

/// The coordinates that nodes are written in.
struct SVGPlace {
  /// The map from their coordinates to those of the elements; upright.
  var base: AffineMap
  /// The visible part of them.
  var cut: ContentPlace

  /// The coordinates of a group's children, and the map its element needs where it turns them; nil
  /// where nothing of it can be seen.
  func entering(_ group: Group) -> (place: SVGPlace, map: AffineMap)? {
    var seen = group.transform.inverse.bounds(of: cut.visible)
    if let clip = group.clip {
      guard let inside = clip.path.controlBounds.flatMap(seen.intersection) else { return nil }
      seen = inside
    }
    let cut = ContentPlace(visible: seen, isCut: cut.isCut || group.clip != nil)
    let whole = base.after(group.transform)
    if whole.isUprightZoom { return (SVGPlace(base: whole, cut: cut), .identity) }
    let scale = whole.scale
    return (
      SVGPlace(base: .scale(scale, scale), cut: cut),
      whole.after(.scale(1 / scale, 1 / scale))
    )
  }

  func shows(_ image: ImageNode) -> Bool {
    let frame = image.frame
    guard image.image.width > 0, image.image.height > 0, frame.width > 0, frame.height > 0,
      frame.x.isFinite, frame.y.isFinite, frame.width.isFinite, frame.height.isFinite
    else { return false }
    return !cut.isCut || frame.intersects(cut.visible)
  }
}

extension SVGPlace {
  /// Creates a place for content that is drawn in several places, so that all of it may be seen.
  init(scale: Double) {
    base = .scale(scale, scale)
    cut = ContentPlace(visible: Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9), isCut: false)
  }
}

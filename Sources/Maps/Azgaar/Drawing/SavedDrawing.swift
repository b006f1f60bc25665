// SPDX-License-Identifier: MIT
// Part of Platen: data of a save's drawing that its tables lack.

internal import JSON

/// The groups of a save's drawing, and the elements in them that old saves keep nothing else of.
///
/// All of it is views into the save's bytes: valid as long as they are.
// @safe: the caller keeps those bytes where they are.
@safe struct SavedDrawing {
  /// A group of the drawing.
  struct Group {
    /// Ids from the group below `#viewbox` down, joined by `/`: `labels/burgLabels/cities`.
    var path: String
    var attributes: MarkupAttributes
    var children = 0
    /// The number of elements it contains, at any depth, of each kind that shows whether a layer
    /// was visible.
    var paths = 0
    var images = 0
    var circles = 0
    var lines = 0
    var uses = 0
    var drawings = 0

    var isHidden: Bool { attributes.isHidden }
  }

  /// An element of a group whose content only the drawing has.
  struct Element {
    /// The group that contains it, as an index into `groups`.
    var group: Int
    var name: String
    var attributes: MarkupAttributes
    /// Lines of text inside it.
    var lines: [String] = []
    /// Attributes of the `textPath` inside it.
    var textPath: MarkupAttributes?

    /// Indicates whether it is not seen in the drawing.
    var isHidden: Bool { attributes.isHidden || attributes.isTransparent }
  }

  /// A marker's symbol, of which old saves keep one for each kind.
  struct Symbol {
    var icon = ""
    var text: MarkupAttributes?
    var circle: MarkupAttributes?
  }

  private(set) var root = unsafe MarkupAttributes(
    bytes: UnsafeRawBufferPointer(start: nil, count: 0))
  private(set) var groups: [Group] = []
  private(set) var groupIndex: [String: Int] = [:]
  /// Elements by the first id of their group's path: `rivers`, `routes`, `markers`, …
  private(set) var elements: [String: [Element]] = [:]
  private(set) var symbols: [String: Symbol] = [:]
  /// Shapes other than groups whose attributes belong to the style, by path.
  private(set) var styledShapes: [String: MarkupAttributes] = [:]
  /// Curves that texts run along, by id.
  private(set) var textPaths: [String: UnsafeRawBufferPointer] = unsafe [:]
  /// Indicates whether its borders run over whole map units, as versions up to 1.139 drew them; nil
  /// where it has none.
  private(set) var hasWholeVertices: Bool?
  /// Path data of what the mask of the fog leaves free.
  private(set) var fogHoles: [UnsafeRawBufferPointer] = unsafe []

  var width: Double? { unsafe root.raw("width").flatMap { unsafe DecimalText.double($0.trimmed) } }
  var height: Double? {
    unsafe root.raw("height").flatMap { unsafe DecimalText.double($0.trimmed) }
  }

  /// The distance unit that the scale bar's last number bears: `km` of `500 km`.
  var distanceUnit: String? {
    for element in (elements["scaleBar"] ?? []).reversed() where element.name == "text" {
      let words = element.lines.joined().split(separator: " ")
      if words.count > 1, Double(words[0]) != nil {
        return words.dropFirst().joined(separator: " ")
      }
    }
    return nil
  }

  func group(_ path: String) -> Group? { groupIndex[path].map { groups[$0] } }

  /// Top groups whose elements are kept.
  private static let kept: Set<String> = [
    "rivers", "routes", "markers", "zones", "ice", "icons", "labels", "scaleBar", "ruler", "legend",
    "terrain",
  ]

  /// Walks through the drawing `bytes`; what is broken in it is passed over.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init()
    var builder = Builder(drawing: self)
    var scanner = unsafe MarkupScanner(bytes)
    while let event = scanner.next() { builder.handle(event) }
    self = builder.drawing
  }

  private init() {}

  /// The walk's state.
  private struct Builder {
    var drawing: SavedDrawing
    /// The group of each open element, or -1.
    private var open: [Int] = []
    /// Open groups, from the top one down.
    private var groupStack: [Int] = []
    private var isFirst = true
    /// The depth in `open` at which the walk entered `<defs>` or the view box; nil outside.
    private var defsDepth: Int?
    private var viewboxDepth: Int?
    private var symbol: String?
    /// The depth of the mask of the fog, while the walk is in it.
    private var fogDepth: Int?
    /// Whose text is being read: the kept group its element is in, and how deep the element stands.
    private var textOwner: (key: String, depth: Int)?

    init(drawing: SavedDrawing) { self.drawing = drawing }

    mutating func handle(_ event: MarkupScanner.Event) {
      switch event {
      case .start(let name, let attributes, let isEmpty):
        start(name, attributes)
        if isEmpty { end() }
      case .end: end()
      case .text(let text): unsafe handleText(text)
      }
    }

    private mutating func start(_ name: String, _ attributes: MarkupAttributes) {
      if isFirst {
        drawing.root = attributes
        isFirst = false
        open.append(-1)
        return
      }
      var group = -1
      if defsDepth != nil {
        startDefinition(name, attributes)
      } else if name == "defs" {
        defsDepth = open.count
      } else if open.count == 1, name == "g", attributes.written("id") == "viewbox" {
        viewboxDepth = open.count
      } else if viewboxDepth != nil || !groupStack.isEmpty || (open.count == 1 && name == "g") {
        group = startElement(name, attributes)
      }
      open.append(group)
      if group >= 0 { groupStack.append(group) }
    }

    private mutating func end() {
      // More ends than starts: the markup is broken, and what follows is not lost by it.
      guard open.count > 1 else { return }
      if let group = open.popLast(), group >= 0 { groupStack.removeLast() }
      if defsDepth == open.count { defsDepth = nil }
      if viewboxDepth == open.count { viewboxDepth = nil }
      if fogDepth == open.count { fogDepth = nil }
      if textOwner?.depth == open.count { textOwner = nil }
    }

    // MARK: Definitions

    /// Shapes of the style: the sea, its pattern, the hole in the vignette, the scale bar's plate.
    private static let styled: [(id: StaticString, path: String)] = [
      ("oceanBase", "ocean/oceanLayers/oceanBase"), ("oceanicPattern", "oceanicPattern"),
      ("vignette-rect", "vignette-rect"), ("scaleBarBack", "scaleBar/scaleBarBack"),
    ]

    private mutating func keepStyled(
      _ name: String, _ attributes: MarkupAttributes
    ) {
      guard name == "rect" || name == "image", let id = unsafe attributes.raw("id"),
        let known = Builder.styled.first(where: {
          unsafe id.count == $0.id.utf8CodeUnitCount && id.hasPrefix($0.id)
        }), drawing.styledShapes[known.path] == nil
      else { return }
      drawing.styledShapes[known.path] = attributes
    }

    private mutating func startDefinition(
      _ name: String, _ attributes: MarkupAttributes
    ) {
      keepStyled(name, attributes)
      switch name {
      case "symbol":
        let id = attributes["id"] ?? ""
        symbol = id.hasPrefix("marker") ? id : nil
        if let symbol { drawing.symbols[symbol] = Symbol() }
      case "mask":
        if attributes.written("id") == "fog" { fogDepth = open.count }
      case "path":
        if fogDepth != nil, let d = unsafe attributes.raw("d") { unsafe drawing.fogHoles.append(d) }
        if let id = attributes["id"], id.hasPrefix("textPath"), let d = unsafe attributes.raw("d") {
          unsafe drawing.textPaths[id] = d
        }
      case "text":
        if let symbol { drawing.symbols[symbol]?.text = attributes }
      case "circle":
        if let symbol { drawing.symbols[symbol]?.circle = attributes }
      default: break
      }
    }

    // MARK: Groups and their elements

    private mutating func startElement(
      _ name: String, _ attributes: MarkupAttributes
    ) -> Int {
      if let parent = groupStack.last {
        drawing.groups[parent].children += 1
        count(name)
      }
      if name == "g", let id = attributes["id"] {
        return startGroup(id, attributes)
      }
      guard let group = groupStack.last, let top = groupStack.first else { return -1 }
      let key = drawing.groups[top].path
      if key == "ocean" || key == "scaleBar" { keepStyled(name, attributes) }
      if name == "path", drawing.groups[group].path == "borders/stateBorders",
        let d = unsafe attributes.raw("d"), d.count > 8
      {
        let head = unsafe d.part(0..<min(64, d.count))
        drawing.hasWholeVertices = unsafe head.firstIndex(of: UInt8(ascii: "."), from: 0) == nil
      }
      // Of rainfall the signs of winds are kept; its thousands of drops are in the tables.
      guard SavedDrawing.kept.contains(key) || (key == "prec" && name == "text") else {
        return -1
      }
      switch name {
      case "tspan":
        append(line: "", to: key)
      case "textPath":
        if let last = drawing.elements[key]?.indices.last, textOwner?.key == key {
          drawing.elements[key]?[last].textPath = attributes
        }
      default:
        drawing.elements[key, default: []].append(
          Element(group: group, name: name, attributes: attributes))
        textOwner = (key, open.count)
      }
      return -1
    }

    private mutating func startGroup(_ id: String, _ attributes: MarkupAttributes) -> Int {
      // Zones and armies are things, not groups of the style; three levels hold all of those.
      let parent = groupStack.last.map { drawing.groups[$0].path }
      let path = parent.map { $0 + "/" + id } ?? id
      if parent == "zones" {
        drawing.elements["zones", default: []].append(
          Element(group: groupStack[0], name: "g", attributes: attributes))
        return -1
      }
      if groupStack.count > 2 || parent == "armies" { return -1 }
      if let known = drawing.groupIndex[path] { return known }
      drawing.groupIndex[path] = drawing.groups.count
      drawing.groups.append(Group(path: path, attributes: attributes))
      return drawing.groups.count - 1
    }

    private mutating func count(_ name: String) {
      let key: WritableKeyPath<Group, Int>
      switch name {
      case "path": key = \.paths
      case "image": key = \.images
      case "circle": key = \.circles
      case "line": key = \.lines
      case "use": key = \.uses
      case "svg": key = \.drawings
      default: return
      }
      for group in groupStack { drawing.groups[group][keyPath: key] += 1 }
    }

    private mutating func handleText(_ text: UnsafeRawBufferPointer) {
      if defsDepth != nil {
        if let symbol {
          unsafe drawing.symbols[symbol]?.icon += MarkupAttributes.decode(text.trimmed)
        }
        return
      }
      guard let textOwner else { return }
      unsafe append(text: MarkupAttributes.decode(text), to: textOwner.key)
    }

    private mutating func append(line: String, to key: String) {
      guard let last = drawing.elements[key]?.indices.last else { return }
      drawing.elements[key]?[last].lines.append(line)
    }

    private mutating func append(text: String, to key: String) {
      guard let last = drawing.elements[key]?.indices.last else { return }
      if drawing.elements[key]?[last].lines.isEmpty == true {
        drawing.elements[key]?[last].lines.append("")
      }
      let line = (drawing.elements[key]?[last].lines.count ?? 1) - 1
      drawing.elements[key]?[last].lines[line] += text
    }
  }
}

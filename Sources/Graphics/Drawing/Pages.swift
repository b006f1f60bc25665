// SPDX-License-Identifier: MIT
// Part of Platen: a document laid out: pages as scenes, and the meaning of their parts.

public import Geometry

/// A page laid out: what is drawn, and which of it is which element of the document.
public struct LaidOutPage: Hashable, Sendable {
  /// The scene in points of 1/72 inch, as large as the page.
  public var scene: Scene
  /// Every node of the scene in drawing order, cut into stretches; together they cover all nodes.
  public var leaves: [ContentLeaf]
  public var links: [PageLink]
  /// The parts of the page that readers may switch off; stretches in order, none overlapping
  /// another.
  public var layers: [PageLayer]
  /// The page's label: `iv`, `12`; empty for pages without a number.
  public var label: String
  /// The areas that are cut off after printing; nil where the page is as large as its visible part.
  public var cuts: PageCuts?

  public init(
    scene: Scene, leaves: [ContentLeaf] = [], links: [PageLink] = [], layers: [PageLayer] = [],
    label: String = "", cuts: PageCuts? = nil
  ) {
    self.scene = scene
    self.leaves = leaves
    self.links = links
    self.layers = layers
    self.label = label
    self.cuts = cuts
  }
}

/// The cuts of a printed page (ISO 32000-1, 14.11.2), in the page's own units, y down.
public struct PageCuts: Hashable, Sendable {
  /// The area the image covers, some of it beyond the cut.
  public var bleed: Rect
  /// The area that stays.
  public var trim: Rect
  public init(bleed: Rect, trim: Rect) {
    self.bleed = bleed
    self.trim = trim
  }
}

/// A stretch of a page's nodes that is content of one element, or an artefact: page furniture,
/// borders, grounds.
public struct ContentLeaf: Hashable, Sendable {
  public var nodes: Range<Int>
  /// Index into `DocumentStructure.elements`; nil for an artefact.
  public var element: Int?
  public init(nodes: Range<Int>, element: Int?) {
    self.nodes = nodes
    self.element = element
  }
}

/// A stretch of a page's nodes that readers can switch off: an optional content group (ISO 32000-1,
/// 8.11). Those of one name are one, on whatever page.
public struct PageLayer: Hashable, Sendable {
  /// The name that readers list.
  public var title: String
  public var nodes: Range<Int>
  public init(title: String, nodes: Range<Int>) {
    self.title = title
    self.nodes = nodes
  }
}

/// An area of a page that leads elsewhere.
public struct PageLink: Hashable, Sendable {
  public enum Target: Hashable, Sendable {
    case url(String)
    /// A name in `DocumentStructure.places`.
    case place(String)
  }
  /// The frame in the page's own units, y down.
  public var frame: Rect
  public var target: Target
  /// The element, of role `.link`, it belongs to.
  public var element: Int
  /// The target of the link, in words.
  public var description: String

  public init(frame: Rect, target: Target, element: Int, description: String) {
    self.frame = frame
    self.target = target
    self.element = element
    self.description = description
  }
}

/// An element of a document's logical structure, in the order in which screen readers walk it.
/// Roles are those of ISO 32000-1, 14.8.4, and two of ISO 32000-2 that map to its spans.
public struct StructureElement: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable {
    case document = "Document"
    case part = "Part"
    case section = "Sect"
    case division = "Div"
    case heading1 = "H1"
    case heading2 = "H2"
    case heading3 = "H3"
    case heading4 = "H4"
    case heading5 = "H5"
    case heading6 = "H6"
    case paragraph = "P"
    case list = "L"
    case listItem = "LI"
    case label = "Lbl"
    case listBody = "LBody"
    case table = "Table"
    case tableHead = "THead"
    case tableBody = "TBody"
    case tableRow = "TR"
    case headerCell = "TH"
    case cell = "TD"
    case caption = "Caption"
    case figure = "Figure"
    case formula = "Formula"
    case quote = "BlockQuote"
    case code = "Code"
    case span = "Span"
    case emphasis = "Em"
    case strong = "Strong"
    case link = "Link"
    case reference = "Reference"
    case note = "Note"
    case contents = "TOC"
    case contentsItem = "TOCI"
    case index = "Index"
  }

  /// Standard in PDF 2.0 only, so that files of PDF 1.7 state what they map to.
  public static let mappedToSpan: [Role] = [.emphasis, .strong]

  public enum Scope: String, Hashable, Sendable {
    case column = "Column"
    case row = "Row"
    case both = "Both"
  }
  public enum Numbering: String, Hashable, Sendable {
    case none = "None"
    case disc = "Disc"
    case decimal = "Decimal"
    case upperRoman = "UpperRoman"
    case lowerRoman = "LowerRoman"
    case upperLetter = "UpperAlpha"
    case lowerLetter = "LowerAlpha"
  }

  public var role: Role
  /// The scope of a header cell.
  public var scope: Scope?
  /// The numbering of a list.
  public var numbering: Numbering?
  private var parentIndex: Int32
  private var details: Details?

  /// The properties that few elements have; a long book has half a million of the others.
  private struct Rare: Hashable, Sendable {
    var language = ""
    var alternative = ""
    var actualText = ""
    var columnSpan = 1
    var rowSpan = 1
    var box: PageBox?
  }

  /// Never changed once it is made, so that elements are values.
  private final class Details: Hashable, Sendable {
    let rare: Rare
    init(_ rare: Rare) { self.rare = rare }
    static func == (a: Details, b: Details) -> Bool { a.rare == b.rare }
    func hash(into hasher: inout Hasher) { hasher.combine(rare) }
  }

  private var rare: Rare {
    get { details?.rare ?? Rare() }
    set { details = newValue == Rare() ? nil : Details(newValue) }
  }

  /// Index of its parent, always before its own; nil for the root alone.
  public var parent: Int? {
    get { parentIndex < 0 ? nil : Int(parentIndex) }
    set { parentIndex = newValue.map { Int32(clamping: $0) } ?? -1 }
  }
  /// BCP 47, where it differs from that of the surroundings; else empty.
  public var language: String {
    get { details?.rare.language ?? "" }
    set { rare.language = newValue }
  }
  /// The description of a figure.
  public var alternative: String {
    get { details?.rare.alternative ?? "" }
    set { rare.alternative = newValue }
  }
  /// The text to be read instead of its content; empty for the content.
  public var actualText: String {
    get { details?.rare.actualText ?? "" }
    set { rare.actualText = newValue }
  }
  /// The columns that a cell spans.
  public var columnSpan: Int {
    get { details?.rare.columnSpan ?? 1 }
    set { rare.columnSpan = newValue }
  }
  /// The rows that a cell spans.
  public var rowSpan: Int {
    get { details?.rare.rowSpan ?? 1 }
    set { rare.rowSpan = newValue }
  }
  /// The page of a figure, from 0, and its position there.
  public var box: PageBox? {
    get { details?.rare.box }
    set { rare.box = newValue }
  }

  public init(_ role: Role, in parent: Int?) {
    self.role = role
    parentIndex = parent.map { Int32(clamping: $0) } ?? -1
  }
}

/// A rectangle on a page.
public struct PageBox: Hashable, Sendable {
  /// The index of the page, from 0.
  public var page: Int
  public var frame: Rect
  public init(page: Int, frame: Rect) {
    self.page = page
    self.frame = frame
  }
}

/// A document's elements and the ways through it.
public struct DocumentStructure: Hashable, Sendable {
  public struct OutlineEntry: Hashable, Sendable {
    /// The level, from 1; an entry belongs to the nearest one before it of a lower level.
    public var level: Int
    public var title: String
    /// The name of its target in `places`.
    public var place: String
    public init(level: Int, title: String, place: String) {
      self.level = level
      self.title = title
      self.place = place
    }
  }

  /// A point that links lead to.
  public struct NamedPlace: Hashable, Sendable {
    public var name: String
    /// The index of the page, from 0.
    public var page: Int
    public var point: Point
    /// The area to fill the window with; nil keeps its zoom.
    public var frame: Rect?
    public init(name: String, page: Int, point: Point, frame: Rect? = nil) {
      self.name = name
      self.page = page
      self.point = point
      self.frame = frame
    }
  }

  /// The root first; the children of an element are in reading order.
  public var elements: [StructureElement] = []
  public var outline: [OutlineEntry] = []
  /// By name, each name once.
  public var places: [NamedPlace] = []
  /// BCP 47.
  public var language = ""

  public init() {}
}

// SPDX-License-Identifier: MIT
// Part of Platen: a layout of a template: its placeholders and what they inherit.

internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Text
internal import Writers

/// A layout of slides.
struct TemplateLayout: Sendable {
  /// A place for text or an image on a layout (ECMA-376-1, 19.3.1.36).
  struct Placeholder: Sendable {
    /// `obj` where it is not named.
    var type: String
    var index: String?
    /// The frame in points, of its own or of the master's.
    var frame: Rect?
    /// The size of its text's first level in points.
    var size: Double
    /// Indicates whether paragraphs of the first level have bullets or numbers.
    var hasBullets: Bool
    /// The element as slides repeat it.
    var element: String
  }

  let part: String
  let name: String
  /// The kind (ECMA-376-1, 19.7.15); `cust` where it is not named.
  let kind: String
  let placeholders: [Placeholder]
  let theme: TemplateTheme

  var title: Placeholder? {
    placeholders.first { $0.type == "ctrTitle" || $0.type == "title" }
  }

  /// Placeholders for content, in the order they are read.
  var contents: [Placeholder] {
    let all = placeholders.filter { ["obj", "body", "subTitle"].contains($0.type) }
    // Columns of a comparison have headings of their own, which are placeholders for text.
    let objects = all.filter { $0.type == "obj" }
    return objects.isEmpty ? all : objects
  }

  func placeholder(_ type: String) -> Placeholder? { placeholders.first { $0.type == type } }

  func suffices(for role: PresentationTemplate.Role) -> Bool {
    switch role {
    case .cover, .section, .titleOnly: title != nil
    case .content: title != nil && contents.contains { $0.type != "subTitle" }
    case .twoColumns: title != nil && contents.count == 2
    case .blank: placeholders.allSatisfy { ["dt", "ftr", "sldNum"].contains($0.type) }
    }
  }

  // MARK: Reading

  private static let limit = 512

  /// The layouts of masters in their order.
  static func all(in package: OfficePackage, masters: [String]) throws -> [TemplateLayout] {
    var layouts: [TemplateLayout] = []
    for master in masters {
      guard let root = try package.tree(of: master) else { continue }
      let relations = try package.relationships(of: master)
      let theme = try TemplateTheme(package, master: root, relations)
      let holders = MasterHolders(root)
      for entry in root.first("p:sldLayoutIdLst")?.elements ?? [] {
        guard layouts.count < limit, let id = entry["r:id"],
          let found = relations.first(where: { $0.id == id && !$0.isExternal }),
          found.kind == "slideLayout", let layout = try package.tree(of: found.target)
        else { continue }
        layouts.append(
          TemplateLayout(
            part: found.target, name: layout.first("p:cSld")?["name"] ?? "",
            kind: layout["type"] ?? "cust", placeholders: holders.placeholders(of: layout),
            theme: theme))
      }
    }
    return layouts
  }
}

/// The properties that placeholders of layouts inherit from their master.
private struct MasterHolders {
  private let holders: [(type: String, shape: XMLTree)]
  private let styles: XMLTree?

  init(_ master: XMLTree) {
    holders = MasterHolders.shapes(of: master)
    styles = master.first("p:txStyles")
  }

  func placeholders(of layout: XMLTree) -> [TemplateLayout.Placeholder] {
    MasterHolders.shapes(of: layout).map { type, shape in
      let isTitle = type == "title" || type == "ctrTitle"
      let isFoot = ["dt", "ftr", "sldNum"].contains(type)
      let wanted = isTitle ? "title" : isFoot ? type : "body"
      let inherited = holders.first { $0.type == wanted }?.shape
      let style = styles?.first(
        isTitle ? "p:titleStyle" : isFoot ? "p:otherStyle" : "p:bodyStyle")
      // From the nearest to the farthest.
      let levels =
        [shape, inherited].map { $0?.first("p:txBody")?.first("a:lstStyle") }
        .map { $0?.first("a:lvl1pPr") } + [style?.first("a:lvl1pPr")]
      let size = levels.lazy.compactMap { $0?.first("a:defRPr")?["sz"] }.compactMap { Int($0) }
        .first
      let bullet = levels.lazy.compactMap { level in
        level?.elements.first { MasterHolders.bullets.contains($0.name) }?.name
      }.first
      let place = MasterHolders.place(shape)
      return TemplateLayout.Placeholder(
        type: type, index: place?["idx"],
        frame: MasterHolders.frame(shape) ?? inherited.flatMap(MasterHolders.frame),
        size: Double(min(40_000, max(100, size ?? 1800))) / 100,
        hasBullets: !isTitle && bullet != nil && bullet != "a:buNone",
        element: MasterHolders.element(place, type))
    }
  }

  private static let bullets: Set<String> = ["a:buNone", "a:buChar", "a:buAutoNum", "a:buBlip"]

  /// The shapes that are placeholders, in groups as well.
  private static func shapes(of root: XMLTree) -> [(type: String, shape: XMLTree)] {
    var found: [(String, XMLTree)] = []
    root.first("p:cSld")?.first("p:spTree")?.visit { element in
      guard element.name == "p:sp", let place = place(element) else { return }
      found.append((place["type"] ?? "obj", element))
    }
    return found
  }

  private static func place(_ shape: XMLTree) -> XMLTree? {
    shape.first("p:nvSpPr")?.first("p:nvPr")?.first("p:ph")
  }

  private static func element(_ place: XMLTree?, _ type: String) -> String {
    var attributes = type == "obj" ? "" : " type=\"\(escaped(type))\""
    for name in ["orient", "sz", "idx"] {
      if let value = place?[name] { attributes += " \(name)=\"\(escaped(value))\"" }
    }
    return String(attributes.dropFirst())
  }

  private static func frame(_ shape: XMLTree) -> Rect? {
    guard let place = shape.first("p:spPr")?.first("a:xfrm"), let start = place.first("a:off"),
      let end = place.first("a:ext")
    else { return nil }
    func points(_ element: XMLTree, _ name: String) -> Double? {
      element[name].flatMap { Int($0) }.map { Double($0) / 12_700 }
    }
    guard let x = points(start, "x"), let y = points(start, "y"), let width = points(end, "cx"),
      let height = points(end, "cy"), width > 8, height > 8
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }
}

/// The colors of a template's master.
struct TemplateTheme: Sendable {
  /// By the names of the master: `bg1`, `tx1`, `accent1`.
  private var colors: [String: Color] = [:]
  private(set) var ground = Color.white
  private(set) var ink = Color.black

  init(
    _ package: OfficePackage, master: XMLTree, _ relations: [OfficePackage.Relationship]
  ) throws {
    let part = relations.first { $0.kind == "theme" && !$0.isExternal }?.target
    let theme = try part.flatMap { try package.tree(of: $0) }
    let scheme = theme?.first("a:themeElements")?.first("a:clrScheme")
    for element in scheme?.elements ?? [] where element.name.hasPrefix("a:") {
      guard let value = element.elements.first,
        let color = Color(hex: "#" + (value["lastClr"] ?? value["val"] ?? ""))
      else { continue }
      colors[String(element.name.dropFirst(2))] = color
    }
    let names = master.first("p:clrMap")
    for name in ["bg1", "tx1", "bg2", "tx2"] {
      if let mapped = names?[name], let color = colors[mapped] { colors[name] = color }
    }
    ground = color("bg1") ?? .white
    ink = color("tx1") ?? .black
    let back = master.first("p:cSld")?.first("p:bg")
    if let fill = back?.first("p:bgPr")?.first("a:solidFill") ?? back?.first("p:bgRef"),
      let color = color(of: fill)
    {
      ground = color
    }
    let level = master.first("p:txStyles")?.first("p:bodyStyle")?.first("a:lvl1pPr")
    if let fill = level?.first("a:defRPr")?.first("a:solidFill"), let color = color(of: fill) {
      ink = color
    }
    // Placeholders can have another color than the theme's text, which shapes of our own lack.
    let light = SchemeColors.luminance(ground)
    if Luminance.contrast(SchemeColors.luminance(ink), light) < 3 {
      ink = Luminance.contrast(1, light) > Luminance.contrast(0, light) ? .white : .black
    }
  }

  func color(_ name: String) -> Color? { colors[name] }

  /// The name by which text has a color, so that it changes with the theme; nil for another color.
  func name(of color: Color) -> String? {
    ["tx1", "bg1", "accent1", "accent2"].first { colors[$0] == color }
  }

  private func color(of fill: XMLTree) -> Color? {
    if let name = fill.first("a:schemeClr")?["val"] { return colors[name] }
    return fill.first("a:srgbClr")?["val"].flatMap { Color(hex: "#" + $0) }
  }
}

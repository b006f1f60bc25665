// SPDX-License-Identifier: MIT
// Part of Platen: a presentation of the user that gives masters, layouts and theme to a deck.

internal import Archive
public import Diagnostics
internal import Drawing
public import Geometry
internal import Text
public import Typesetting
internal import Writers

/// A presentation whose slide masters, layouts and theme a deck takes; its slides are dropped.
public struct PresentationTemplate: Sendable {
  /// The needs of a slide of a layout.
  public enum Role: String, CaseIterable, Sendable {
    case cover, section, content
    case twoColumns = "two-columns"
    case titleOnly = "title-only"
    case blank
  }

  /// Limits for reading a template.
  static let limits = ZipLimits(entries: 4096, entryBytes: 64 << 20, totalBytes: 256 << 20)

  private static let format = OfficeFormat(
    .pptxTemplate, name: "presentation", programs: "PowerPoint or LibreOffice",
    hint: "a template is a .pptx or .potx, saved by PowerPoint or LibreOffice")

  /// The size of its slides in points.
  public let size: Size
  /// The same as a format of slides 540 points high, for which looks are made.
  public let slideFormat: SlideFormat
  let layouts: [TemplateLayout]
  /// The relationships of `presentation.xml` to masters, with the ids these have there.
  let masters: [Master]
  /// The parts that presentations take over, with their types.
  let parts: [TemplateCopier.Part]
  /// The names of parts by the kinds that the presentation has them of.
  private let roots: [String: String]
  /// The size of slides and the default styles as they are written in `presentation.xml`.
  let sizes: String
  let textStyle: String
  /// A warning for what is not taken over.
  public let warning: Diagnostic?
  private let chosen: [Role: Choice]
  /// The names that the user gives layouts.
  private let names: [Role: String]
  /// The template's points in one of that format.
  let scale: Double

  struct Master: Sendable {
    var id: String
    var part: String
  }

  /// A layout for a role, and whether it is one by its kind or its name.
  private struct Choice {
    var layout: Int
    var isFallback: Bool
  }

  /// Reads a template.
  ///
  /// - Parameter names: names of layouts by the role they have, where the user gives them.
  /// - Throws: `Failure` with `pptx.template` where it is not a presentation, with an `archive.` code
  ///   where it is damaged or larger than its limits.
  public init(_ file: [UInt8], layouts names: [(role: Role, name: String)] = []) throws {
    let format = PresentationTemplate.format
    guard file.starts(with: "PK".utf8) else {
      throw format.mismatch("it is not a ZIP file, as PowerPoint's files are")
    }
    let reader = try ZipReader(bytes: file, limits: PresentationTemplate.limits)
    var files: [String: [UInt8]] = [:]
    for entry in reader.entries where PresentationTemplate.isRead(entry.name) {
      files[entry.name] = try reader.contents(of: entry)
    }
    let package = try OfficePackage(files, format: format)
    guard let root = try package.tree(of: package.main), root.name == "p:presentation" else {
      throw format.mismatch("its main part is \(printable(package.main, limit: 60))")
    }
    let bytes = package.bytes(of: package.main) ?? []
    if bytes.firstRange(of: Array("http://purl.oclc.org/ooxml/".utf8)) != nil {
      throw Failure(
        .error(
          .pptxTemplate, "the template is saved as Strict Open XML",
          hints: ["save it as a plain presentation (.pptx)"]))
    }
    var masters: [Master] = []
    for entry in root.first("p:sldMasterIdLst")?.elements ?? [] {
      guard let relation = entry["r:id"], let id = entry["id"],
        let found = package.relationships.first(where: { $0.id == relation && !$0.isExternal }),
        found.kind == "slideMaster", package.bytes(of: found.target) != nil
      else { continue }
      masters.append(Master(id: id, part: found.target))
    }
    guard !masters.isEmpty else { throw format.mismatch("it has no slide masters") }
    self.masters = masters
    func length(_ name: String) -> Double? {
      root.first("p:sldSz")?[name].flatMap { Int($0) }.map { Double($0) / 12_700 }
    }
    let (width, height) = (length("cx") ?? 960, length("cy") ?? 540)
    guard width >= 36, height >= 36, width <= 4032, height <= 4032,
      (1.0 / 3...5).contains(width / height)
    else {
      throw format.mismatch(
        "its slides are \(Int(width.rounded())) × \(Int(height.rounded())) points")
    }
    size = Size(width: width, height: height)
    scale = height / 540
    slideFormat = SlideFormat(
      name: "template", size: Size(width: width / (height / 540), height: 540))
    sizes = try ["p:sldSz", "p:notesSz"].map { try root.first($0)?.fragment() ?? "" }.joined()
    textStyle = try root.first("p:defaultTextStyle")?.fragment() ?? ""
    layouts = try TemplateLayout.all(in: package, masters: masters.map(\.part))
    guard !layouts.isEmpty else { throw format.mismatch("its slide masters have no layouts") }
    chosen = PresentationTemplate.choices(among: layouts, names)
    self.names = Dictionary(names.map { ($0.role, $0.name) }) { $1 }
    var roots: [String: String] = [:]
    for kind in ["theme", "notesMaster", "handoutMaster", "tableStyles"] {
      let found = package.relationships.first { $0.kind == kind && !$0.isExternal }
      if let found, package.bytes(of: found.target) != nil { roots[kind] = found.target }
    }
    self.roots = roots
    var copier = TemplateCopier(package) { name in
      try reader.entry(named: name).map { try reader.contents(of: $0) }
    }
    try copier.copy(
      masters.map(\.part)
        + ["theme", "notesMaster", "handoutMaster", "tableStyles"].compactMap { roots[$0] })
    parts = copier.parts
    var omitted = copier.omitted
    if root.first("p:embeddedFontLst") != nil { omitted.append("embedded fonts") }
    if package.relationships.contains(where: { $0.kind == "vbaProject" }) {
      omitted.append("macros")
    }
    warning =
      omitted.isEmpty
      ? nil
      : .warning(.pptxTemplatePart, "not taken over from the template: \(cappedList(omitted))")
  }

  /// Parts that are read whole: images are only if a layout needs them, slides never.
  private static func isRead(_ name: String) -> Bool {
    !["ppt/slides/", "ppt/notesSlides/", "ppt/media/", "ppt/comments/"].contains {
      name.hasPrefix($0)
    } && !name.hasSuffix("/")
  }

  /// The part that the presentation has of a kind; nil where there is none.
  func part(_ kind: String) -> String? { roots[kind] }

  // MARK: Layouts

  func layout(for role: Role) -> TemplateLayout { layouts[chosen[role]?.layout ?? 0] }

  /// A warning for the roles among those of a deck that no layout has.
  func warning(for roles: Set<Role>) -> Diagnostic? {
    let missing = Role.allCases.filter { roles.contains($0) && chosen[$0]?.isFallback == true }
    guard !missing.isEmpty else { return nil }
    let replaced = missing.map { role in
      (names[role].map { "\(role.rawValue) called \"\(printable($0, limit: 60))\"" }
        ?? role.rawValue)
        + " (using \"\(printable(layout(for: role).name, limit: 60))\")"
    }
    return .warning(
      .pptxTemplateLayout,
      "the template has no layout for \(cappedList(replaced))",
      hints: [
        "name one in pptx-template; the layouts are "
          + cappedList(layouts.map { "\"\(printable($0.name, limit: 60))\"" })
      ])
  }

  /// Layouts for all roles: by the names that the user gives, by their kinds, by names that programs
  /// write, and by the fewest placeholders that suffice.
  private static func choices(
    among layouts: [TemplateLayout], _ names: [(role: Role, name: String)]
  ) -> [Role: Choice] {
    func plain(_ name: String) -> String {
      name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    func first(_ isMeant: (TemplateLayout) -> Bool) -> Int? { layouts.firstIndex(where: isMeant) }
    var found: [Role: Choice] = [:]
    for role in Role.allCases {
      let given = names.last { $0.role == role }.map { plain($0.name) }
      if let given {
        let layout = first { plain($0.name) == given }
        if let layout {
          found[role] = Choice(layout: layout, isFallback: false)
          continue
        }
      }
      var layout: Int?
      for kind in role.kinds where layout == nil { layout = first { $0.kind == kind } }
      for name in role.names where layout == nil {
        layout = first { plain($0.name) == plain(name) }
      }
      if layout == nil, role != .cover, role != .section {
        let fitting = layouts.indices.filter { layouts[$0].suffices(for: role) }
        layout = fitting.min {
          (layouts[$0].contents.count, $0) < (layouts[$1].contents.count, $1)
        }
      }
      // A name that the template lacks is reported.
      if let layout { found[role] = Choice(layout: layout, isFallback: given != nil) }
    }
    for role in Role.allCases where found[role] == nil {
      let other = role.substitutes.lazy.compactMap { found[$0] }.first
      found[role] = Choice(layout: other?.layout ?? 0, isFallback: true)
    }
    return found
  }

  /// The part of a slide in which content is put that has no placeholder, in points.
  func contentFrame(of layout: TemplateLayout) -> Rect {
    if let own = layout.contents.first?.frame { return own }
    if let usual = self.layout(for: .content).contents.first?.frame { return usual }
    let side = size.width * 0.06
    let top =
      (layout.title?.frame?.maxY).map { min($0 + 8, size.height * 0.6) } ?? size.height * 0.2
    return Rect(
      x: side, y: top, width: size.width - 2 * side, height: size.height * 0.9 - top)
  }

  // MARK: The look

  /// A look in the template's colors, at its sizes of text and with its margins, so that what the
  /// typesetter fits to a slide fits the template's placeholders.
  public func look(_ look: DeckLook) -> DeckLook {
    var look = look
    let theme = self.layout(for: .content).theme
    var palette = look.palette
    palette.ground = theme.ground
    palette.ink = theme.ink
    palette.accent = theme.color("accent1") ?? theme.ink
    palette.accent2 = theme.color("accent2") ?? palette.accent
    palette.panel = theme.ground.mixed(with: theme.ink, 0.07)
    palette.line = theme.ground.mixed(with: theme.ink, 0.22)
    palette.quiet = theme.ground.mixed(with: theme.ink, 0.58)
    (palette.coverGround, palette.partGround) = (theme.ground, theme.ground)
    (palette.coverInk, palette.partInk) = (theme.ink, theme.ink)
    look.palette = palette
    func titleSize(_ role: Role) -> Double {
      max(8, (self.layout(for: role).title?.size ?? 38) / scale)
    }
    let body = max(8, (self.layout(for: .content).contents.first?.size ?? 24) / scale)
    look.own.set(".slide-title") { $0.size = titleSize(.content) }
    look.own.set(".cover-title") { $0.size = titleSize(.cover) }
    look.own.set(".part-title") { $0.size = titleSize(.section) }
    look.own.set("body") { $0.size = body }
    let frame = contentFrame(of: self.layout(for: .content))
    let width = slideFormat.size.width
    look.side = min(width * 0.3, max(8, (width - frame.width / scale) / 2))
    look.top = min(200, max(6, frame.y / scale - titleSize(.content) * 1.25 - 26))
    look.bottom = min(200, max(8, 540 - frame.maxY / scale))
    return look
  }
}

extension PresentationTemplate.Role {
  /// Kinds of layouts (ECMA-376-1, 19.7.15) that have this role, the best first.
  fileprivate var kinds: [String] {
    switch self {
    case .cover: ["title"]
    case .section: ["secHead"]
    case .content: ["obj", "tx"]
    case .twoColumns: ["twoObj", "twoColTx"]
    case .titleOnly: ["titleOnly"]
    case .blank: ["blank"]
    }
  }

  /// Names that PowerPoint, LibreOffice and pandoc give such layouts.
  fileprivate var names: [String] {
    switch self {
    case .cover: ["Title Slide", "Title"]
    case .section: ["Section Header", "Section", "Section Title"]
    case .content: ["Title and Content", "Title, Content", "Title and Body", "Content"]
    case .twoColumns: ["Two Content", "Title and 2 Content", "Title, 2 Content", "Two Columns"]
    case .titleOnly: ["Title Only"]
    case .blank: ["Blank", "Blank Slide"]
    }
  }

  /// Roles whose layout is used where this one has none.
  fileprivate var substitutes: [PresentationTemplate.Role] {
    switch self {
    case .cover: [.section, .titleOnly, .content]
    case .section: [.titleOnly, .cover, .content]
    case .content: [.twoColumns, .titleOnly, .blank]
    case .twoColumns: [.content, .titleOnly, .blank]
    case .titleOnly: [.content, .blank]
    case .blank: [.titleOnly, .content]
    }
  }
}

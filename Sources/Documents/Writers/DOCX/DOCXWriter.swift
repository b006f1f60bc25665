// SPDX-License-Identifier: MIT
// Part of Platen: a document as a Word file: what is asked for, and the parts in their order.

internal import Archive
public import Diagnostics
public import Documents
public import Text

/// Writes documents as Office Open XML for Word (ECMA-376, transitional).
///
/// The parts are written to spools as the document is told and zipped from there, so memory does not
/// grow with the book. The same document, skeleton, template and options give the same bytes.
///
/// ```swift
/// let writer = try DOCXWriter(skeleton: parts)
/// let warnings = try writer.write(document, spool: { MemorySpool() }, to: file.write)
/// ```
public struct DOCXWriter: Sendable {
  public struct Options: Hashable, Sendable {
    /// nil for the template's, or A4 where there is none.
    public var page: DOCXPage?
    /// Headings of the first level begin a page; short chapters that follow one another share one.
    public var beginsChaptersOnNewPage = false

    public init(page: DOCXPage? = nil, beginsChaptersOnNewPage: Bool = false) {
      self.page = page
      self.beginsChaptersOnNewPage = beginsChaptersOnNewPage
    }
  }

  private let skeleton: [DOCXPart]
  private let template: [DOCXPart]?
  private let options: Options

  /// - Parameters:
  ///   - skeleton: the files below `Templates/Word`, named relative to it.
  ///   - template: the parts of a Word file whose styles, theme, fonts, lists, page and headers are
  ///     taken; styles it has none of are added from the skeleton.
  /// - Throws: `Failure` with `docx.template` or `docx.skeleton` where these cannot be used.
  public init(
    skeleton: [DOCXPart], template: [DOCXPart]? = nil, options: Options = Options()
  ) throws {
    self.skeleton = skeleton
    self.template = template
    self.options = options
    _ = try Dress(skeleton: skeleton, template: template)
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - spool: makes an empty place to put bytes aside; called about ten times.
  ///   - sink: takes the file, in order.
  /// - Returns: what could not be shown as it is, and what was replaced.
  /// - Throws: what a spool or the sink throws; `Failure` with an `archive.` code.
  public func write(
    _ document: Document, spool: () throws -> any Spool,
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    try write(StoredStream(document), whole: document, spool: spool, to: sink)
  }

  /// Writes a document while it is told.
  ///
  /// Ids that references lead to are believed to come, and an index ends the document or is empty.
  /// - Returns: what was found wrong with the document, then as above.
  /// - Throws: as above.
  public func write(
    _ document: any DocumentStream, spool: () throws -> any Spool,
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    try write(document, whole: nil, spool: spool, to: sink)
  }

  private func write(
    _ document: any DocumentStream, whole: Document?, spool: () throws -> any Spool,
    to sink: ByteSink
  ) throws -> [Diagnostic] {
    var log = DiagnosticLog()
    var zip = ZipWriter(level: DOCXWriter.compression)
    var types = TypesPart()
    var replaced = 0
    let dress = try Dress(skeleton: skeleton, template: template)
    log.record(dress.warnings)
    let language = LanguageTag(document.metadata.language)
    if language == nil, !document.metadata.language.isEmpty {
      log.record(
        .warning(
          .docxLanguage, "\"\(document.metadata.language)\" is no language tag; English is used",
          hints: ["write it as BCP 47 has it, such as en or ar-EG"]))
    }
    let ownPage = PageTwips(section: dress.section)
    let page = options.page.map { PageTwips($0) } ?? ownPage
    dress.styles.setLanguage(language ?? LanguageTag.english)
    if !dress.isTemplate { dress.styles.moveTabs(from: ownPage.textWidth, to: page.textWidth) }

    // The main part, with its notes and lists beside it.
    func part() throws -> XMLOutput { XMLOutput(try spool()) }
    let relationships = Relationships(try part())
    let notes = NotesPart(try part(), Relationships(try part()))
    let numbering = Numbering(try part(), theirs: dress.theirLists, ours: dress.ourLists)
    let section = SectionWriter(dress.section, page: options.page == nil ? nil : page)
    section.isRightToLeft = document.metadata.direction == .rightToLeft
    for (position, header) in dress.headers.enumerated() {
      let kind = header.reference == "headerReference" ? "header" : "footer"
      let name = "\(kind)\(position + 1).xml"
      section.references.append(
        (header.reference, header.type, relationships.add(kind, name)))
    }
    let main = try part()
    let body = BodyWriter(
      document, whole: whole, to: main, relationships: relationships, notes: notes,
      numbering: numbering,
      styles: dress.styles, section: section, page: page, options: options)
    try body.writeDocument()
    log.record(body.warnings)

    // The package.
    var others: [(String, XMLOutput)] = []
    func add(_ name: String, _ type: String, _ tree: XMLTree) throws {
      let output = try part()
      tree.write(to: output)
      try output.finish()
      others.append((name, output))
      types.add(name, DOCXWriter.wordprocessing + type + "+xml")
    }
    types.add("word/document.xml", DOCXWriter.wordprocessing + "document.main+xml")
    _ = relationships.add("styles", "styles.xml")
    try add("word/styles.xml", "styles", dress.styles.tree)
    _ = relationships.add("settings", "settings.xml")
    try add(
      "word/settings.xml", "settings",
      SettingsPart.settings(dress.settings, language ?? .english, hasNotes: notes.count > 0))
    _ = relationships.add("numbering", "numbering.xml")
    types.add("word/numbering.xml", DOCXWriter.wordprocessing + "numbering+xml")
    if notes.count > 0 {
      _ = relationships.add("footnotes", "footnotes.xml")
      types.add("word/footnotes.xml", DOCXWriter.wordprocessing + "footnotes+xml")
    }

    var copier = PartCopier(dress.package, types: types, pictures: Set(body.media.map(\.name)))
    var texts: [(String, [UInt8])] = []
    for (kind, original) in dress.copies {
      let name = copier.name(for: original.name, kind: kind)
      _ = relationships.add(kind, String(name.dropFirst(5)))
      texts.append((name, original.bytes))
      try copier.follow(original.name, as: name, spool: spool)
    }
    for (position, header) in dress.headers.enumerated() {
      let kind = header.reference == "headerReference" ? "header" : "footer"
      let name = "word/\(kind)\(position + 1).xml"
      let bytes = try HeaderText.filled(
        header, document.metadata, styles: header.isOurs || !dress.isTemplate ? dress.styles : nil,
        replaced: &replaced)
      texts.append((name, bytes))
      copier.types.add(name, DOCXWriter.wordprocessing + kind + "+xml")
      if !header.isOurs { try copier.follow(header.part.name, as: name, spool: spool) }
    }
    types = copier.types
    log.record(copier.warnings)

    let properties = PropertiesPart(document.metadata)
    let roots = Relationships(try part())
    roots.write("rId1", Relationships.office + "officeDocument", "word/document.xml", false)
    roots.write(
      "rId2",
      "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
      "docProps/core.xml", false)
    roots.write("rId3", Relationships.office + "extended-properties", "docProps/app.xml", false)
    types.add(
      "docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml")
    types.add(
      "docProps/app.xml",
      "application/vnd.openxmlformats-officedocument.extended-properties+xml")
    let core = try part()
    properties.writeCore(to: core, log: &log)
    let app = try part()
    properties.writeExtended(to: app)
    let custom = try properties.hasCustom ? part() : nil
    if let custom {
      properties.writeCustom(to: custom)
      roots.write("rId4", Relationships.office + "custom-properties", "docProps/custom.xml", false)
      types.add(
        "docProps/custom.xml",
        "application/vnd.openxmlformats-officedocument.custom-properties+xml")
    }

    try roots.finish()
    try relationships.finish()
    for output in [main, core, app, custom].compactMap({ $0 }) { try output.finish() }
    try notes.finish()
    try numbering.finish()
    for media in body.media { types.addDefault(media.ending, media.type) }
    let typesOutput = try part()
    types.write(to: typesOutput)
    try typesOutput.finish()

    try zip.add("[Content_Types].xml", from: typesOutput.spool)
    try zip.add("_rels/.rels", from: roots.output.spool)
    try zip.add("word/document.xml", from: main.spool)
    try zip.add("word/_rels/document.xml.rels", from: relationships.output.spool)
    for (name, output) in others { try zip.add(name, from: output.spool) }
    try zip.add("word/numbering.xml", from: numbering.output.spool)
    if notes.count > 0 {
      try zip.add("word/footnotes.xml", from: notes.output.spool)
      if notes.relationships.count > 0 {
        try zip.add("word/_rels/footnotes.xml.rels", from: notes.relationships.output.spool)
      }
    }
    for (name, bytes) in texts { try zip.add(name, bytes) }
    for copy in copier.parts { try zip.add(copy.name, from: copy.spool) }
    // Pictures are compressed already.
    for media in body.media {
      try zip.add("word/" + media.name, media.bytes, method: .stored)
    }
    try zip.add("docProps/core.xml", from: core.spool)
    try zip.add("docProps/app.xml", from: app.spool)
    if let custom { try zip.add("docProps/custom.xml", from: custom.spool) }

    let outputs =
      [main, core, app, notes.output, relationships.output, notes.relationships.output]
      + (custom.map { [$0] } ?? [])
    replaced += outputs.reduce(0) { $0 + $1.replaced }
    if replaced > 0 {
      log.record(
        .warning(
          .docxForbiddenCharacters,
          "\(replaced) characters that XML does not allow were replaced by U+FFFD",
          hints: ["they are control characters; look at where the text came from"]))
    }
    try zip.finish(through: try spool(), to: sink)
    return body.document.warnings + log.diagnostics
  }

  static let wordprocessing = "application/vnd.openxmlformats-officedocument.wordprocessingml."

  /// Deflate's level, chosen by measure: past it, files hardly shrink and time doubles.
  static let compression = 3
}

extension LanguageTag {
  static let english = LanguageTag(checked: "en-GB")
}

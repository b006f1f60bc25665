// SPDX-License-Identifier: MIT
// Part of Platen: a Word file from its parts, in their order.

internal import Archive
internal import Diagnostics
internal import Documents
internal import Text

/// The main part while it is written, with what it points at.
struct MainPart {
  let output: XMLOutput
  let relationships: Relationships
  let notes: NotesPart
  let numbering: Numbering
  let styles: StyleSheet
  let section: SectionWriter
  let page: PageTwips
}

/// The parts of one Word file. They are put aside until all are known: the first of them lists them.
struct WordFileParts {
  private enum Content {
    case output(XMLOutput)
    case copy(any TemporaryStorage)
    case bytes([UInt8], ZipWriter.Method = .deflated)
  }

  let main: MainPart
  private(set) var log = DiagnosticLog()
  private let files: TemplateFiles
  private let metadata: Metadata
  private let language: LanguageTag
  private let storage: () throws -> any TemporaryStorage
  private var types = TypesPart()
  private var entries: [(name: String, content: Content)] = []
  /// The parts that hold words of the document.
  private var textParts: [XMLOutput]
  private var replaced = 0

  private static let office = "application/vnd.openxmlformats-officedocument."

  /// - Parameter page: nil for the template's.
  init(
    _ files: TemplateFiles, _ metadata: Metadata, page: DOCXPage?,
    storage: @escaping () throws -> any TemporaryStorage
  ) throws {
    self.files = files
    self.metadata = metadata
    self.storage = storage
    log.record(files.warnings)
    let language = LanguageTag(metadata.language)
    if language == nil, !metadata.language.isEmpty {
      log.record(
        .warning(
          .docxLanguage, "\"\(metadata.language)\" is not a language tag; English is used",
          hints: ["write it as BCP 47 does, such as en or ar-EG"]))
    }
    self.language = language ?? .english
    let ownPage = PageTwips(section: files.section)
    let twips = page.map { PageTwips($0) } ?? ownPage
    files.styles.setLanguage(self.language)
    if !files.isTemplate { files.styles.moveTabs(from: ownPage.textWidth, to: twips.textWidth) }
    let section = SectionWriter(files.section, page: page == nil ? nil : twips)
    section.isRightToLeft = metadata.direction == .rightToLeft
    func part() throws -> XMLOutput { XMLOutput(try storage()) }
    main = MainPart(
      output: try part(), relationships: Relationships(try part()),
      notes: NotesPart(try part(), Relationships(try part())),
      numbering: Numbering(try part(), theirs: files.theirLists, ours: files.ourLists),
      styles: files.styles, section: section, page: twips)
    textParts = [
      main.output, main.relationships.output, main.notes.output, main.notes.relationships.output,
    ]
    for header in files.headers {
      section.references.append(
        (
          header.reference, header.type,
          main.relationships.addRelationship(header.kind, header.name)
        ))
    }
  }

  mutating func record(_ diagnostics: [Diagnostic]) { log.record(diagnostics) }

  /// Adds what the main part points at, once that is written.
  mutating func addParts(media: [ImageParts.Medium]) throws {
    addPart("word/document.xml", .output(main.output), main: "document.main")
    entries.append(("word/_rels/document.xml.rels", .output(main.relationships.output)))
    try addStyles()
    try addCopies(pictures: Set(media.map(\.name)))
    for medium in media {
      // Images are compressed already.
      entries.append(("word/" + medium.name, .bytes(medium.bytes, .stored)))
    }
    try addProperties()
    for medium in media { types.addDefault(medium.pathExtension, medium.type) }
  }

  /// Adds a part that Word knows by its type.
  private mutating func addPart(_ name: String, _ content: Content, main type: String) {
    entries.append((name, content))
    types.addPart(name, DOCXWriter.wordprocessing + type + "+xml")
  }

  private mutating func addStyles() throws {
    let settings = SettingsPart.settings(
      files.settings, language, hasNotes: main.notes.count > 0)
    for (name, tree) in [("styles", files.styles.tree), ("settings", settings)] {
      _ = main.relationships.addRelationship(name, name + ".xml")
      let output = XMLOutput(try storage())
      tree.write(to: output)
      try output.finish()
      addPart("word/\(name).xml", .output(output), main: name)
    }
    _ = main.relationships.addRelationship("numbering", "numbering.xml")
    addPart("word/numbering.xml", .output(main.numbering.output), main: "numbering")
    guard main.notes.count > 0 else { return }
    _ = main.relationships.addRelationship("footnotes", "footnotes.xml")
    addPart("word/footnotes.xml", .output(main.notes.output), main: "footnotes")
    if main.notes.relationships.count > 0 {
      entries.append(
        ("word/_rels/footnotes.xml.rels", .output(main.notes.relationships.output)))
    }
  }

  /// Adds what the template has for theme, fonts and headers.
  private mutating func addCopies(pictures: Set<String>) throws {
    var copier = PartCopier(files.package, types: types, pictures: pictures)
    for (kind, original) in files.copies {
      let name = copier.name(kind: kind)
      _ = main.relationships.addRelationship(kind, String(name.dropFirst(5)))
      entries.append((name, .bytes(original.bytes)))
      try copier.follow(original.name, as: name, storage: storage)
    }
    for header in files.headers {
      let name = "word/" + header.name
      let bytes = try HeaderText.filled(
        header, metadata, styles: header.isOurs || !files.isTemplate ? files.styles : nil,
        replaced: &replaced)
      entries.append((name, .bytes(bytes)))
      copier.types.addPart(name, DOCXWriter.wordprocessing + header.kind + "+xml")
      if !header.isOurs { try copier.follow(header.part.name, as: name, storage: storage) }
    }
    entries += copier.parts.map { ($0.name, .copy($0.storage)) }
    types = copier.types
    log.record(copier.warnings)
  }

  private mutating func addProperties() throws {
    let properties = PropertiesPart(metadata)
    let core = XMLOutput(try storage())
    properties.writeCore(to: core, log: &log)
    try addProperties(core, "core", "application/vnd.openxmlformats-package.core-properties+xml")
    let app = XMLOutput(try storage())
    properties.writeExtended(to: app)
    try addProperties(app, "app", WordFileParts.office + "extended-properties+xml")
    guard properties.hasCustom else { return }
    let custom = XMLOutput(try storage())
    properties.writeCustom(to: custom)
    try addProperties(custom, "custom", WordFileParts.office + "custom-properties+xml")
  }

  private mutating func addProperties(_ properties: XMLOutput, _ name: String, _ type: String)
    throws
  {
    try properties.finish()
    types.addPart("docProps/\(name).xml", type)
    entries.append(("docProps/\(name).xml", .output(properties)))
    textParts.append(properties)
  }

  /// Writes the file.
  mutating func write(to sink: ByteSink) throws {
    try main.relationships.finish()
    try main.output.finish()
    try main.notes.finish()
    try main.numbering.finish()
    let list = XMLOutput(try storage())
    types.write(to: list)
    try list.finish()
    var zip = ZipWriter(level: DOCXWriter.compression)
    try zip.addEntry("[Content_Types].xml", from: list.storage)
    try zip.addEntry("_rels/.rels", from: try roots().storage)
    for (name, content) in entries {
      switch content {
      case .output(let output): try zip.addEntry(name, from: output.storage)
      case .copy(let storage): try zip.addEntry(name, from: storage)
      case .bytes(let bytes, let method): try zip.addEntry(name, bytes, method: method)
      }
    }
    replaced += textParts.reduce(0) { $0 + $1.replaced }
    if replaced > 0 {
      log.record(
        .warning(
          .docxForbiddenCharacters,
          "\(replaced) characters that XML does not allow were replaced by U+FFFD",
          hints: ["they are control characters; check the source of the text"]))
    }
    try zip.finish(through: try storage(), to: sink)
  }

  /// The relationships of the package as a whole.
  private func roots() throws -> XMLOutput {
    let roots = Relationships(XMLOutput(try storage()))
    let package = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/"
    roots.writeRelationship(
      "rId1", Relationships.office + "officeDocument", "word/document.xml", false)
    roots.writeRelationship("rId2", package + "core-properties", "docProps/core.xml", false)
    roots.writeRelationship(
      "rId3", Relationships.office + "extended-properties", "docProps/app.xml", false)
    if PropertiesPart(metadata).hasCustom {
      roots.writeRelationship(
        "rId4", Relationships.office + "custom-properties", "docProps/custom.xml", false)
    }
    try roots.finish()
    return roots.output
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the small parts of a Word file: types, settings, properties.

internal import Diagnostics
internal import Documents

/// `[Content_Types].xml`.
struct TypesPart {
  private var defaults: [(pathExtension: String, type: String)] = [
    ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
    ("xml", "application/xml"),
  ]
  private var overrides: [(name: String, type: String)] = []

  mutating func addPart(_ name: String, _ type: String) { overrides.append((name, type)) }

  mutating func addDefault(_ pathExtension: String, _ type: String) {
    if !defaults.contains(where: { $0.pathExtension == pathExtension }) {
      defaults.append((pathExtension, type))
    }
  }

  func write(to output: XMLOutput) {
    // Without a prefix: LibreOffice reads this part by its tags alone.
    output.raw(BodyWriter.prologue)
    output.raw("<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">")
    for (pathExtension, type) in defaults {
      output.raw("<Default Extension=\"").value(pathExtension).raw("\" ContentType=\"").value(type)
      output.raw("\"/>")
    }
    for (name, type) in overrides {
      output.raw("<Override PartName=\"/").value(name).raw("\" ContentType=\"").value(type)
      output.raw("\"/>")
    }
    output.raw("</Types>")
  }
}

enum SettingsPart {
  /// The skeleton's settings for this document.
  static func settings(_ base: XMLTree, _ language: LanguageTag, hasNotes: Bool) -> XMLTree {
    let settings = base.copy()
    if let theme = settings.first("w:themeFontLang") {
      theme["w:val"] = language.text
      theme["w:eastAsia"] = language.isEastAsian ? language.text : nil
      // Which of a theme's fonts words of other scripts are set in.
      theme["w:bidi"] = language.isRightToLeft ? language.text : "ar-SA"
    }
    if hasNotes {
      let notes = XMLTree(
        "w:footnotePr", [],
        [
          XMLTree("w:footnote", [("w:id", "-1")]), XMLTree("w:footnote", [("w:id", "0")]),
        ])
      settings.insert(notes) { $0 == "w:compat" }
    }
    return settings
  }
}

/// `docProps/`: what is known about the document, and nothing about who made the file or when.
struct PropertiesPart {
  private let metadata: Metadata

  init(_ metadata: Metadata) { self.metadata = metadata }

  func writeCore(to output: XMLOutput, log: inout DiagnosticLog) {
    output.raw(BodyWriter.prologue)
    output.raw(
      """
      <cp:coreProperties \
      xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      """)
    func add(_ name: String, _ value: String, _ attributes: String = "") {
      guard !value.isEmpty else { return }
      output.raw("<\(name)\(attributes)>" as String).text(value).raw("</\(name)>" as String)
    }
    add("dc:title", metadata.title)
    add("dc:subject", metadata.subject)
    add("dc:creator", metadata.authors.joined(separator: "; "))
    add("cp:keywords", metadata.keywords.joined(separator: ", "))
    add("dc:description", metadata.description)
    add("dc:language", metadata.language)
    if PropertiesPart.isDate(metadata.date) {
      add("dcterms:created", metadata.date, " xsi:type=\"dcterms:W3CDTF\"")
    } else if !metadata.date.isEmpty {
      log.record(
        .warning(
          .docxDate, "\"\(metadata.date)\" is not an ISO 8601 date; the properties have none",
          hints: ["write it as 2026-03-01 or 2026-03-01T20:00:00Z"]))
    }
    output.raw("</cp:coreProperties>")
  }

  func writeExtended(to output: XMLOutput) {
    output.raw(BodyWriter.prologue)
    output.raw(
      """
      <Properties \
      xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">\
      <Application>Platen</Application></Properties>
      """)
  }

  private var custom: [(String, String)] {
    [
      ("Subtitle", metadata.subtitle), ("Publisher", metadata.publisher),
      ("License", metadata.license),
    ].filter { !$0.1.isEmpty }
  }

  var hasCustom: Bool { !custom.isEmpty }

  func writeCustom(to output: XMLOutput) {
    output.raw(BodyWriter.prologue)
    output.raw(
      """
      <Properties \
      xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" \
      xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">
      """)
    for (position, (name, value)) in custom.enumerated() {
      output.raw("<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"")
      output.number(position + 2).raw("\" name=\"").value(name).raw("\"><vt:lpwstr>").text(value)
      output.raw("</vt:lpwstr></property>")
    }
    output.raw("</Properties>")
  }

  /// Indicates whether a text is a date of W3C's profile of ISO 8601: a year, with a month, a day
  /// and a time with its zone at will.
  static func isDate(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    func take(_ character: Character) -> Bool {
      guard rest.first == character.asciiValue else { return false }
      rest.removeFirst()
      return true
    }
    func number(_ digits: Int, in range: ClosedRange<Int>) -> Bool {
      guard rest.count >= digits,
        rest.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) })
      else { return false }
      let value = rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      rest.removeFirst(digits)
      return range.contains(value)
    }
    guard number(4, in: 0...9999) else { return false }
    if rest.isEmpty { return true }
    guard take("-"), number(2, in: 1...12) else { return false }
    if rest.isEmpty { return true }
    guard take("-"), number(2, in: 1...31) else { return false }
    if rest.isEmpty { return true }
    guard take("T"), number(2, in: 0...23), take(":"), number(2, in: 0...59) else { return false }
    if take(":"), !number(2, in: 0...59) { return false }
    if take("Z") { return rest.isEmpty }
    guard take("+") || take("-"), number(2, in: 0...23), take(":"), number(2, in: 0...59) else {
      return false
    }
    return rest.isEmpty
  }
}

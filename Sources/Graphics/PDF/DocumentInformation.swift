// SPDX-License-Identifier: MIT
// Part of Platen: the metadata of a PDF, in its dictionary and in XMP.

internal import Canvas
internal import Digests
internal import Text

/// Metadata as the two places a PDF has for it want it.
struct DocumentInformation {
  let metadata: PDFMetadata
  let language: String
  private let conformance: PDFConformance
  private let created: PDFDate?

  private static let program = "Platen"

  var hasDate: Bool { created != nil }

  init(_ metadata: PDFMetadata, language: String, conformance: PDFConformance = .accessible) {
    self.metadata = metadata
    self.language = language
    self.conformance = conformance
    created = PDFDate(metadata.created)
  }

  /// The information dictionary (ISO 32000-1, 14.3.3).
  func writeDictionary(into body: inout [UInt8]) {
    body.put("<<")
    for (key, text) in [
      ("Title", metadata.title), ("Author", metadata.author), ("Subject", metadata.subject),
      ("Keywords", metadata.keywords), ("Creator", DocumentInformation.program),
      ("Producer", DocumentInformation.program),
    ] where !text.isEmpty {
      body.put("/\(key)")
      body.put(text: text)
    }
    if let created {
      body.put("/CreationDate(\(created.pdf))/ModDate(\(created.pdf))")
    }
    if conformance.printProfile != nil { body.put("/Trapped/False") }
    body.put(">>")
  }

  /// The XMP packet (ISO 16684-1).
  ///
  /// - Parameters:
  ///   - isAccessible: Whether to claim PDF/UA-1 (ISO 14289-1, 5).
  ///   - size: Bytes of the file's pages; another document of that title has others.
  func xmp(isAccessible: Bool, size: Int) -> [UInt8] {
    var text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
      xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"\(namespaces)>
      <dc:format>application/pdf</dc:format>

      """
    func add(_ name: String, _ value: String, list: String? = nil, item: String = "<rdf:li>") {
      guard !value.isEmpty else { return }
      let value = MarkupEscaping.escaped(value, whitespace: .spaces)
      let inner = list.map { "<rdf:\($0)>\(item)\(value)</rdf:li></rdf:\($0)>" } ?? value
      text += "<\(name)>\(inner)</\(name)>\n"
    }
    switch conformance {
    case .accessible: break
    case .archive(let hasStructure):
      add("pdfaid:part", "2")
      add("pdfaid:conformance", hasStructure ? "A" : "U")
    case .print:
      add("pdfxid:GTS_PDFXVersion", conformance.name)
      add("pdf:Trapped", "False")
      add("xmp:MetadataDate", created?.iso ?? "")
      add("xmpMM:DocumentID", "uuid:" + identifier(size: size))
      add("xmpMM:RenditionClass", "default")
      add("xmpMM:VersionID", "1")
    }
    if isAccessible, conformance.printProfile == nil {
      add("pdfuaid:part", "1")
      // PDF/A knows no other standard's properties (ISO 19005-2, 6.6.2.3).
      if conformance.isArchive { text += DocumentInformation.accessibilitySchema }
    }
    let inAnyLanguage = "<rdf:li xml:lang=\"x-default\">"
    add("dc:title", metadata.title, list: "Alt", item: inAnyLanguage)
    add("dc:creator", metadata.author, list: "Seq")
    add("dc:description", metadata.subject, list: "Alt", item: inAnyLanguage)
    add("dc:language", language, list: "Bag")
    add("pdf:Keywords", metadata.keywords)
    add("pdf:Producer", DocumentInformation.program)
    add("xmp:CreatorTool", DocumentInformation.program)
    add("xmp:CreateDate", created?.iso ?? "")
    add("xmp:ModifyDate", created?.iso ?? "")
    text += """
      </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
    return Array(text.utf8)
  }
}

extension DocumentInformation {
  /// Declarations of the prefixes that the standard's properties have.
  private var namespaces: String {
    switch conformance {
    case .accessible: ""
    case .archive:
      #" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/""#
        + #" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/""#
        + #" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#""#
        + #" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#""#
    case .print:
      #" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/""#
        + #" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/""#
    }
  }

  /// The description of PDF/UA's property that PDF/A requires (ISO 19005-2, 6.6.2.3.3).
  private static let accessibilitySchema = """
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>part</pdfaProperty:name>
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
    <pdfaProperty:category>internal</pdfaProperty:category>
    <pdfaProperty:description>The part of ISO 14289 that the file is made to\
    </pdfaProperty:description>
    </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>

    """

  /// An identifier of the document that does not change while it does not (RFC 9562, version 8).
  private func identifier(size: Int) -> String {
    let fields = [metadata.title, metadata.author, metadata.subject, metadata.created, language]
    var hash = SHA256()
    hash.update(Array((fields + ["\(size)"]).joined(separator: "\0").utf8))
    var bytes = Array(hash.finalize().bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array(Hex.encode(bytes))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }
}

/// A date of ISO 8601, `2026-01-31` or `2026-01-31T12:00:00Z`, as PDF has it.
struct PDFDate {
  let pdf: String
  let iso: String

  /// Nil for text that is not such a date.
  init?(_ text: String) {
    var digits = ""
    let bytes = Array(text.utf8)
    let pattern = Array("dddd-dd-ddTdd:dd:dd".utf8)
    for (byte, expected) in zip(bytes, pattern) {
      if expected == UInt8(ascii: "d") {
        guard (48...57).contains(byte) else { return nil }
        digits.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        guard byte == expected else { return nil }
      }
    }
    let zone = bytes.dropFirst(pattern.count)
    guard bytes.count == 10 || bytes.count >= pattern.count,
      zone.isEmpty || zone.elementsEqual("Z".utf8)
    else { return nil }
    pdf = "D:" + digits + (bytes.count == 10 ? "" : "Z")
    iso =
      String(decoding: bytes.prefix(pattern.count), as: UTF8.self) + (bytes.count == 10 ? "" : "Z")
  }
}

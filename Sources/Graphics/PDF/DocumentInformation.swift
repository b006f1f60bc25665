// SPDX-License-Identifier: MIT
// Part of Platen: the metadata of a PDF, in its dictionary and in XMP.

internal import Canvas
internal import Text

/// Metadata as the two places a PDF has for it want it.
struct DocumentInformation {
  let metadata: PDFMetadata
  let language: String
  private let created: PDFDate?

  private static let program = "Platen"

  init(_ metadata: PDFMetadata, language: String) {
    self.metadata = metadata
    self.language = language
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
    body.put(">>")
  }

  /// The XMP packet (ISO 16684-1).
  ///
  /// - Parameter isAccessible: Whether to claim PDF/UA-1 (ISO 14289-1, 5).
  func xmp(isAccessible: Bool) -> [UInt8] {
    var text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
      xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
      <dc:format>application/pdf</dc:format>

      """
    func add(_ name: String, _ value: String, list: String? = nil, item: String = "<rdf:li>") {
      guard !value.isEmpty else { return }
      let value = MarkupEscaping.escaped(value, whitespace: .spaces)
      let inner = list.map { "<rdf:\($0)>\(item)\(value)</rdf:li></rdf:\($0)>" } ?? value
      text += "<\(name)>\(inner)</\(name)>\n"
    }
    add("pdfuaid:part", isAccessible ? "1" : "")
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

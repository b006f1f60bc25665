// SPDX-License-Identifier: MIT
// Part of Platen: small XML parts read as trees, with expat.

internal import CExpat
internal import Diagnostics

/// Reads a small XML part: elements, attributes and characters. Comments and instructions are
/// skipped; a document type is rejected, since entities of one's own are how XML bombs are made.
/// Elements and attributes of unknown namespaces are skipped: they are extensions.
package final class XMLTreeParser {
  static let depthLimit = 200
  /// A template has a few thousand.
  static let elementLimit = 500_000
  /// Stands between the namespace and the local name of what expat reports.
  private static let separator = UInt8(ascii: "\n")

  private let part: String
  private let format: OfficeFormat
  /// The name of the elements kept two levels below the root; nil for all.
  private let kept: String?
  private let parser: XML_Parser

  private var root: XMLTree?
  /// The open elements; nil for one that is skipped.
  private var open: [XMLTree?] = []
  private var count = 0
  /// The characters since the last tag.
  private var text: [UInt8] = []
  /// The error that stopped the parser, unless expat found it.
  private var fault: String?

  /// The root of a part.
  ///
  /// - Parameter kept: the name of the only elements kept two levels below the root; the others are
  ///   skipped, so that a whole book can be a template.
  /// - Throws: `Failure` with the format's code, naming the part and the byte.
  package static func parse(
    _ bytes: [UInt8], part: String, of format: OfficeFormat = .word,
    keepingInBody kept: String? = nil
  ) throws -> XMLTree {
    try XMLTreeParser(part: part, of: format, kept: kept).read(bytes)
  }

  private init(part: String, of format: OfficeFormat, kept: String?) throws {
    self.part = part
    self.format = format
    self.kept = kept
    guard let parser = XML_ParserCreateNS(nil, XML_Char(bitPattern: XMLTreeParser.separator)) else {
      throw format.failure("\(part) cannot be read: out of memory", part: part)
    }
    self.parser = parser
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ bytes: [UInt8]) throws -> XMLTree {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { reader, name, attributes in
        guard let name, let attributes else { return }
        XMLTreeParser.of(reader).start(name, attributes)
      },
      { reader, _ in XMLTreeParser.of(reader).end() })
    XML_SetCharacterDataHandler(parser) { reader, characters, count in
      guard let characters else { return }
      XMLTreeParser.of(reader).characters(
        UnsafeRawBufferPointer(start: characters, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      let parser = XMLTreeParser.of(reader)
      parser.stop("a document type, which parts of a \(parser.format.name) do not have,")
    }
    guard let count = Int32(exactly: bytes.count) else { throw failure("more than 2 GiB") }
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self), count, 1)
    }
    if let fault { throw failure(fault) }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
      throw failure(reason ?? "invalid XML")
    }
    guard let root else { throw failure("the root is of an unknown namespace,") }
    return root
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLTreeParser {
    guard let pointer else { preconditionFailure("expat lost the reader of its events") }
    return Unmanaged<XMLTreeParser>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: Events

  private func start(
    _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    // After an error, expat still reports the end of an empty element.
    guard fault == nil else { return }
    addText()
    let isWanted = open.isEmpty || open.last! != nil
    if isWanted { count += 1 }
    guard open.count < XMLTreeParser.depthLimit, count < XMLTreeParser.elementLimit else {
      return stop("more or deeper elements than a template has,")
    }
    guard isWanted, let name = XMLTreeParser.prefixed(name),
      kept == nil || open.count != 2 || name == kept
    else {
      open.append(nil)
      return
    }
    let element = XMLTree(name)
    var next = attributes
    while let name = next[0], let value = next[1] {
      if let name = XMLTreeParser.prefixed(name) {
        element.attributes.append((name, String(cString: value)))
      }
      next += 2
    }
    open.last??.append(element)
    if root == nil { root = element }
    open.append(element)
  }

  private func end() {
    guard fault == nil else { return }
    addText()
    open.removeLast()
  }

  private func characters(_ bytes: UnsafeRawBufferPointer) {
    if open.last ?? nil != nil { text.append(contentsOf: bytes) }
  }

  /// Adds the characters since the last tag to the open element. Blanks between elements are
  /// layout; within what preserves them they are text.
  private func addText() {
    guard !text.isEmpty, let parent = open.last ?? nil else { return }
    let isBlank = text.allSatisfy { $0 <= 0x20 }
    if !isBlank || parent["xml:space"] == "preserve" {
      parent.children.append(.text(String(decoding: text, as: UTF8.self)))
    }
    text.removeAll(keepingCapacity: true)
  }

  /// The name with the usual prefix of its namespace; nil for a namespace we do not know.
  private static func prefixed(_ name: UnsafePointer<XML_Char>) -> String? {
    let parts = String(cString: name).split(separator: "\n", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return String(parts[0]) }
    return XMLTree.prefix(of: String(parts[0])).map { "\($0):\(parts[1])" }
  }

  // MARK: Errors

  private func stop(_ fault: String) {
    self.fault = fault
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func failure(_ what: String) -> Failure {
    format.failure(
      "\(part) cannot be read: \(what) at byte \(XML_GetCurrentByteIndex(parser))", part: part)
  }
}

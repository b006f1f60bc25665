// SPDX-License-Identifier: MIT
// Part of Platen: the elements of an SVG file as a tree, read with expat within limits.

internal import CExpat
internal import Diagnostics

/// An element of an SVG file with what is in it. Names are without prefixes.
struct SVGElement {
  var name: String
  var attributes: [String: String] = [:]
  var children: [SVGElement] = []
  /// The characters directly in it.
  var text = ""
  /// The line of its start.
  var line = 1
}

/// Reads the elements of SVG's own namespace, or of none; others and what is in them are skipped,
/// as are comments and instructions. Nothing outside of the file is read.
// @safe: expat's parser lives as long as the reader of its events, and is used by it alone.
@safe final class SVGElementParser {
  static let depthLimit = 64
  static let elementLimit = 20_000
  /// Bytes that an entity may stand for.
  static let entityLimit = 200
  /// Stands between the namespace and the local name of what expat reports.
  private static let separator = UInt8(ascii: "\n")
  private static let namespace = "http://www.w3.org/2000/svg"
  private static let links = "http://www.w3.org/1999/xlink"

  private let parser: XML_Parser
  private var root: SVGElement?
  /// The open elements; nil for one that is skipped.
  private var open: [SVGElement?] = []
  private var count = 0
  /// The error that stopped the parser, unless expat found it.
  private var fault: Diagnostic?

  /// The root element of a file.
  ///
  /// - Throws: `Failure` `svg.damaged` at its line and column; `svg.entity`; `svg.too-large` for
  ///   more than ``elementLimit`` elements or deeper ones than ``depthLimit``.
  static func parse(_ bytes: [UInt8]) throws -> SVGElement {
    try SVGElementParser().read(bytes)
  }

  private init() throws {
    guard
      let parser = unsafe XML_ParserCreateNS(
        nil, XML_Char(bitPattern: SVGElementParser.separator))
    else { throw Failure(.error(.svgDraw, "no memory to read in")) }
    unsafe self.parser = parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  private func read(_ bytes: [UInt8]) throws -> SVGElement {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { reader, name, attributes in
        guard let name = unsafe name, let attributes = unsafe attributes else { return }
        unsafe SVGElementParser.of(reader).start(name, attributes)
      },
      { reader, _ in unsafe SVGElementParser.of(reader).end() })
    unsafe XML_SetCharacterDataHandler(parser) { reader, characters, count in
      guard let characters = unsafe characters else { return }
      unsafe SVGElementParser.of(reader).addCharacters(
        UnsafeRawBufferPointer(start: characters, count: Int(count)))
    }
    unsafe XML_SetEntityDeclHandler(parser) { reader, _, _, value, count, _, _, _, _ in
      let bytes = unsafe value.map { unsafe UnsafeRawBufferPointer(start: $0, count: Int(count)) }
      unsafe SVGElementParser.of(reader).declare(bytes)
    }
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(bytes.count), 1)
    }
    if let fault { throw Failure(fault) }
    guard status == XML_STATUS_OK else {
      let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      throw Failure(.error(.svgDamaged, "invalid SVG: \(reason ?? "invalid XML")", at: place))
    }
    guard let root, root.name == "svg" else {
      throw Failure(.error(.svgDamaged, "invalid SVG: its root element is not <svg>"))
    }
    return root
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> SVGElementParser {
    guard let pointer = unsafe pointer else {
      preconditionFailure("expat lost the reader of its events")
    }
    return unsafe Unmanaged<SVGElementParser>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The line and column of the parser.
  private var place: SourceLocation {
    unsafe SourceLocation(
      line: Int(XML_GetCurrentLineNumber(parser)),
      column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  // MARK: Events

  private func start(
    _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    // After an error, expat still reports the end of an empty element.
    guard fault == nil else { return }
    guard open.count < SVGElementParser.depthLimit, count < SVGElementParser.elementLimit else {
      stop(.error(.svgTooLarge, "the file has more or deeper elements than are read", at: place))
      return
    }
    count += 1
    let (space, local) = unsafe SVGElementParser.parts(name)
    let isSkipped = !open.isEmpty && open[open.count - 1] == nil
    guard !isSkipped, space.isEmpty || space == SVGElementParser.namespace else {
      open.append(nil)
      return
    }
    var element = SVGElement(name: local, line: place.line ?? 1)
    var next = unsafe attributes
    while let name = unsafe next[0], let value = unsafe next[1] {
      let (space, local) = unsafe SVGElementParser.parts(name)
      if space.isEmpty || space == SVGElementParser.links && element.attributes[local] == nil {
        element.attributes[local] = unsafe String(cString: value)
      }
      unsafe next += 2
    }
    open.append(element)
  }

  private func end() {
    guard fault == nil, let last = open.popLast(), let element = last else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1]?.children.append(element)
    }
  }

  private func addCharacters(_ characters: UnsafeRawBufferPointer) {
    guard let last = open.last, let element = last, element.name == "style" else { return }
    open[open.count - 1]?.text += unsafe String(decoding: characters, as: UTF8.self)
  }

  /// Entities may stand for a word, as in files of Illustrator; those that hold more could be used
  /// to fill memory.
  private func declare(_ value: UnsafeRawBufferPointer?) {
    let isWord =
      unsafe value.map { bytes in
        unsafe bytes.count <= SVGElementParser.entityLimit
          && !bytes.contains { "<&%".utf8.contains($0) }
      } ?? false
    guard !isWord else { return }
    stop(
      .error(
        .svgEntity, "it declares entities that hold more than words", at: place,
        hints: ["write out what they stand for"]))
  }

  private func stop(_ fault: Diagnostic) {
    if self.fault == nil { self.fault = fault }
    unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  /// The namespace and the local name.
  private static func parts(_ name: UnsafePointer<XML_Char>) -> (space: String, local: String) {
    let text = unsafe String(cString: name)
    guard let end = text.utf8.firstIndex(of: separator) else { return ("", text) }
    return (String(text[..<end]), String(text[text.utf8.index(after: end)...]))
  }
}

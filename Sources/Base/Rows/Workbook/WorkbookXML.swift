// SPDX-License-Identifier: MIT
// Part of Platen: the elements of a part of a workbook, one after the other, read with expat within
// limits.

internal import CExpat
internal import Diagnostics

/// Receives the elements of a part of a workbook. Names are without namespaces.
protocol WorkbookXMLHandler: AnyObject {
  func start(_ name: String, _ attributes: [String: String]) throws
  func end(_ name: String) throws
  /// - Parameter text: characters in the element that was started last; they may come in pieces.
  func addText(_ text: String) throws
}

/// Reads the elements of a part. Document types are rejected, and with them all entities; comments
/// and instructions are skipped, and nothing outside of the part is read.
// @safe: expat's parser lives as long as the reader of its events, and is used by it alone.
@safe final class WorkbookXML {
  static let depthLimit = 32

  private let parser: XML_Parser
  private let handler: any WorkbookXMLHandler
  private let part: String
  private var depth = 0
  /// The error that stopped the parser, unless expat found it.
  private var fault: (any Error)?

  /// Reads a part.
  ///
  /// - Throws: `Failure` `rows.workbook` for invalid XML, a document type or elements deeper than
  ///   ``depthLimit``; errors of the handler.
  static func read(_ bytes: [UInt8], part: String, _ handler: any WorkbookXMLHandler) throws {
    try WorkbookXML(part, handler).read(bytes)
  }

  private init(_ part: String, _ handler: any WorkbookXMLHandler) throws {
    self.part = part
    self.handler = handler
    guard let parser = unsafe XML_ParserCreateNS(nil, XML_Char(bitPattern: UInt8(ascii: "\n")))
    else { throw Failure(.error(.rowsWorkbook, "no memory to read \(part) in")) }
    unsafe self.parser = parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  private func read(_ bytes: [UInt8]) throws {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { reader, name, attributes in
        guard let name = unsafe name, let attributes = unsafe attributes else { return }
        unsafe WorkbookXML.of(reader).start(name, attributes)
      },
      { reader, name in
        guard let name = unsafe name else { return }
        unsafe WorkbookXML.of(reader).end(name)
      })
    unsafe XML_SetCharacterDataHandler(parser) { reader, characters, count in
      guard let characters = unsafe characters else { return }
      unsafe WorkbookXML.of(reader).addCharacters(
        UnsafeRawBufferPointer(start: characters, count: Int(count)))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
      let reader = unsafe WorkbookXML.of(reader)
      reader.stop(reader.failure("it has a document type"))
    }
    guard let count = Int32(exactly: bytes.count) else { throw failure("it is too large") }
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self), count, 1)
    }
    if let fault { throw fault }
    guard status == XML_STATUS_OK else {
      let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      throw failure(reason ?? "invalid XML")
    }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> WorkbookXML {
    guard let pointer = unsafe pointer else {
      preconditionFailure("expat lost the reader of its events")
    }
    return unsafe Unmanaged<WorkbookXML>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func start(
    _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    // After an error, expat still reports the end of an empty element.
    guard fault == nil else { return }
    depth += 1
    guard depth <= WorkbookXML.depthLimit else {
      return stop(failure("its elements are more than \(WorkbookXML.depthLimit) deep"))
    }
    var found: [String: String] = [:]
    var next = unsafe attributes
    while let name = unsafe next[0], let value = unsafe next[1] {
      let local = unsafe WorkbookXML.local(name)
      if found[local] == nil { found[local] = unsafe String(cString: value) }
      unsafe next += 2
    }
    do { try handler.start(unsafe WorkbookXML.local(name), found) } catch { stop(error) }
  }

  private func end(_ name: UnsafePointer<XML_Char>) {
    guard fault == nil else { return }
    depth -= 1
    do { try handler.end(unsafe WorkbookXML.local(name)) } catch { stop(error) }
  }

  private func addCharacters(_ characters: UnsafeRawBufferPointer) {
    guard fault == nil else { return }
    do { try handler.addText(unsafe String(decoding: characters, as: UTF8.self)) } catch {
      stop(error)
    }
  }

  private func stop(_ fault: any Error) {
    if self.fault == nil { self.fault = fault }
    unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func failure(_ what: String) -> Failure {
    Failure(
      .error(
        .rowsWorkbook, "the workbook cannot be read: \(what)",
        at: SourceLocation(field: "part \(part)"), hints: ["save it again, or as .csv"]))
  }

  /// Returns the name without its namespace.
  private static func local(_ name: UnsafePointer<XML_Char>) -> String {
    let text = unsafe String(cString: name)
    guard let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return text }
    return String(text[text.utf8.index(after: end)...])
  }
}

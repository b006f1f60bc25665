// SPDX-License-Identifier: MIT
// Part of Platen: a client's message of JSON-RPC 2.0, read from one line.

internal import JSON

/// The id of a request: a whole number or a text, answered as it was sent.
public enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  init?(_ value: JSONValue?) {
    guard let value else { return nil }
    switch value.kind {
    case .number:
      guard let number = value.int else { return nil }
      self = .number(number)
    case .string:
      guard let text = value.string else { return nil }
      self = .text(text)
    case .null, .bool, .array, .object: return nil
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): json.int(number)
    case .text(let text): json.string(text)
    }
  }
}

/// An error of the protocol, with a code of JSON-RPC or of the Model Context Protocol.
public struct ProtocolError: Error, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case internalFault = -32603
    case busy = -32000
    case resourceNotFound = -32002
    case unsupportedRevision = -32022
  }

  public var code: Code
  public var message: String
  /// The revision that was requested, where it is unsupported.
  var requested: String?

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// A message from the client.
enum ClientMessage {
  case request(RequestID, method: String, JSONValue?)
  case notification(method: String, JSONValue?)
  /// An answer; the server requests nothing, so it is ignored.
  case answer

  /// The most bytes of a line, and the depth of its values.
  static let limits = JSONDocument.Limits(bytes: 4 << 20, depth: 64)

  /// Reads one line.
  ///
  /// - Throws: ``MessageError`` with the id of the request, where it is known.
  init(line: [UInt8]) throws(MessageError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: line, limits: ClientMessage.limits)
    } catch {
      throw MessageError(.parse, "invalid JSON: \(error)")
    }
    guard document.repairs.isEmpty else {
      throw MessageError(.parse, "invalid JSON: the text is not well-formed UTF-8")
    }
    let root = document.root
    if root.kind == .array { throw MessageError(.invalidRequest, "batches are unsupported") }
    guard root.kind == .object else {
      throw MessageError(.invalidRequest, "expected an object with \"method\"")
    }
    let id = RequestID(root["id"])
    guard root["jsonrpc"]?.string == "2.0" else {
      throw MessageError(.invalidRequest, "expected \"jsonrpc\": \"2.0\"", id)
    }
    guard let method = root["method"]?.string else {
      guard root["result"] != nil || root["error"] != nil else {
        throw MessageError(.invalidRequest, "the message lacks \"method\"", id)
      }
      self = .answer
      return
    }
    let parameters = root["params"]
    if let parameters, parameters.kind != .object {
      throw MessageError(.invalidRequest, "\"params\" is not an object", id)
    }
    if root["id"] == nil {
      self = .notification(method: method, parameters)
    } else if let id {
      self = .request(id, method: method, parameters)
    } else {
      throw MessageError(.invalidRequest, "\"id\" is neither a whole number nor a text")
    }
  }
}

/// An error in a message, answered with the id of its request, or null where it is unknown.
struct MessageError: Error {
  var error: ProtocolError
  var id: RequestID?

  init(_ code: ProtocolError.Code, _ message: String, _ id: RequestID? = nil) {
    error = ProtocolError(code, message)
    self.id = id
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the server's side of the Model Context Protocol: lines in, answers and work out.

internal import JSON
internal import Text

/// The description of a server, as clients see it.
public struct ServerDescription: Sendable {
  public var name: String
  public var title: String
  public var version: String
  /// The server's purpose and its rules, for the client's model.
  public var instructions: String
  public var tools: [Tool]
  public var prompts: [Prompt]
  /// The code of messages about invalid arguments of a call.
  public var argumentCode: String

  public init(
    name: String, title: String, version: String, instructions: String, tools: [Tool],
    prompts: [Prompt], argumentCode: String
  ) {
    self.name = name
    self.title = title
    self.version = version
    self.instructions = instructions
    self.tools = tools
    self.prompts = prompts
    self.argumentCode = argumentCode
  }
}

/// Work that takes longer than reading a line.
public struct Work: Sendable {
  public enum Task: Sendable {
    case call(Tool, ToolArguments)
    case listResources(cursor: String?)
    case readResource(address: String)
  }

  public let id: RequestID
  public let task: Task
  /// Indicates whether the client requested notes of progress.
  public var reportsProgress: Bool { progressToken != nil }
  /// The code of the error where a resource does not exist.
  public var missingResource: ProtocolError.Code {
    revision.hasHandshake ? .resourceNotFound : .invalidParameters
  }
  let progressToken: RequestID?
  let revision: Revision
  /// The number of this work among all: a client may use the id of a canceled request again.
  let number: Int
}

/// A resource in a list.
public struct ResourceEntry: Sendable {
  public var link: ToolResult.Link
  public var title: String

  public init(_ link: ToolResult.Link, title: String) {
    self.link = link
    self.title = title
  }
}

/// The result of work.
public enum WorkResult: Sendable {
  case called(ToolResult)
  case listed([ResourceEntry], nextCursor: String?)
  case readText(address: String, mediaType: String, String)
  case readBytes(address: String, mediaType: String, [UInt8])
  case failed(ProtocolError)
}

/// The server's side of a conversation, as values: no file, no thread.
///
/// Source: the specification of the Model Context Protocol, revisions 2024-11-05 to 2026-07-28.
public struct ServerSession: Sendable {
  /// A consequence of a line.
  public enum Action: Sendable {
    /// Write this line.
    case send(String)
    /// Begin this work, and pass its result to ``finish(_:_:)``.
    case begin(Work)
    /// End this work; it has no answer.
    case cancel(RequestID)
  }

  /// The most requests under way at once.
  public static let mostRequests = 64

  private let server: ServerDescription
  /// The revision agreed upon by `initialize`.
  private var agreed: Revision?
  /// The numbers of the work of requests under way.
  private var underWay: [RequestID: Int] = [:]
  private var count = 0

  public init(_ server: ServerDescription) { self.server = server }

  /// Indicates whether work is under way: neither answered nor canceled.
  public func isUnderWay(_ work: Work) -> Bool { underWay[work.id] == work.number }

  /// Takes one line of the client, without its line break.
  public mutating func receive(_ line: [UInt8]) -> [Action] {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return [] }
    do {
      switch try ClientMessage(line: line) {
      case .answer: return []
      case .notification(let method, let parameters):
        guard method == "notifications/cancelled", let id = RequestID(parameters?["requestId"]),
          underWay.removeValue(forKey: id) != nil
        else { return [] }
        return [.cancel(id)]
      case .request(let id, let method, let parameters):
        return answer(id, method, parameters)
      }
    } catch {
      return [.send(ServerSession.errorLine(error.error, error.id))]
    }
  }

  /// The answer to a line that is longer than any that is taken.
  public static func answerToLongLine() -> String {
    errorLine(
      ProtocolError(
        .invalidRequest, "the message has more than \(ClientMessage.limits.bytes) bytes"), nil)
  }

  /// The most bytes of a line.
  public static var longestLine: Int { ClientMessage.limits.bytes }

  /// Returns the answer to finished work; nil where it was canceled meanwhile.
  public mutating func finish(_ work: Work, _ result: WorkResult) -> String? {
    guard isUnderWay(work) else { return nil }
    underWay[work.id] = nil
    if case .failed(let error) = result { return ServerSession.errorLine(error, work.id) }
    return resultLine(work.id, work.revision) { json in
      switch result {
      case .failed: break
      case .called(let result): result.write(to: &json)
      case .listed(let entries, let nextCursor):
        json.member(
          "resources",
          array: { json in
            for entry in entries {
              json.object { json in
                entry.link.writeMembers(to: &json)
                json.member("title", entry.title)
              }
            }
          })
        if let nextCursor { json.member("nextCursor", nextCursor) }
        work.revision.writeCaching(to: &json)
      case .readText(let address, let mediaType, let text):
        ServerSession.writeContent((address, mediaType), "text", text, to: &json)
        work.revision.writeCaching(to: &json)
      case .readBytes(let address, let mediaType, let bytes):
        ServerSession.writeContent((address, mediaType), "blob", Base64.encode(bytes), to: &json)
        work.revision.writeCaching(to: &json)
      }
    }
  }

  /// Writes the content of a resource: a text, or bytes in Base64.
  private static func writeContent(
    _ resource: (address: String, mediaType: String), _ key: String, _ content: String,
    to json: inout JSONWriter
  ) {
    json.member(
      "contents",
      array: { json in
        json.object { json in
          json.member("uri", resource.address)
          json.member("mimeType", resource.mediaType)
          json.member(key, content)
        }
      })
  }

  /// Returns a note of progress; nil where the client requested none, or the work was canceled.
  public func progress(of work: Work, _ done: Int, of total: Int?, _ message: String?) -> String? {
    guard let token = work.progressToken, isUnderWay(work) else { return nil }
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("method", "notifications/progress")
      json.member("params") { json in
        json.key("progressToken")
        token.write(to: &json)
        json.member("progress", done)
        if let total { json.member("total", total) }
        if let message { json.member("message", message) }
      }
    }
    return json.text
  }
}

extension ServerSession {
  private static let versionKey = "io.modelcontextprotocol/protocolVersion"

  private mutating func answer(
    _ id: RequestID, _ method: String, _ parameters: JSONValue?
  ) -> [Action] {
    do throws(ProtocolError) {
      guard underWay[id] == nil else {
        throw ProtocolError(.invalidRequest, "a request with this id is under way")
      }
      let meta = parameters?["_meta"]
      let revision: Revision
      if let name = meta?[ServerSession.versionKey] {
        guard let named = Revision(rawValue: name.string ?? "") else {
          throw ProtocolError.unsupported(name.string ?? "")
        }
        revision = named
      } else if method == "initialize" {
        return [.send(begin(id, parameters))]
      } else if let agreed {
        revision = agreed
      } else if method == "ping" {
        revision = .lastWithHandshake
      } else {
        throw ProtocolError(
          .invalidParameters,
          "\"_meta\" lacks \"\(ServerSession.versionKey)\", and \"initialize\" was not requested")
      }
      return try answer(id, method, parameters, revision)
    } catch {
      return [.send(ServerSession.errorLine(error, id))]
    }
  }

  private mutating func answer(
    _ id: RequestID, _ method: String, _ parameters: JSONValue?, _ revision: Revision
  ) throws(ProtocolError) -> [Action] {
    switch method {
    case "server/discover" where !revision.hasHandshake:
      return [.send(discovery(id, revision))]
    case "ping" where revision.hasHandshake:
      return [.send(resultLine(id, revision) { _ in })]
    case "tools/list":
      try ServerSession.checkNoCursor(parameters)
      return [
        .send(
          resultLine(id, revision) { json in
            json.member(
              "tools", array: { json in for tool in server.tools { tool.write(to: &json) } })
            revision.writeCaching(to: &json)
          })
      ]
    case "prompts/list":
      try ServerSession.checkNoCursor(parameters)
      return [
        .send(
          resultLine(id, revision) { json in
            json.member(
              "prompts", array: { json in for prompt in server.prompts { prompt.write(to: &json) } }
            )
            revision.writeCaching(to: &json)
          })
      ]
    case "resources/templates/list":
      try ServerSession.checkNoCursor(parameters)
      return [
        .send(
          resultLine(id, revision) { json in
            json.member("resourceTemplates", array: { _ in })
            revision.writeCaching(to: &json)
          })
      ]
    case "prompts/get": return [.send(try prompt(id, parameters, revision))]
    case "tools/call": return try call(id, parameters, revision)
    case "resources/list":
      let cursor = parameters?["cursor"]
      guard cursor == nil || cursor?.string != nil else {
        throw ProtocolError(.invalidParameters, "\"cursor\" is not a text")
      }
      return try begin(id, .listResources(cursor: cursor?.string), parameters, revision)
    case "resources/read":
      guard let address = parameters?["uri"]?.string else {
        throw ProtocolError(.invalidParameters, "\"uri\" is missing")
      }
      return try begin(id, .readResource(address: address), parameters, revision)
    default:
      throw ProtocolError(.methodNotFound, "unsupported method \"\(method.prefix(60))\"")
    }
  }

  /// The lists that are short have one page.
  private static func checkNoCursor(_ parameters: JSONValue?) throws(ProtocolError) {
    if let cursor = parameters?["cursor"], !cursor.isNull {
      throw ProtocolError(.invalidParameters, "unknown cursor")
    }
  }

  private mutating func begin(
    _ id: RequestID, _ task: Work.Task, _ parameters: JSONValue?, _ revision: Revision
  ) throws(ProtocolError) -> [Action] {
    guard underWay.count < ServerSession.mostRequests else {
      throw ProtocolError(
        .busy, "\(ServerSession.mostRequests) requests are under way; wait for their answers")
    }
    count += 1
    underWay[id] = count
    let token = RequestID(parameters?["_meta"]?["progressToken"])
    return [
      .begin(Work(id: id, task: task, progressToken: token, revision: revision, number: count))
    ]
  }

  private mutating func call(
    _ id: RequestID, _ parameters: JSONValue?, _ revision: Revision
  ) throws(ProtocolError) -> [Action] {
    guard let name = parameters?["name"]?.string else {
      throw ProtocolError(.invalidParameters, "\"name\" is missing")
    }
    guard let tool = server.tools.first(where: { $0.name == name }) else {
      throw ProtocolError(.invalidParameters, "unknown tool \"\(name.prefix(60))\"")
    }
    let arguments: ToolArguments
    do {
      arguments = try ToolArguments(parameters?["arguments"], for: tool)
    } catch {
      // An error of the call, not of the protocol: the client's model sees it and tries again.
      var result = ToolResult()
      result.isError = true
      result.messages = error.faults.map {
        ToolResult.messageText(code: server.argumentCode, "\(tool.name): \($0)")
      }
      return [.send(resultLine(id, revision) { result.write(to: &$0) })]
    }
    return try begin(id, .call(tool, arguments), parameters, revision)
  }

  private func prompt(
    _ id: RequestID, _ parameters: JSONValue?, _ revision: Revision
  ) throws(ProtocolError) -> String {
    guard let name = parameters?["name"]?.string,
      let prompt = server.prompts.first(where: { $0.name == name })
    else { throw ProtocolError(.invalidParameters, "unknown prompt") }
    let text = try prompt.filled(with: parameters?["arguments"])
    return resultLine(id, revision) { json in
      json.member("description", prompt.summary)
      json.member(
        "messages",
        array: { json in
          json.object { json in
            json.member("role", "user")
            json.member("content") { json in
              json.member("type", "text")
              json.member("text", text)
            }
          }
        })
    }
  }

  /// The answer to `initialize`: the revision requested, or the newest that begins so.
  private mutating func begin(_ id: RequestID, _ parameters: JSONValue?) -> String {
    let requested = Revision(rawValue: parameters?["protocolVersion"]?.string ?? "")
    let revision =
      requested.flatMap { $0.hasHandshake ? $0 : nil } ?? Revision.lastWithHandshake
    agreed = revision
    return resultLine(id, revision) { json in
      json.member("protocolVersion", revision.rawValue)
      writeCapabilities(to: &json)
      json.key("serverInfo")
      writeInfo(to: &json)
      json.member("instructions", server.instructions)
    }
  }

  private func discovery(_ id: RequestID, _ revision: Revision) -> String {
    resultLine(id, revision) { json in
      json.member("supportedVersions", Revision.allCases.reversed().map(\.rawValue))
      writeCapabilities(to: &json)
      json.member("instructions", server.instructions)
      revision.writeCaching(to: &json)
      json.member("_meta") { json in
        json.key("io.modelcontextprotocol/serverInfo")
        writeInfo(to: &json)
      }
    }
  }

  private func writeCapabilities(to json: inout JSONWriter) {
    json.member("capabilities") { json in
      for name in ["tools", "resources", "prompts"] { json.member(name) { _ in } }
    }
  }

  private func writeInfo(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", server.name)
      json.member("title", server.title)
      json.member("version", server.version)
    }
  }

  private func resultLine(
    _ id: RequestID, _ revision: Revision, _ body: (inout JSONWriter) -> Void
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.key("id")
      id.write(to: &json)
      json.member("result") { json in
        if !revision.hasHandshake { json.member("resultType", "complete") }
        body(&json)
      }
    }
    return json.text
  }

  fileprivate static func errorLine(_ error: ProtocolError, _ id: RequestID?) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.key("id")
      if let id { id.write(to: &json) } else { json.null() }
      json.member("error") { json in
        json.member("code", error.code.rawValue)
        json.member("message", error.message)
        if error.code == .unsupportedRevision {
          json.member("data") { json in
            json.member("supported", Revision.allCases.map(\.rawValue))
            json.member("requested", error.requested)
          }
        }
      }
    }
    return json.text
  }
}

extension ProtocolError {
  fileprivate static func unsupported(_ revision: String) -> ProtocolError {
    var error = ProtocolError(
      .unsupportedRevision, "unsupported revision \"\(revision.prefix(60))\"")
    error.requested = String(revision.prefix(60))
    return error
  }
}

extension Revision {
  /// Writes the members of a list or a content that a client may keep; nothing may be kept, since
  /// files change at any time.
  fileprivate func writeCaching(to json: inout JSONWriter) {
    guard !hasHandshake else { return }
    json.member("ttlMs", 0)
    json.member("cacheScope", "private")
  }
}

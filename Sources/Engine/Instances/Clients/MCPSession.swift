// SPDX-License-Identifier: MIT
// Part of Platen: the Model Context Protocol over streamable HTTP, as a client that only reads.

internal import Diagnostics
internal import JSON

/// A server's tools, called over streamable HTTP (Model Context Protocol, 2025-06-18): each message
/// is posted, the answer is JSON or a stream of events that holds it.
final class MCPSession: Sendable {
  private let session: Session
  private let endpoint: WebAddress
  private let agent: (name: String, version: String)
  private let state = Guarded(State())
  /// Held while the session is opened.
  private let opening = Guarded(())

  private struct State: Sendable {
    var isOpen = false
    var generation = 0
    /// The server's id of the session: not a secret, but private to the client.
    var id: String?
    var version = MCPSession.versions[0]
    var lastNumber = 0
    var tools: Set<String>?
  }

  /// Events of a stream that may come before the answer: notes of progress, mostly.
  static let eventLimit = 1000

  /// Versions of the protocol that are understood, the newest first.
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  init(_ session: Session, path: String, agent: (name: String, version: String)) {
    self.session = session
    self.agent = agent
    let address = session.instance.address
    endpoint = address.path.hasSuffix("/" + path) ? address : address.appending(path)
  }

  private var name: String { session.instance.name }

  // MARK: Opening

  /// Agrees on a version. With servers that know no sessions, none is used.
  func open() throws(Failure) {
    if state.withLock({ $0.isOpen }) { return }
    try opening.withLock { _ throws(Failure) in
      if state.withLock({ $0.isOpen }) { return }
      let (reply, response) = try post("initialize") { json in
        json.member("protocolVersion", MCPSession.versions[0])
        json.member("capabilities", object: { _ in })
        json.member(
          "clientInfo",
          object: { json in
            json.member("name", agent.name)
            json.member("version", agent.version)
          })
      }
      let version: String? = try reply.read { reply throws(Failure) in
        switch reply {
        case .result(let result): return result["protocolVersion"]?.string
        // A server without sessions does not know the word.
        case .error(-32601, _): return nil
        case .error(_, let message):
          throw session.malformed("no session:", printable(message, limit: 200))
        case .other: throw session.malformed("a session", "without a result")
        }
      }
      if let version, !MCPSession.versions.contains(version) {
        throw session.malformed("its tools", "in version \(printable(version, limit: 40)) only")
      }
      state.withLock { state in
        state.id = response.header("mcp-session-id")
        if let version { state.version = version }
      }
      if version != nil {
        let answer = try session.send(
          message(JSONRPC.request("notifications/initialized", id: nil) { _ in }))
        try session.expectSuccess(answer, "a session")
      }
      state.withLock {
        $0.isOpen = true
        $0.generation += 1
      }
    }
  }

  /// The names of the tools the server has.
  func tools() throws(Failure) -> Set<String> {
    if let known = state.withLock({ $0.tools }) { return known }
    var names: Set<String> = []
    var walk = CursorWalk()
    let bounds = session.listBounds("its list of tools")
    while !walk.isDone {
      let cursor = walk.cursor
      let found = try query("tools/list", "its list of tools") { json in
        if let cursor { json.member("cursor", cursor) }
      } read: { result throws(Failure) in
        guard let tools = result["tools"], tools.isArray else {
          throw self.session.malformed("its list of tools", "without tools")
        }
        return (
          tools.elements.compactMap { $0["name"]?.string }, result["nextCursor"]?.string
        )
      }
      let known = names.count
      names.formUnion(found.0)
      walk.take(next: found.1, hasMore: nil, entries: names.count - known)
      try bounds.check(entries: names.count, isIdle: walk.isIdle)
    }
    state.withLock { $0.tools = names }
    return names
  }

  /// Calls a tool and reads its result.
  ///
  /// - Parameter read: is handed the object the tool gives, whichever way the server wraps it.
  /// - Throws: `Failure` `instance.tool` where the tool reports a failure, and the errors of the
  ///   request.
  func call<T>(
    _ tool: String, _ what: String, arguments: @escaping (inout JSONWriter) -> Void,
    read: (JSONView) throws(Failure) -> T
  ) throws(Failure) -> T {
    let names = try tools()
    guard names.contains(tool) else {
      throw Failure(
        .error(
          .instanceTool, "\(name) has no tool \(tool)",
          hints: [nearMissHint(tool, among: names.sorted())]))
    }
    return try query("tools/call", what) { json in
      json.member("name", tool)
      json.member("arguments", object: arguments)
    } read: { result throws(Failure) in
      if let object = result["structuredContent"], object.isObject {
        return try self.checked(object, result, what, read)
      }
      guard let content = result["content"], content.isArray else {
        // As the application's own route answers: the object itself.
        return try self.checked(result, result, what, read)
      }
      for part in content.elements where part["type"]?.equals("text") == true {
        guard let text = part["text"]?.string else { continue }
        if result["isError"]?.bool == true {
          throw self.failed(what, text)
        }
        let document = try self.session.document(Array(text.utf8), what)
        return try unsafe document.withView { view throws(Failure) in
          try self.checked(view, result, what, read)
        }
      }
      throw self.session.malformed(what, "without anything in it")
    }
  }

  private func checked<T>(
    _ object: JSONView, _ result: JSONView, _ what: String,
    _ read: (JSONView) throws(Failure) -> T
  ) throws(Failure) -> T {
    let error = object["error"]
    if result["isError"]?.bool == true || object["success"]?.looseBool == false
      || error?.isNull == false
    {
      let text = error?.string ?? object["message"]?.string ?? "no reason given"
      throw failed(what, text)
    }
    return try read(object)
  }

  private func failed(_ what: String, _ text: String) -> Failure {
    Failure(
      .error(
        .instanceTool, "\(name) does not give \(what): \(printable(text, limit: 200))"))
  }

  // MARK: Messages

  /// Sends a request in the session, or in a new one where the server no longer knows the old one.
  private func query<T>(
    _ method: String, _ what: String, _ parameters: @escaping (inout JSONWriter) -> Void,
    read: (JSONView) throws(Failure) -> T
  ) throws(Failure) -> T {
    for isLast in [false, true] {
      try open()
      let generation = state.withLock { $0.generation }
      let (held, response) = try post(method, parameters)
      if response.status == 404, !isLast, state.withLock({ $0.id }) != nil {
        forget(generation)
        continue
      }
      try session.expectSuccess(response, what)
      return try held.read { reply throws(Failure) in
        switch reply {
        case .result(let result): return try read(result)
        case .error(let code, let message):
          throw self.failed(what, "\(message) (\(code))")
        case .other: throw self.session.malformed(what, "without a result")
        }
      }
    }
    throw session.malformed(what, "in no session")
  }

  private func forget(_ generation: Int) {
    state.withLock { state in
      guard state.generation == generation else { return }
      state.isOpen = false
      state.id = nil
    }
  }

  /// An answer, or why there is none to read.
  private struct Held {
    var document: JSONDocument?
    var id: Int

    func read<T>(_ body: (JSONRPC.Reply) throws(Failure) -> T) throws(Failure) -> T {
      guard let document else { return try body(.other) }
      return try unsafe document.withView { view throws(Failure) in
        try body(JSONRPC.reply(in: view, to: id))
      }
    }
  }

  private func post(
    _ method: String, _ parameters: (inout JSONWriter) -> Void
  ) throws(Failure) -> (Held, ClientResponse) {
    let id = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    var request = message(JSONRPC.request(method, id: id, parameters: parameters))
    let stream = Guarded((events: EventStream(), count: 0))
    request.isEnough = { bytes in
      stream.withLock { stream in
        let events = stream.events.take(bytes)
        stream.count += events.count
        return stream.count > MCPSession.eventLimit
          || events.contains { MCPSession.isAnswer($0, to: id) }
      }
    }
    let response = try session.send(request)
    guard (200...299).contains(response.status) else {
      return (Held(document: nil, id: id), response)
    }
    var body = response.body
    if response.type == "text/event-stream" {
      var stream = EventStream()
      // A stream that ends without an empty line ends its last event all the same.
      let events = stream.take(body) + stream.take([10, 10])
      guard let answer = events.first(where: { MCPSession.isAnswer($0, to: id) }) else {
        if events.count > MCPSession.eventLimit {
          throw session.endless(
            "more than \(MCPSession.eventLimit) events and no answer among them")
        }
        throw session.malformed("an answer", "as a stream without one")
      }
      body = answer
    }
    return (Held(document: try session.document(body, "an answer"), id: id), response)
  }

  private static func isAnswer(_ bytes: [UInt8], to id: Int) -> Bool {
    guard let document = try? JSONDocument(parsing: bytes) else { return false }
    return unsafe document.withView { view in
      if case .other = JSONRPC.reply(in: view, to: id) { false } else { true }
    }
  }

  private func message(_ body: [UInt8]) -> ClientRequest {
    var request = ClientRequest(.post, endpoint)
    request.body = .json(body)
    request.limit = session.instance.answerLimit
    request.idleTimeout = session.instance.idleTimeout
    let (id, version, isOpen) = state.withLock { ($0.id, $0.version, $0.isOpen || $0.id != nil) }
    request.headers = [("Accept", "application/json, text/event-stream")]
    if isOpen { request.headers.append(("MCP-Protocol-Version", version)) }
    if let id { request.headers.append(("Mcp-Session-Id", id)) }
    return request
  }

  /// Ends the session on the server; its answer is ignored.
  func close() {
    guard let id = state.withLock({ $0.id }) else { return }
    var request = ClientRequest(.delete, endpoint)
    request.headers = [("Mcp-Session-Id", id)]
    request.idleTimeout = 2
    session.sendOnce(request)
    state.withLock {
      $0.isOpen = false
      $0.id = nil
    }
  }
}

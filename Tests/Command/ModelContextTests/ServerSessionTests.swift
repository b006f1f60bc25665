// SPDX-License-Identifier: MIT
// Part of Platen: tests of the Model Context Protocol: lines in, answers and work out.

import JSON
import TestSupport
import Testing

@testable import ModelContext

@Suite struct ServerSessionTests {
  private static let server = ServerDescription(
    name: "platen", title: "Platen", version: "1.2.3", instructions: "Be kind.",
    tools: [
      Tool(
        "draw", title: "Draw", summary: "Draw it.", effect: .overwriting,
        parameters: [
          .init("path", .text, "The file.", isRequired: true),
          .init("width", .number(1...100), "The width."),
          .init("who", .choice(["player", "gm"]), "For whom."),
          .init("again", .flag, "Once more."),
          .init("only", .texts, "Only these."),
          .init("options", .settings, "Others."),
        ])
    ],
    prompts: [
      Prompt(
        "map", title: "Map", summary: "A map.",
        blanks: [.init("place", "A place.", isRequired: true)],
        text: "Draw {place} for {who}.", defaults: ["who": "players"])
    ],
    argumentCode: "mcp.argument")

  /// The session, which each line changes.
  private final class Conversation {
    var session = ServerSession(ServerSessionTests.server)
  }

  private let conversation = Conversation()

  /// The same random numbers each time.
  private struct Noise: RandomNumberGenerator {
    private var state: UInt64 = 5
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"}
    """

  private static func request(_ method: String, _ members: String = "", id: String = "1") -> String
  {
    let members = members.isEmpty ? meta : members + "," + meta
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(members)}}"#
  }

  /// The one answer to a line.
  private func answer(_ line: String) throws -> JSONValue {
    let actions = conversation.session.receive(Array(line.utf8))
    guard actions.count == 1, case .send(let text) = actions[0] else {
      Issue.record("not one answer: \(actions)")
      return try JSONDocument(parsing: Array("{}".utf8)).root
    }
    #expect(!text.contains("\n"))
    return try JSONDocument(parsing: Array(text.utf8)).root
  }

  private func errorCode(_ line: String) throws -> Int? {
    try answer(line)["error"]?["code"]?.int
  }

  /// The work that a line begins.
  private func begun(_ line: String) -> Work? {
    guard case .begin(let work)? = conversation.session.receive(Array(line.utf8)).first else {
      return nil
    }
    return work
  }

  @Test func aClientOfTheNewestRevisionDiscoversTheServer() throws {
    let result = try answer(Self.request("server/discover"))["result"]
    #expect(result?["supportedVersions"]?[0]?.string == "2026-07-28")
    #expect(result?["resultType"]?.string == "complete")
    #expect(result?["ttlMs"]?.int == 0)
    #expect(result?["cacheScope"]?.string == "private")
    #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"]?.string == "1.2.3")
    #expect(result?["capabilities"]?.members.map(\.key) == ["tools", "resources", "prompts"])
  }

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"),
    ("1999-01-01", "2025-11-25"),
  ]) func aClientOfAnOlderRevisionBeginsWithAHandshake(requested: String, agreed: String)
    throws
  {
    let result = try answer(
      #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(requested)"}}"#
    )["result"]
    #expect(result?["protocolVersion"]?.string == agreed)
    #expect(
      conversation.session.receive(
        Array(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.utf8)
      )
      .isEmpty)
    let tools = try answer(#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#)["result"]
    #expect(tools?["tools"]?.count == 1)
    #expect(tools?["resultType"] == nil)
    #expect(try answer(#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)["result"]?.count == 0)
  }

  @Test func toolsAreListedWithTheirSchemas() throws {
    let tool = try answer(Self.request("tools/list"))["result"]?["tools"]?[0]
    let schema = tool?["inputSchema"]
    #expect(schema?["required"]?.elements.map(\.string) == ["path"])
    #expect(schema?["properties"]?["width"]?["maximum"]?.int == 100)
    #expect(schema?["properties"]?["who"]?["enum"]?.count == 2)
    #expect(schema?["additionalProperties"]?.bool == false)
    #expect(tool?["outputSchema"]?["required"]?.count == 2)
    #expect(tool?["annotations"]?["destructiveHint"]?.bool == true)
    #expect(tool?["annotations"]?["openWorldHint"]?.bool == false)
  }

  @Test(arguments: [
    ("{", -32700), ("[]", -32600), ("3", -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32602),
    (Self.request("tools/frobnicate"), -32601), (Self.request("ping"), -32601),
    (Self.request("tools/list", #""cursor":"x""#), -32602),
    (Self.request("tools/call", #""name":"none""#), -32602), (Self.request("tools/call"), -32602),
    (Self.request("resources/read"), -32602), (Self.request("prompts/get"), -32602),
    (Self.request("prompts/get", #""name":"map""#), -32602),
    (Self.request("tools/list").replacing("2026-07-28", with: "2031-01-01"), -32022),
    (String(repeating: "[", count: 100_000), -32700),
  ]) func errorsOfTheProtocolHaveTheirCodes(line: String, code: Int) throws {
    #expect(try errorCode(line) == code)
  }

  @Test(arguments: [
    (#"{}"#, "draw: path: missing; The file."),
    (#"{"path":3}"#, "draw: path: expected a text"),
    (#"{"path":"a\u0000b"}"#, "draw: path: the text has a zero byte"),
    (#"{"path":"a","width":101}"#, "draw: width: expected a whole number from 1 to 100"),
    (#"{"path":"a","width":1.5}"#, "draw: width: expected a whole number from 1 to 100"),
    (#"{"path":"a","who":"me"}"#, "draw: who: expected one of player, gm"),
    (#"{"path":"a","again":1}"#, "draw: again: expected true or false"),
    (#"{"path":"a","only":"x"}"#, "draw: only: expected a list of at most 1000 texts"),
    (
      #"{"path":"a","options":{"k":{}}}"#,
      "draw: options: \"k\" is not a text, a number, a flag or a list"
    ),
    (
      #"{"path":"a","wdth":3}"#,
      "draw: unknown argument \"wdth\"; known: path, width, who, again, only, options"
    ),
  ]) func invalidArgumentsAreErrorsThatAModelSees(arguments: String, message: String)
    throws
  {
    let result = try answer(
      Self.request("tools/call", #""name":"draw","arguments":\#(arguments)"#))["result"]
    #expect(result?["isError"]?.bool == true)
    let messages = result?["structuredContent"]?["messages"]?.elements ?? []
    #expect(messages.map { $0["message"]?.string } == [message])
    #expect(messages.map { $0["code"]?.string } == ["mcp.argument"])
  }

  @Test func argumentsAreReadAsTheyAreDeclared() throws {
    let work = try #require(
      begun(
        Self.request(
          "tools/call",
          #"""
          "name":"draw","arguments":{"path":"a.map","width":7,"again":true,"who":null,\#
          "only":["x","y"],"options":{"paper":"A3","dpi":1.5,"flat":true,"layers":["a",2]}}
          """#)))
    guard case .call(let tool, let arguments) = work.task else {
      Issue.record("not a call")
      return
    }
    #expect(tool.name == "draw")
    #expect(arguments.text("path") == "a.map")
    #expect(arguments.number("width") == 7)
    #expect(arguments.flag("again"))
    #expect(arguments.text("who") == nil)
    #expect(arguments.texts("only") == ["x", "y"])
    let options = arguments.settings("options")
    #expect(options.map(\.key) == ["paper", "dpi", "flat", "layers"])
    #expect(options.map(\.values) == [["A3"], ["1.5"], ["true"], ["a", "2"]])
  }

  @Test func aCallIsAnsweredOnceWithProgressBefore() throws {
    let line = Self.request("tools/call", #""name":"draw","arguments":{"path":"a"}"#, id: #""x""#)
    let work = try #require(begun(line))
    #expect(try errorCode(line) == -32600)
    let note = try #require(conversation.session.progress(of: work, 2, of: 5, "job"))
    #expect(
      note == #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","#
        + #""progress":2,"total":5,"message":"job"}}"#)
    var result = ToolResult()
    result.values = [#"{"a":1}"#]
    result.links = [.init(address: "file:///a", name: "a", mediaType: "image/png", size: 3)]
    result.pictures = [.init(bytes: [1, 2, 3], mediaType: "image/png")]
    let finished = conversation.session.finish(work, .called(result))
    let text = try #require(finished)
    let answer = try JSONDocument(parsing: Array(text.utf8)).root
    #expect(answer["id"]?.string == "x")
    let content = answer["result"]?["content"]?.elements ?? []
    #expect(content.map { $0["type"]?.string } == ["text", "image", "resource_link"])
    #expect(content[0]["text"]?.string == #"{"messages":[],"values":[{"a":1}]}"#)
    #expect(content[1]["data"]?.string == "AQID")
    #expect(answer["result"]?["structuredContent"]?["values"]?[0]?["a"]?.int == 1)
    let again = conversation.session.finish(work, .called(result))
    #expect(again == nil)
    #expect(conversation.session.progress(of: work, 3, of: 5, nil) == nil)
  }

  @Test func aCanceledCallHasNoAnswer() throws {
    let work = try #require(
      begun(Self.request("tools/call", #""name":"draw","arguments":{"path":"a"}"#, id: "9")))
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#
    guard case .cancel(.number(9))? = conversation.session.receive(Array(cancel.utf8)).first else {
      Issue.record("not canceled")
      return
    }
    #expect(!conversation.session.isUnderWay(work))
    // The id is free again, and the answer to the new request is not that of the old.
    let next = try #require(
      begun(Self.request("tools/call", #""name":"draw","arguments":{"path":"b"}"#, id: "9")))
    let finished = conversation.session.finish(work, .called(ToolResult()))
    #expect(finished == nil)
    #expect(conversation.session.isUnderWay(next))
    let answered = conversation.session.finish(next, .called(ToolResult()))
    #expect(answered != nil)
    let actions = conversation.session.receive(Array(cancel.utf8))
    #expect(actions.isEmpty)
  }

  @Test func requestsUnderWayAreBounded() throws {
    for number in 0..<ServerSession.mostRequests {
      #expect(begun(Self.request("resources/list", id: "\(number)")) != nil)
    }
    #expect(try errorCode(Self.request("resources/list", id: "-1")) == -32000)
    #expect(try answer(Self.request("tools/list", id: "-1"))["result"] != nil)
  }

  @Test func promptsAreFilledIn() throws {
    let result = try answer(
      Self.request("prompts/get", #""name":"map","arguments":{"place":"{who}"}"#))["result"]
    #expect(result?["messages"]?[0]?["content"]?["text"]?.string == "Draw {who} for players.")
    #expect(
      try errorCode(
        Self.request("prompts/get", #""name":"map","arguments":{"place":"a","x":"b"}"#)) == -32602)
  }

  @Test func aMissingResourceHasTheCodeOfItsRevision() throws {
    let work = try #require(begun(Self.request("resources/read", #""uri":"file:///x""#)))
    #expect(work.missingResource == .invalidParameters)
    #expect(Revision.allCases.filter(\.hasHandshake).count == 4)
  }

  /// Lines changed at random: each has at most one answer, which is JSON, and none stops the server.
  @Test func linesChangedAtRandomAreAnswered() throws {
    var numbers = Noise()
    let lines = [
      Self.request("tools/call", #""name":"draw","arguments":{"path":"a","width":3}"#),
      Self.request("server/discover"), Self.request("prompts/get", #""name":"map""#),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    ].map { Array($0.utf8) }
    for _ in 0..<4000 {
      var line = lines.randomElement(using: &numbers) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &numbers) {
        line[Int.random(in: line.indices, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      let actions = conversation.session.receive(line)
      #expect(actions.count <= 1)
      switch actions.first {
      case .send(let text):
        let answer = try JSONDocument(parsing: Array(text.utf8))
        #expect(answer.repairs.isEmpty)
      case .begin(let work): _ = conversation.session.finish(work, .called(ToolResult()))
      case .cancel, nil: break
      }
    }
  }
}

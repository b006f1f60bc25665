// SPDX-License-Identifier: MIT
// Part of Platen: tests of the clients of the three kinds of server, in their shapes.

import Diagnostics
import Foundation
import JSON
import Loopback
import TestSupport
import Testing

@testable import Instances

@Suite struct BedrudClientTests {
  /// A server with so many rooms.
  private func server(
    rooms: Int, isAdmin: Bool = true, health: LoopbackServer.Reply = .json(#"{"status":"healthy"}"#)
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.pathOnly {
      case "/api/health": return health
      case "/api/auth/me": return .json(#"{"id":"u1","name":"Mira"}"#)
      case "/api/admin/rooms" where !isAdmin, "/api/admin/users" where !isAdmin:
        return .json(#"{"error":"admin only"}"#, status: 403)
      case "/api/admin/rooms", "/api/room/list":
        let limit = Int(request.query("limit") ?? "") ?? 50
        let page = Int(request.query("page") ?? "") ?? 1
        let start = min(rooms, (page - 1) * limit)
        let list = (start..<min(rooms, start + limit)).map {
          #"{"id":"r\#($0)","name":"room-\#($0)","createdAt":"2026-11-01T10:00:00Z"}"#
        }
        return .json(
          #"{"rooms":[\#(list.joined(separator: ","))],"total":\#(rooms),"page":\#(page),"limit":\#(limit)}"#
        )
      case "/api/admin/users":
        return .json(#"{"users":[{"id":"u1","name":"Mira"}],"total":1,"page":1,"limit":100}"#)
      case "/api/admin/settings":
        return .json(
          #"{"jwtSecret":"hush-1","google_client_secret":"hush-2","smtpPassword":"hush-3","bot_token":"hush-4","s3":{"privateKey":"hush-5"},"awsCredentials":"hush-6","serverName":"Club","livekitApiSecret":null}"#
        )
      case "/api/admin/livekit/stats": return .json(#"{"totalParticipants":2}"#)
      case "/api/admin/rooms/r1/participants":
        return .json(#"{"participants":[{"identity":"u1","name":"میرا"}],"room":{"id":"r1"}}"#)
      default: return .json(#"{"error":"not found"}"#, status: 404)
      }
    }
  }

  @Test(arguments: [0, 1, 99, 100, 101, 250]) func RoomsAreReadToTheEnd(_ count: Int) throws {
    let server = try server(rooms: count)
    defer { server.stop() }
    let rooms = try Instance.at(server, .bedrud).client().holdings()
    #expect(rooms.map(\.id) == (0..<count).map { "r\($0)" })
    #expect(server.requests.count == max(1, (count + 99) / 100))
  }

  @Test func ARoomComesWithWhoIsInIt() throws {
    let server = try server(rooms: 2)
    defer { server.stop() }
    let client = try Instance.at(server, .bedrud) { $0.label = "Club" }.client()
    let bytes = try client.fetch(Holding(id: "r1", title: "room-1"))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"instance":{"label":"Club","url":"\#(server.url)"},"room":{"id":"r1","name":"room-1","createdAt":"2026-11-01T10:00:00Z"},"participants":[{"identity":"u1","name":"میرا"}]}"#
    )
    let gone = failure { _ = try client.fetch(Holding(id: "r7", title: "room-7")) }
    #expect(gone?.code == "instance.missing")
  }

  @Test func WhoIsNoAdministratorSeesHisOwnRoomsAndIsTold() throws {
    let server = try server(rooms: 3, isAdmin: false)
    defer { server.stop() }
    let client = try Instance.at(server, .bedrud).client()
    #expect(try client.holdings().count == 3)
    #expect(client.warnings.map(\.code.rawValue) == ["instance.forbidden"])
    #expect(failure { _ = try client.report() }?.code == "instance.forbidden")
  }

  @Test func SecretsOfSettingsAreMaskedWhateverTheServerDoes() throws {
    let server = try server(rooms: 1)
    defer { server.stop() }
    let report = try #require(try Instance.at(server, .bedrud).client().report())
    let text = String(decoding: report, as: UTF8.self)
    #expect(!text.contains("hush"))
    #expect(text.contains(#""jwtSecret":"••••••••""#) && text.contains(#""serverName":"Club""#))
    #expect(text.contains(#""livekitApiSecret":null"#) && text.contains(#""totalParticipants":2"#))
  }

  @Test func healthIsReportedUnknownOrBad() throws {
    let replies: [(LoopbackServer.Reply, String?, String?)] = [
      (.json(#"{"status":"healthy","time":1795000000}"#), "healthy", nil),
      (.json(#"{"version":"1"}"#), nil, nil), (.answer(404, [], "no"), nil, nil),
      (.json(#"{"status":"draining"}"#), nil, "instance.unavailable"),
      (.answer(200, [], "<html>"), nil, "instance.answer"),
      (.answer(503, [], ""), nil, "instance.unavailable"),
    ]
    for (reply, health, code) in replies {
      let server = try server(rooms: 0, health: reply)
      let client = try Instance.at(server, .bedrud) { $0.retries.limit = 0 }.client()
      var message: String?
      #expect(failure { message = try client.health() }?.code == code)
      #expect(message == health)
      server.stop()
    }
  }

  @Test func valuesThatAreNotListsAreReported() throws {
    for body in ["", "[", "{}", #"{"rooms":7}"#, "<html>no</html>"] {
      let server = try LoopbackServer { _ in .json(body) }
      let refused = failure { _ = try Instance.at(server, .bedrud).client().holdings() }
      #expect(refused?.code == "instance.answer")
      server.stop()
    }
  }
}

@Suite struct TobogganClientTests {
  @Test func ATalkBecomesTheDeckItsBuildWouldBe() throws {
    let server = try LoopbackServer { request in
      request.path == "/api/talk"
        ? .json(
          #"{"title":"Ships","date":"2026-11-02","footer":null,"lang":"en","titles":["One"],"step_counts":[0],"durations":[null]}"#
        )
        : .json(
          #"{"slides":[{"kind":"Standard","style":{},"title":{"type":"Text","text":"One"},"body":{"type":"Html","raw":"<p>Sails</p>"}}]}"#
        )
    }
    defer { server.stop() }
    let client = try Instance.at(server, .toboggan).client()
    let talks = try client.holdings()
    #expect(talks == [Holding(id: "talk", title: "Ships")])
    let bytes = try client.fetch(talks[0])
    #expect(
      String(decoding: bytes, as: UTF8.self).hasPrefix(
        #"{"title":"Ships","date":"2026-11-02","lang":"en","slides":[{"#))
    #expect(try client.health() == "it shows a talk" && client.signIn() == "no sign-in")
  }

  @Test(arguments: ["{}", "[]", "7", "not json"]) func filesThatAreNotTalksAreReported(
    _ body: String
  ) throws {
    let server = try LoopbackServer { _ in .json(body) }
    defer { server.stop() }
    let client = try Instance.at(server, .toboggan).client()
    #expect(failure { _ = try client.holdings() }?.code == "instance.answer")
    #expect(
      failure { _ = try client.fetch(Holding(id: "talk", title: "")) }?.code == "instance.answer")
  }
}

/// The form of the answers of a server of campaigns.
private enum AnswerShape: CaseIterable, Sendable {
  /// JSON with text content.
  case content
  /// The object itself in the result.
  case plain
  case structured
  case stream
  /// A stream that sends other messages first and stays open.
  case chatty
}

@Suite struct WorldArchitectClientTests {
  /// A server with so many campaigns, at most two of them a page.
  private func server(
    _ shape: AnswerShape = .content, campaigns: Int = 5, tools: String? = nil,
    state: String? = nil, hasSessions: Bool = true, forgets: Counter? = nil
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      guard request.path == "/mcp" else { return .answer(404, [], "") }
      guard request.method == "POST" else { return .answer(200, [], "") }
      guard let message = try? JSONDocument(parsing: request.body) else {
        return .answer(400, [], "")
      }
      let root = message.root
      let id = root["id"]?.int ?? -1
      let method = root["method"]?.string ?? ""
      let sessionHeaders = [("Mcp-Session-Id", "s-1"), ("Content-Type", "application/json")]
      func result(_ json: String) -> LoopbackServer.Reply {
        let whole = #"{"jsonrpc":"2.0","id":\#(id),"result":\#(json)}"#
        switch shape {
        case .content, .plain, .structured:
          return .answer(
            200,
            method == "initialize" && hasSessions
              ? sessionHeaders : [("Content-Type", "application/json")], whole)
        case .stream: return .events([whole])
        case .chatty:
          return .events(
            [
              #"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#,
              #"{"jsonrpc":"2.0","id":\#(id + 50),"result":{}}"#, whole,
            ], open: 20)
        }
      }
      func tool(_ object: String) -> LoopbackServer.Reply {
        switch shape {
        case .plain: return result(object)
        case .structured:
          return result(
            #"{"content":[{"type":"text","text":"see"}],"structuredContent":\#(object)}"#)
        default:
          var json = JSONWriter()
          json.string(object)
          return result(#"{"content":[{"type":"image"},{"type":"text","text":\#(json.text)}]}"#)
        }
      }
      switch method {
      case "initialize":
        return hasSessions
          ? result(#"{"protocolVersion":"2025-03-26","capabilities":{"tools":{}}}"#)
          : .json(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32601,"message":"unknown"}}"#)
      case "notifications/initialized": return .answer(202, [], "")
      default: break
      }
      if let forgets, forgets.value == 0, method == "tools/call" {
        forgets.next()
        return .answer(404, [], "no session")
      }
      switch method {
      case "tools/list":
        return result(
          tools
            ?? #"{"tools":[{"name":"process_action"},{"name":"get_campaigns_list"},{"name":"get_campaign_state"}]}"#
        )
      case "tools/call":
        let arguments = root["params"]?["arguments"]
        guard arguments?["user_id"]?.string == "user-7" else {
          return tool(#"{"error":"no such user","status_code":404}"#)
        }
        switch root["params"]?["name"]?.string {
        case "get_campaigns_list":
          let start = Int(arguments?["start_after"]?.string ?? "0") ?? 0
          let end = min(campaigns, start + min(2, arguments?["limit"]?.int ?? 2))
          let list = (start..<end).map {
            #"{"id":"c\#($0)","title":"Tale \#($0)","last_played":"2026-11-0\#($0 + 1)T20:00:00Z"}"#
          }
          return tool(
            #"{"success":true,"campaigns":[\#(list.joined(separator: ","))],"has_more":\#(end < campaigns),"next_cursor":\#(end < campaigns ? "\"\(end)\"" : "null"),"total_count":\#(campaigns)}"#
          )
        case "get_campaign_state":
          guard arguments?["include_story"]?.bool == true else { return tool("{}") }
          let name = arguments?["campaign_id"]?.string ?? ""
          return tool(
            state
              ?? #"{"success":true,"campaign":{"title":"Tale \#(name)"},"game_state":{"turn_number":3},"user_settings":{"email":"hush@example.org"},"story":[{"actor":"gemini","text":"The gate opens.","timestamp":"2026-11-01T20:00:00Z","part":1}]}"#
          )
        default: return tool(#"{"error":"played"}"#)
        }
      default: return .answer(400, [], "")
      }
    }
  }

  private func client(_ server: LoopbackServer) throws -> any InstanceClient {
    try Instance.at(server, .worldarchitect, credential: "env:T") {
      $0.user = .variable("WHO")
    }.client(variables: ["T": "tok-tok-tok-tok-tok", "WHO": "user-7"])
  }

  @Test(arguments: AnswerShape.allCases)
  fileprivate func CampaignsAreReadWhicheverWayTheyAreWrapped(
    _ shape: AnswerShape
  ) throws {
    let server = try server(shape)
    defer { server.stop() }
    let client = try client(server)
    let found = try client.holdings()
    #expect(found.map(\.id) == (0..<5).map { "c\($0)" })
    #expect(found[2].title == "Tale 2" && found[2].mark == "\"2026-11-03T20:00:00Z\"")
    let bytes = try client.fetch(found[1])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text
        == #"{"campaign":{"title":"Tale c1"},"game_state":{"turn_number":3},"story":[{"actor":"gemini","text":"The gate opens.","timestamp":"2026-11-01T20:00:00Z","part":1}]}"#
    )
    client.close()
  }

  @Test(arguments: [0, 1, 2, 3, 9]) func TheListIsReadToItsEnd(_ count: Int) throws {
    let server = try server(campaigns: count)
    defer { server.stop() }
    #expect(try client(server).holdings().count == count)
  }

  @Test func theSessionIsOpenedReportedAndClosed() throws {
    let server = try server()
    defer { server.stop() }
    let client = try client(server)
    #expect(try client.signIn() == "signed in")
    client.close()
    let methods = server.requests.map { request in
      request.method == "DELETE"
        ? "DELETE"
        : (try? JSONDocument(parsing: request.body).root["method"]?.string) ?? "?"
    }
    #expect(
      methods == [
        "initialize", "notifications/initialized", "tools/list", "tools/call", "DELETE",
      ])
    #expect(
      server.requests.map { $0.headers["mcp-session-id"] } == [nil, "s-1", "s-1", "s-1", "s-1"])
    #expect(server.requests[2].headers["mcp-protocol-version"] == "2025-03-26")
    #expect(server.requests[0].headers["accept"] == "application/json, text/event-stream")
  }

  @Test func AServerWithoutSessionsIsSpokenToWithout() throws {
    let server = try server(.plain, hasSessions: false)
    defer { server.stop() }
    #expect(try client(server).holdings().count == 5)
  }

  @Test func expiredSessionsAreReopened() throws {
    let forgets = Counter()
    let server = try server(forgets: forgets)
    defer { server.stop() }
    #expect(try client(server).holdings().count == 5)
    #expect(forgets.value == 1)
  }

  @Test func CreatingAndPlayingAreRefusedByName() throws {
    let server = try server()
    defer { server.stop() }
    let client = try #require(try client(server) as? WorldArchitectClient)
    let tools = WorldArchitectClient.refused.map(\.tool) + ["get_user_settings", "erase_all", ""]
    for tool in tools {
      let refused = failure { try client.call(tool, "it", arguments: { _ in }) { _ in } }
      #expect(refused?.code == "instance.refused")
      #expect(refused?.diagnostics[0].message.hasPrefix(tool) == true)
    }
    #expect(server.requests.isEmpty)
    #expect(Set(tools).isSuperset(of: ["create_campaign", "process_action", "update_campaign"]))
  }

  @Test(
    arguments: [
      (#"{"tools":[{"name":"roll_dice"}]}"#, nil, "instance.tool"),
      (#"{"nothing":1}"#, nil, "instance.answer"),
      (nil, #"{"success":false,"error":"not yours"}"#, "instance.tool"),
      (nil, #"{"error":"gone","status_code":404}"#, "instance.tool"),
      (nil, #"{"campaign":{"title":"T"}}"#, "instance.answer"),
      (nil, #"{"story":[]}"#, "instance.answer"), (nil, "[1]", "instance.answer"),
      (nil, "no json", "instance.answer"),
    ] as [(String?, String?, String)]) func WhatToolsGetWrongIsSaid(
      _ tools: String?, _ state: String?, _ code: String
    ) throws
  {
    let server = try server(tools: tools, state: state)
    defer { server.stop() }
    let refused = failure { _ = try client(server).fetch(Holding(id: "c1", title: "T")) }
    #expect(refused?.code == code)
  }
}

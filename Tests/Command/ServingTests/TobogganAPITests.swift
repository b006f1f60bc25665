// SPDX-License-Identifier: MIT
// Part of Platen: a client that asks for what Toboggan's own clients ask, and needs what they need.

import Foundation
import JSON
import Rehearsal
import Testing

@testable import Serving

@Suite struct TobogganAPITests {
  private func json(_ bytes: [UInt8]) throws -> JSONValue { try JSONDocument(parsing: bytes).root }

  /// Their remote on a terminal: state, a move, an error, all over HTTP while others watch.
  @Test func commandsOverHTTPMoveTheTalk() throws {
    let running = try RunningTalk()
    let viewer = try running.viewer()
    let remote = try running.client()
    func obey(_ command: String) throws -> JSONValue {
      let answer = remote.post(command)
      #expect(answer.status == 200 && answer.head.contains("application/json"))
      return try json(answer.body)
    }
    #expect(try obey(#"{"command":"Register","name":"x"}"#)["state"]?["state"]?.string == "Init")
    let moved = try obey(#"{"command":"GoTo","slide":1}"#)
    #expect(moved["type"]?.string == "State" && moved["state"]?["current"]?.int == 1)
    #expect(try viewer.nextMessage("State")["state"]?["current"]?.int == 1)
    #expect(try obey(#"{"command":"Blink"}"#)["type"]?.string == "Blink")
    #expect(try viewer.nextMessage()["type"]?.string == "Blink")
    #expect(try obey(#"{"command":"Ping"}"#)["type"]?.string == "Pong")
    // An error of the talk is an answer; what is no command is not.
    #expect(try obey(#"{"command":"GoTo","slide":9}"#)["type"]?.string == "Error")
    #expect(try obey(#"{"command":"Unregister"}"#)["type"]?.string == "Error")
    #expect(remote.post("{}").status == 422)
    #expect(remote.post("GoTo").status == 422)
    #expect(remote.post(String(repeating: " ", count: 5000)).status == 413)
    let log = try running.stop()
    #expect(log.map(\.state.current) == [1, 1])
  }

  @Test func theListOfClientsAndTheHealth() throws {
    let running = try RunningTalk(token: "let me in")
    let presenter = try running.client()
    // A browser brings the secret with the address of the socket.
    try #require(presenter.open("/api/ws?token=let%20me%20in"))
    presenter.order("Register", #","name":"web""#)
    #expect(try presenter.nextMessage("Registered")["role"]?.string == "Presenter")
    let viewer = try running.viewer()
    let remote = try running.client()
    #expect(remote.get("/api/clients").status == 403)
    let list = try json(remote.get("/api/clients", "Authorization: Bearer let me in").body)
    let clients = list["clients"]?.elements ?? []
    #expect(clients.map { $0["name"]?.string } == ["web", "test"])
    #expect(clients.map { $0["role"]?.string } == ["Presenter", "Audience"])
    for client in clients {
      #expect(client["ip_addr"]?.string == "127.0.0.1")
      #expect(client["id"]?["idx"]?.int != nil && client["id"]?["version"]?.int == 1)
      #expect(client["connected_at"]?.string?.hasSuffix("Z") == true)
    }
    let health = try json(remote.get("/health").body)
    #expect(health["status"]?.string == "Ok" && health["talk"]?.string == "T")
    #expect(health["active_clients"]?.int == 2)
    #expect(health["started_at"]?.string?.hasPrefix("20") == true)
    #expect(health["elapsed"]?.string?.hasSuffix("s") == true)
    withExtendedLifetime(viewer) {}
    try running.stop()
  }
}

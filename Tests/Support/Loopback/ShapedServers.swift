// SPDX-License-Identifier: MIT
// Part of Platen: servers in the shapes of those Platen asks, which a test can fill, change and
// break.

internal import Foundation

/// The shared part of shaped servers: a state that tests change while the server runs.
public class ShapedServer: @unchecked Sendable {
  private let lock = NSLock()
  private var isDown = false
  private var goodToken: String?
  fileprivate var server: LoopbackServer!

  fileprivate init(
    identity: LoopbackServer.Identity?, token: String?,
    _ answer: @escaping @Sendable (ShapedServer, LoopbackServer.Request) -> LoopbackServer.Reply
  ) throws {
    goodToken = token
    // The server lives as long as this, which stops it.
    server = try LoopbackServer(identity: identity) { [weak self] request in
      guard let self, !locked({ self.isDown }) else { return .answer(503, [], "") }
      if !isOpen(request), let good = locked({ self.goodToken }),
        request.headers["authorization"] != "Bearer \(good)"
      {
        return .json(#"{"error":"invalid or expired token"}"#, status: 401)
      }
      return answer(self, request)
    }
  }

  deinit { server.stop() }

  /// Indicates whether a request needs no token.
  fileprivate func isOpen(_ request: LoopbackServer.Request) -> Bool {
    request.path.hasSuffix("/health") || request.path.hasPrefix("/uploads/")
      || request.path.contains("/auth/")
        && !request.path.hasSuffix("/auth/me")
  }

  fileprivate func locked<T>(_ body: () -> T) -> T { lock.withLock(body) }

  public var url: String { server.url }
  public var requests: [LoopbackServer.Request] { server.requests }
  /// Indicates whether it answers nothing but 503.
  public func setDown(_ down: Bool) { locked { isDown = down } }
  /// The token it takes.
  public func setToken(_ token: String) { locked { goodToken = token } }
}

/// A WorldArchitect server.
public final class CampaignServer: ShapedServer, @unchecked Sendable {
  /// One campaign.
  public struct Campaign: Sendable {
    public var id: String
    public var title: String
    public var played: String
    public var scenes: [String]

    public init(id: String, title: String, played: String, scenes: [String]) {
      self.id = id
      self.title = title
      self.played = played
      self.scenes = scenes
    }
  }

  private var campaigns: [Campaign]
  private let user: String

  public init(
    _ campaigns: [Campaign], user: String, token: String? = nil,
    identity: LoopbackServer.Identity? = nil
  ) throws {
    self.campaigns = campaigns
    self.user = user
    try super.init(identity: identity, token: token) { server, request in
      (server as? CampaignServer)?.answer(request) ?? .answer(500, [], "")
    }
  }

  /// Changes what it holds.
  public func change(_ body: (inout [Campaign]) -> Void) { locked { body(&campaigns) } }

  /// The number of calls of each tool.
  public func calls(_ tool: String) -> Int {
    requests.count { $0.text.contains("\"\(tool)\"") }
  }

  private func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    guard request.path == "/mcp", request.method == "POST",
      let message = (try? JSONSerialization.jsonObject(with: Data(request.body)))
        as? [String: Any]
    else { return .answer(404, [], "") }
    let parameters = message["params"] as? [String: Any]
    func result(_ object: Any) -> LoopbackServer.Reply {
      .json(text(["jsonrpc": "2.0", "id": message["id"] ?? NSNull(), "result": object]))
    }
    func tool(_ object: Any) -> LoopbackServer.Reply {
      result(["content": [["type": "text", "text": text(object)]]])
    }
    switch message["method"] as? String {
    case "initialize": return result(["protocolVersion": "2025-06-18", "capabilities": [:]])
    case "tools/list":
      let names = ["create_campaign", "process_action", "get_campaigns_list", "get_campaign_state"]
      return result(["tools": names.map { ["name": $0] }])
    case "tools/call": break
    default: return .answer(202, [], "")
    }
    let arguments = parameters?["arguments"] as? [String: Any] ?? [:]
    guard arguments["user_id"] as? String == user else { return tool(["error": "no such user"]) }
    let campaigns = locked { self.campaigns }
    switch parameters?["name"] as? String {
    case "get_campaigns_list":
      let start = (arguments["start_after"] as? String).flatMap { Int($0) } ?? 0
      let end = min(campaigns.count, start + 2)
      return tool([
        "success": true, "has_more": end < campaigns.count, "next_cursor": "\(end)",
        "campaigns": campaigns[start..<end].map {
          ["id": $0.id, "title": $0.title, "last_played": $0.played]
        },
      ])
    case "get_campaign_state":
      guard let campaign = campaigns.first(where: { $0.id == arguments["campaign_id"] as? String })
      else { return tool(["error": "no such campaign"]) }
      let story = campaign.scenes.enumerated().flatMap { number, scene in
        [
          [
            "actor": "user", "mode": "character", "text": "I go on.",
            "timestamp": "2026-11-01T20:\(10 + number):00Z", "part": 1,
          ],
          [
            "actor": "gemini", "text": scene, "timestamp": "2026-11-01T20:\(10 + number):30Z",
            "part": 1,
          ],
        ]
      }
      return tool([
        "success": true, "campaign": ["title": campaign.title], "story": story,
        "user_settings": ["email": "mira@example.org"], "game_state": ["turn_number": 3],
      ])
    default: return tool(["error": "this would play"])
    }
  }
}

/// A Toboggan server.
public final class TalkServer: ShapedServer, @unchecked Sendable {
  private var title: String
  private var slides: [(title: String, body: String)]

  public init(_ title: String, _ slides: [(title: String, body: String)]) throws {
    self.title = title
    self.slides = slides
    try super.init(identity: nil, token: nil) { server, request in
      (server as? TalkServer)?.answer(request) ?? .answer(500, [], "")
    }
  }

  private func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    let (title, slides) = locked { (self.title, self.slides) }
    switch request.path {
    case "/api/talk":
      return .json(
        text([
          "title": title, "date": "2026-11-02", "titles": slides.map(\.title),
          "step_counts": slides.map { _ in 0 }, "durations": slides.map { _ in NSNull() },
        ]))
    case "/api/slides":
      return .json(
        text([
          "slides": slides.map { slide in
            [
              "kind": "Standard", "style": [String: String](),
              "title": ["type": "Text", "text": slide.title],
              "body": ["type": "Html", "raw": "<p>\(slide.body)</p>"],
            ]
          }
        ]))
    default: return .answer(404, [], "")
    }
  }
}

/// A Bedrud server.
public final class RoomServer: ShapedServer, @unchecked Sendable {
  private let rooms: [String]
  private let refreshToken: String?
  private let nextToken: String
  private var health = "healthy"

  /// Its description of itself.
  public func setHealth(_ health: String) { locked { self.health = health } }

  /// - Parameters:
  ///   - refresh: what renews the token, once; then it is `next`.
  public init(
    rooms: [String], token: String? = nil, refresh: String? = nil,
    next: String = "renewed-renewed-renewed"
  ) throws {
    self.rooms = rooms
    refreshToken = refresh
    nextToken = next
    try super.init(identity: nil, token: token) { server, request in
      (server as? RoomServer)?.answer(request) ?? .answer(500, [], "")
    }
  }

  private func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
    switch request.pathOnly {
    case "/api/health": return .json(text(["status": locked { health }, "time": 1_795_000_000]))
    case "/api/auth/me": return .json(#"{"id":"u1","name":"Mira"}"#)
    case "/api/auth/refresh":
      guard let refreshToken, request.text.contains("\"\(refreshToken)\"") else {
        return .json(#"{"error":"unknown refresh token"}"#, status: 401)
      }
      setToken(nextToken)
      return .json(
        text(["accessToken": nextToken, "refreshToken": refreshToken + "-again"]))
    case "/api/admin/users":
      return .json(
        #"{"users":[{"id":"u1","email":"t@club.test","name":"Tomáš Řehák","provider":"local","isActive":true,"isAdmin":true,"accesses":["superadmin"],"createdAt":"2026-01-10 09:00:00"}],"total":1,"page":1,"limit":100}"#
      )
    case "/api/admin/settings":
      return .json(
        #"{"jwtSecret":"hush-jwt-91","livekitApiSecret":"hush-live-92","registrationEnabled":true}"#
      )
    case "/api/admin/livekit/stats":
      return .json(
        #"{"totalParticipants":1,"totalPublishers":1,"activeRooms":1,"rooms":[{"name":"crypt","numParticipants":1,"numPublishers":1,"creationTime":1795200902}]}"#
      )
    case "/api/admin/rooms":
      return .json(
        text([
          "rooms": rooms.enumerated().map { number, name in
            [
              "id": "r\(number)", "name": name, "createdBy": "u1", "isActive": false,
              "createdAt": "2026-11-20T18:55:02.114Z", "updatedAt": "2026-11-20T22:10:40.902Z",
              "expiresAt": "2026-11-21T18:55:02.114Z", "adminId": "u1", "isPublic": true,
              "settings": ["allowChat": true], "mode": "standard", "maxParticipants": 20,
            ] as [String: Any]
          }, "total": rooms.count, "page": 1, "limit": 100,
        ]))
    case "/uploads/chat/ab12.png": return .answer(200, [("Content-Type", "image/png")], "a picture")
    default:
      guard request.path.hasSuffix("/participants") else { return .answer(404, [], "{}") }
      return .json(
        text([
          "participants": [
            [
              "sid": "PA_1", "identity": "u1", "name": "Tomáš Řehák", "state": "ACTIVE",
              "joinedAt": 1_795_200_902, "isPublisher": true,
            ] as [String: Any]
          ]
        ]))
    }
  }
}

/// JSON with its keys in one order.
private func text(_ object: Any) -> String {
  let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
  return String(decoding: data ?? Data(), as: UTF8.self)
}

// SPDX-License-Identifier: MIT
// Part of Platen: a WorldArchitect server: campaigns by its tools, read and never played.

internal import Diagnostics
internal import JSON

/// A client of a WorldArchitect server that gets campaigns by its MCP tools.
struct WorldArchitectClient: InstanceClient {
  private let session: Session
  private let tools: MCPSession
  private let vault: CredentialVault

  init(_ session: Session, vault: CredentialVault, agent: (name: String, version: String)) {
    self.session = session
    self.vault = vault
    tools = MCPSession(session, path: "mcp", agent: agent)
  }

  var instance: Instance { session.instance }
  var warnings: [Diagnostic] { session.warnings }
  func close() { tools.close() }

  /// Tools that are called.
  enum Reading: String, CaseIterable {
    case campaigns = "get_campaigns_list"
    case campaign = "get_campaign_state"
  }

  /// Tools that change something, and their effects: they are never called.
  static let refused: [(tool: String, does: String)] = [
    ("create_campaign", "begins a campaign"), ("process_action", "plays a turn"),
    ("update_campaign", "changes a campaign"), ("export_campaign", "writes files on the server"),
    ("update_user_settings", "changes the user's settings"), ("roll_dice", "throws dice"),
  ]

  /// Calls a tool by its name, if it only reads.
  ///
  /// - Throws: `Failure` `instance.refused` for every other.
  func call<T>(
    _ tool: String, _ what: String, arguments: @escaping (inout JSONWriter) -> Void,
    read: (JSONView) throws(Failure) -> T
  ) throws(Failure) -> T {
    guard Reading(rawValue: tool) != nil else {
      let does = WorldArchitectClient.refused.first { $0.tool == tool }?.does
      throw Failure(
        .error(
          .instanceRefused,
          "\(tool) is not called: \(does ?? "what it does is not known"), and Platen only reads",
          hints: ["it reads by \(Reading.allCases.map(\.rawValue).joined(separator: " and "))"]))
    }
    return try tools.call(tool, what, arguments: arguments, read: read)
  }

  /// The id of the user whose campaigns they are.
  private func user() throws(Failure) -> String {
    guard let reference = instance.user else {
      throw Failure(
        .error(
          .credentialMissing,
          "\(instance.name) needs the id of the user whose campaigns they are",
          hints: ["name the place it is kept in with user: env:NAME"]))
    }
    let kept = try vault.secret(at: reference)
    let text = unsafe kept.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  func health() throws(Failure) -> String? {
    var request = ClientRequest(.get, instance.address.root.appending("health"))
    request.limit = 1 << 20
    request.idleTimeout = instance.idleTimeout
    let response = try session.sendUnsigned(request)
    guard (200...299).contains(response.status) else { return nil }
    return "healthy"
  }

  func signIn() throws(Failure) -> String {
    let names = try tools.tools()
    for tool in Reading.allCases where !names.contains(tool.rawValue) {
      throw Failure(
        .error(.instanceTool, "\(instance.name) has no tool \(tool.rawValue)"))
    }
    _ = try page(user: user(), after: nil, limit: 1)
    return instance.credential == nil ? "no sign-in" : "signed in"
  }

  private struct Page {
    var holdings: [Holding]
    var next: String?
    var hasMore: Bool?
  }

  private func page(user: String, after cursor: String?, limit: Int) throws(Failure) -> Page {
    let what = "the list of campaigns"
    return try call(Reading.campaigns.rawValue, what) { json in
      json.member("user_id", user)
      json.member("limit", limit)
      json.member("sort_by", "last_played")
      if let cursor { json.member("start_after", cursor) }
    } read: { answer throws(Failure) in
      guard let list = answer["campaigns"], list.isArray else {
        throw session.malformed(what, "without campaigns")
      }
      let holdings = list.elements.compactMap { campaign -> Holding? in
        guard let id = campaign["id"]?.looseString ?? campaign["campaign_id"]?.looseString,
          !id.isEmpty
        else { return nil }
        let played = campaign["last_played"] ?? campaign["updated_at"]
        var mark: String?
        if let played, !played.isNull {
          var json = JSONWriter()
          json.copy(played)
          mark = json.text
        }
        return Holding(
          id: id, title: campaign["title"]?.string ?? campaign["name"]?.string ?? "Untitled",
          mark: mark)
      }
      if holdings.count < list.count {
        session.warn(
          .warning(
            .instanceAnswer,
            "\(instance.name) lists \(list.count - holdings.count) campaigns without an id"))
      }
      let next = answer["next_cursor"]
      return Page(
        holdings: holdings, next: next?.isObject == true ? nil : next?.looseString,
        hasMore: answer["has_more"]?.looseBool)
    }
  }

  func holdings() throws(Failure) -> [Holding] {
    let user = try user()
    var walk = CursorWalk()
    var found: [Holding] = []
    var seen: Set<String> = []
    let bounds = session.listBounds("the list of campaigns")
    while !walk.isDone {
      let page = try page(user: user, after: walk.cursor, limit: 100)
      let new = page.holdings.filter { seen.insert($0.id).inserted }
      found += new
      walk.take(next: page.next, hasMore: page.hasMore, entries: new.count)
      try bounds.check(entries: found.count, isIdle: walk.isIdle)
      if walk.isDone, page.hasMore == true {
        throw session.malformed(
          "the list of campaigns", "with more to come and without a cursor for the next page")
      }
    }
    return found
  }

  func fetch(_ holding: Holding) throws(Failure) -> [UInt8] {
    let what = "the campaign \(printable(holding.title, limit: 80)) (\(printable(holding.id)))"
    let user = try user()
    return try call(Reading.campaign.rawValue, what) { json in
      json.member("user_id", user)
      json.member("campaign_id", holding.id)
      // Without it there is a state and no story.
      json.member("include_story", true)
    } read: { answer throws(Failure) in
      guard let campaign = answer["campaign"], campaign.isObject else {
        throw session.malformed(what, "without the campaign")
      }
      guard let story = answer["story"], story.isArray else {
        throw session.malformed(what, "without its story")
      }
      // As the application's own loader has answered for a campaign of hundreds of entries.
      guard story.count > 0 else {
        throw session.malformed(what, "without any entry in its story")
      }
      // The rest of the answer belongs to the account or to this very call.
      var json = JSONWriter()
      json.object { json in
        json.key("campaign")
        json.copy(campaign)
        if let state = answer["game_state"], !state.isNull {
          json.key("game_state")
          json.copy(state)
        }
        json.key("story")
        json.copy(story)
      }
      return json.utf8
    }
  }
}

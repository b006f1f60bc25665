// SPDX-License-Identifier: MIT
// Part of Platen: a Bedrud server: its rooms, who is in them, its users and settings.

public import Diagnostics
internal import JSON
internal import Text

/// A client of a Bedrud server over its REST API. All lists are read to their end.
public struct BedrudClient: InstanceClient {
  private let session: Session
  private let api: WebAddress
  /// The rooms as they were listed, by id; each is requested after that.
  private let listed = Guarded<[String: JSONValue]>([:])

  init(_ session: Session) {
    self.session = session
    let address = session.instance.address
    // People copy either.
    api = address.path.hasSuffix("/api") ? address : address.appending("api")
  }

  public var instance: Instance { session.instance }
  public var warnings: [Diagnostic] { session.warnings }
  public func close() {}

  private func request(_ path: String, _ query: [(String, String)] = []) -> ClientRequest {
    var request = ClientRequest(.get, api.appending(path).asking(query))
    request.limit = instance.answerLimit
    request.idleTimeout = instance.idleTimeout
    return request
  }

  public func health() throws(Failure) -> String? {
    let response = try session.sendUnsigned(request("health"))
    // The single binary does not have it; that is not an error.
    if response.status == 404 { return nil }
    try session.expectSuccess(response, "its health")
    let status = try unsafe session.document(response.body, "its health").withView {
      $0["status"]?.string
    }
    guard let status else { return nil }
    guard ["healthy", "ok", "up"].contains(status.lowercased()) else {
      throw Failure(
        .error(
          .instanceUnavailable,
          "\(instance.name) reports its state as \(printable(status, limit: 60))"))
    }
    return status
  }

  public func signIn() throws(Failure) -> String {
    guard instance.credential != nil else { return "no sign-in" }
    let me = try session.json(request("auth/me"), "who is signed in")
    let isThere = unsafe me.withView { view in
      view["id"] != nil || view["user"]?.isObject == true || view["email"] != nil
    }
    guard isThere else { throw session.malformed("who is signed in", "without a name") }
    return "signed in"
  }

  // MARK: Rooms

  /// The rooms: all of the server for an administrator, else those the account has made.
  public func holdings() throws(Failure) -> [Holding] {
    let rooms = try rooms()
    listed.withLock { listed in
      for room in rooms { if let id = room["id"]?.looseString { listed[id] = room } }
    }
    return rooms.map { room in
      Holding(id: room["id"]?.looseString ?? "", title: room["name"]?.string ?? "")
    }
  }

  private func rooms() throws(Failure) -> [JSONValue] {
    do throws(Failure) {
      return try list("admin/rooms", "rooms", "the list of rooms")
    } catch {
      guard error.diagnostics.contains(where: { $0.code == .instanceForbidden }) else {
        throw error
      }
      session.warn(
        .warning(
          .instanceForbidden,
          "\(instance.name) shows this account only the rooms it has made itself",
          hints: ["an administrator sees all"]))
      return try list("room/list", "rooms", "the list of rooms")
    }
  }

  /// A room as a bundle the reader of meetings reads: the room, and who is in it now.
  public func fetch(_ holding: Holding) throws(Failure) -> [UInt8] {
    let what = "the room \(printable(holding.title, limit: 80))"
    if listed.withLock({ $0[holding.id] }) == nil { _ = try holdings() }
    guard let room = listed.withLock({ $0[holding.id] }) else {
      throw Failure(.error(.instanceMissing, "\(instance.name) has \(what) no longer"))
    }
    return try bundle(room, id: holding.id, what)
  }

  private func bundle(
    _ room: JSONValue, id: String, _ what: String
  ) throws(Failure) -> [UInt8] {
    let live: JSONDocument?
    do throws(Failure) {
      live = try session.json(
        request("admin/rooms/\(PercentEncoding.encode(id))/participants"), "who is in \(what)")
    } catch {
      let isPrivate = error.diagnostics.contains {
        $0.code == .instanceForbidden || $0.code == .instanceMissing
      }
      guard isPrivate else { throw error }
      live = nil
    }
    var json = JSONWriter()
    json.object { json in
      json.member(
        "instance",
        object: { json in
          json.member("label", instance.label)
          json.member("url", instance.address.root.description)
        })
      json.key("room")
      unsafe room.withView { json.copy($0) }
      unsafe live?.withView { live in
        guard let people = live["participants"], people.isArray else { return }
        json.key("participants")
        json.copy(people)
      }
    }
    return json.utf8
  }

  /// Returns a file that was sent with messages. The server gives it to anyone who knows its name;
  /// a proxy in front of it may require a sign-in.
  public func upload(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    var base = instance.address.description
    if base.hasSuffix("/api") { base.removeLast(4) }
    var request = ClientRequest(.get, try WebAddress(base).appending(path))
    request.limit = limit
    request.idleTimeout = instance.idleTimeout
    let response = try session.send(request)
    try session.expectSuccess(response, "the file \(printable(path, limit: 160))")
    return response.body
  }

  /// Returns the data of a report on the server: users, rooms, present participants, settings with
  /// secrets masked.
  ///
  /// - Throws: `Failure` `instance.forbidden` for an account without administrator rights.
  public func report() throws(Failure) -> [UInt8]? {
    let users = try list("admin/users", "users", "the list of users")
    let rooms = try list("admin/rooms", "rooms", "the list of rooms")
    let settings = try session.json(request("admin/settings"), "its settings")
    let live = try session.json(request("admin/livekit/stats"), "who is there now")
    var json = JSONWriter()
    json.object { json in
      json.member(
        "instance",
        object: { json in
          json.member("label", instance.label)
          json.member("url", instance.address.root.description)
        })
      for (name, list) in [("users", users), ("rooms", rooms)] {
        json.member(
          name,
          array: { json in for entry in list { unsafe entry.withView { json.copy($0) } } })
      }
      json.key("stats")
      unsafe live.withView { json.copy($0) }
      json.key("settings")
      unsafe settings.withView { settings in
        json.copy(settings["settings"] ?? settings) { key in
          SecretMasking.matches(key) ? SecretMasking.mask : nil
        }
      }
    }
    return json.utf8
  }

  /// A list in pages, to its end.
  private func list(
    _ path: String, _ key: String, _ what: String
  ) throws(Failure) -> [JSONValue] {
    var walk = PageWalk()
    var found: [JSONValue] = []
    let bounds = session.listBounds(what)
    while !walk.isDone {
      let document = try session.json(
        request(path, [("page", "\(walk.page)"), ("limit", "\(walk.limit)")]), what)
      let root = document.root
      // Some lists come as they are, all at once.
      guard let list = root.kind == .array ? root : root[key], list.kind == .array else {
        throw session.malformed(what, "without \(key)")
      }
      let entries = list.elements
      let ids = entries.enumerated().map { index, entry in
        entry["id"]?.looseString ?? "\(walk.page)/\(index)"
      }
      let total = root.kind == .array ? entries.count : root["total"]?.looseInt
      let new = walk.take(ids, total: total)
      found += new.map { entries[$0] }
      try bounds.check(entries: found.count)
    }
    if let missing = walk.missing {
      session.warn(
        .warning(
          .instancePages,
          "\(missing.read) of \(missing.total) \(key) came from \(instance.name): its pages end or "
            + "repeat before that"))
    }
    return found
  }
}

/// The way to sign in to Bedrud: `auth/login` and `auth/refresh`.
struct BedrudSigning: Sendable {
  /// Gets tokens for a name and password.
  func signIn(
    email: String, password: Secret, in session: Session
  ) throws(Failure) -> Tokens {
    var body = Array("{\"email\":".utf8)
    var name = JSONWriter()
    name.string(email)
    body += name.utf8
    body += ",\"password\":".utf8
    append(password, to: &body)
    body += "}".utf8
    return try tokens("auth/login", Secret(taking: &body), in: session)
  }

  /// Gets new tokens for old ones.
  func refresh(_ refresh: Secret, in session: Session) throws(Failure) -> Tokens {
    var body = Array("{\"refresh_token\":".utf8)
    append(refresh, to: &body)
    body += "}".utf8
    return try tokens("auth/refresh", Secret(taking: &body), in: session)
  }

  /// Writes a secret as a JSON string.
  private func append(_ secret: Secret, to body: inout [UInt8]) {
    body.reserveCapacity(body.count + secret.count * 6 + 8)
    body.append(UInt8(ascii: "\""))
    unsafe secret.withBytes { bytes in
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): body += [UInt8(ascii: "\\"), byte]
        case 0..<0x20: body += "\\u00\(Hex.encode([byte]))".utf8
        default: body.append(byte)
        }
      }
    }
    body.append(UInt8(ascii: "\""))
  }

  private func tokens(
    _ path: String, _ body: Secret, in session: Session
  ) throws(Failure) -> Tokens {
    let instance = session.instance
    let address = instance.address
    let api = address.path.hasSuffix("/api") ? address : address.appending("api")
    var request = ClientRequest(.post, api.appending(path))
    request.body = .secret(body)
    request.limit = 1 << 20
    request.idleTimeout = instance.idleTimeout
    var response = try session.sendUnsigned(request)
    defer { wipe(&response.body) }
    guard (200...299).contains(response.status) else {
      throw Failure(
        .error(
          .instanceAuth,
          "\(instance.name) does not sign this account in" + session.words(of: response),
          hints: ["sign in again and replace the credential"]))
    }
    let found = unsafe response.body.withUnsafeBytes { bytes -> Tokens? in
      guard let document = try? unsafe JSONDocument(unsafelyBorrowing: bytes) else { return nil }
      return unsafe document.withView { view in
        let tokens = view["tokens"] ?? view
        guard let access = tokens.secret(["accessToken", "access_token", "token"]),
          access.fitsHeader
        else { return nil }
        let refresh = tokens.secret(["refreshToken", "refresh_token"])
        return Tokens(access: access, refresh: refresh?.fitsHeader == true ? refresh : nil)
      }
    }
    guard let found else { throw session.malformed("tokens", "in no form that is known") }
    return found
  }
}

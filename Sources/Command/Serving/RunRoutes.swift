// SPDX-License-Identifier: MIT
// Part of Platen: what is answered by the server of an output directory, before any byte is sent.

internal import Rehearsal
internal import Text
internal import Wire

/// Resolves requests to the server of an output directory.
struct RunRoutes {
  enum Route: Equatable {
    case answer(HTTPResponse)
    case webSocket(HTTPResponse)
    /// A file below the root, and the cookie of the response.
    case file(String, cookie: String?)
  }

  /// The page of the last run.
  static let page = "report.html"
  /// The folder of the server's own files on a run in progress; outputs whose names begin with a
  /// dot are not shown, so it hides none.
  static let live = ".live/"
  private static let cookie = "platen-token"

  var token: AccessToken?
  var isLoopback: Bool

  func route(_ request: HTTPRequest) -> Route {
    if let refusal = Routes.refusal(request, isLoopback: isLoopback) { return .answer(refusal) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .answer(.text(405, "only GET and HEAD are answered").with("Allow", "GET, HEAD"))
    }
    let shown = shown(request)
    guard token.map({ token in shown.contains { token.opens(for: AccessToken($0)) } }) ?? true
    else {
      return .answer(
        .text(401, "a token is required: open the address with ?token=… at its end")
          .with("Cache-Control", "no-store"))
    }
    if request.path == "/live" {
      do throws(HTTPError) {
        return .webSocket(try WebSocket.accept(request))
      } catch {
        return .answer(.text(error.status, error.message).with("Sec-WebSocket-Version", "13"))
      }
    }
    guard let path = RunRoutes.path(request.path) else {
      return .answer(.text(404, "no such file"))
    }
    // Once shown, the browser shows it by itself: files are linked without it.
    let cookie = request.parameter("token").map {
      "\(RunRoutes.cookie)=\(PercentEncoding.encode($0, keeping: "")); HttpOnly; SameSite=Strict; Path=/"
    }
    return .file(path, cookie: token == nil ? nil : cookie)
  }

  /// All tokens of a request.
  private func shown(_ request: HTTPRequest) -> [String] {
    var tokens: [String] = []
    if let query = request.parameter("token") { tokens.append(query) }
    for pair in (request[header: "cookie"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == RunRoutes.cookie else {
        continue
      }
      if let value = RunRoutes.decoded(String(parts[1])) { tokens.append(value) }
    }
    if let token = request.bearerToken { tokens.append(token) }
    return tokens
  }

  /// A path below the root; nil for one that leads out of it or to a hidden file.
  static func path(_ requested: String) -> String? {
    guard requested.hasPrefix("/") else { return nil }
    let plain = String(requested.dropFirst())
    if plain.isEmpty { return page }
    let shown = plain.hasPrefix(live) ? plain.dropFirst(live.count) : plain[...]
    let parts = shown.split(separator: "/", omittingEmptySubsequences: false)
    // Names that begin with a dot are Platen's notes or hidden files of the user.
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }),
      !plain.unicodeScalars.contains(where: { $0.value < 0x20 })
    else { return nil }
    return plain
  }

  /// The head of the response to a request for a file; all of it where no file exists.
  static func response(to file: ShownFile?, at path: String, cookie: String?) -> HTTPResponse {
    guard let file else { return .text(404, "no such file") }
    let type = file.type ?? FileFormat.mediaType(of: path)
    // Outputs are shown in a sandbox. Browsers show no PDF in a sandbox, and no images
    // need one.
    let runs = ["text/html", "image/svg+xml"].contains { type.hasPrefix($0) }
    let sandbox = file.isOutput && runs ? "sandbox; " : ""
    var response = HTTPResponse(200, type, [])
      .with("Cache-Control", "no-cache").with("X-Content-Type-Options", "nosniff")
      .with("Referrer-Policy", "no-referrer")
      // Whoever could lay the page under one of his own could have its buttons pressed.
      .with("Content-Security-Policy", sandbox + "frame-ancestors 'none'")
      .with("X-Frame-Options", "DENY")
    if let cookie { response = response.with("Set-Cookie", cookie) }
    return response
  }

  static func refusal(_ why: String) -> String {
    let safe = why.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.value < 0x20 ? " " : String(scalar)
    }.joined()
    return "{\"error\":\"\(safe)\"}"
  }

  /// A part of a query with percent escapes decoded; nil where these are invalid.
  static func decoded(_ text: String) -> String? {
    PercentEncoding.decode(validating: text).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

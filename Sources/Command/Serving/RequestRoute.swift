// SPDX-License-Identifier: MIT
// Part of Platen: what is answered to which request, before any byte is sent.

internal import Rehearsal
internal import Wire

/// The target of a request.
enum RequestRoute: Equatable {
  case answer(HTTPResponse)
  /// A WebSocket, the response that opens it, and the secret in its address.
  case webSocket(HTTPResponse, token: AccessToken?)
  /// A command as JSON, from a program that may present.
  case command([UInt8])
  /// The address at which a phone controls the talk, for the presenter's page.
  case remote(HTTPRequest)
  /// The list of viewers.
  case viewers
  /// The state of the server.
  case health
  /// An image; `isLasting` indicates whether the browser may cache it under the requested address.
  case picture(SlideImageKey, isLasting: Bool)
}

struct SlideImageKey: Hashable {
  var version: String
  var slide: Int
  var steps: Int
  var width: Int
}

/// Resolves requests.
struct Routes {
  var show: Show
  var rules: LiveRoom.Rules
  /// Indicates whether it listens on this machine only; then only this machine's names are
  /// accepted.
  var isLoopback: Bool

  func route(_ request: HTTPRequest) -> RequestRoute {
    if let refusal = Routes.refusal(request, isLoopback: isLoopback) { return .answer(refusal) }
    if request.path == "/api/command" { return command(request) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .answer(.text(405, "only GET and HEAD are answered").with("Allow", "GET, HEAD"))
    }
    switch request.path {
    case "/": return page("viewer.html")
    case "/presenter": return page("presenter.html")
    case "/remote": return page("remote.html")
    case "/live.js": return file("live.js", "text/javascript; charset=utf-8")
    case "/live.css": return file("live.css", "text/css; charset=utf-8")
    case "/icon.svg", "/favicon.ico": return file("icon.svg", "image/svg+xml")
    case "/look.css": return .answer(fresh("text/css; charset=utf-8", show.colors))
    case "/api/talk": return .answer(fresh("application/json", show.talkJSON))
    case "/api/slides":
      let slides = mayPresent(request) ? show.presenterSlides : show.slides
      return .answer(
        fresh("application/json", Show.list(slides)).with("Vary", "Authorization"))
    case "/api/ws":
      do throws(HTTPError) {
        return .webSocket(
          try WebSocket.accept(request), token: request.parameter("token").map { AccessToken($0) })
      } catch {
        return .answer(
          .text(error.status, error.message).with("Sec-WebSocket-Version", "13"))
      }
    case "/api/clients":
      return mayPresent(request) ? .viewers : .answer(Routes.forbidden)
    case "/api/remote":
      return mayPresent(request) ? .remote(request) : .answer(Routes.forbidden)
    case "/health": return .health
    default:
      return slide(request) ?? picture(request) ?? .answer(.text(404, "no such page"))
    }
  }

  private static let forbidden = HTTPResponse.text(403, "presenting needs the token")

  /// A command over HTTP, as programs without a WebSocket give it.
  private func command(_ request: HTTPRequest) -> RequestRoute {
    guard request.method == "POST" else {
      return .answer(.text(405, "only POST is answered").with("Allow", "POST"))
    }
    guard mayPresent(request) else { return .answer(Routes.forbidden) }
    let type = request[header: "content-type"]?.split(separator: ";").first ?? ""
    guard type.lowercased().filter({ $0 != " " }) == "application/json" else {
      return .answer(.text(415, "a command is application/json"))
    }
    return .command(request.body)
  }

  /// `/api/slides/N`, counted from 0.
  private func slide(_ request: HTTPRequest) -> RequestRoute? {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1] == "api", parts[2] == "slides" else { return nil }
    guard let number = Int(parts[3]) else {
      return .answer(.text(400, "a slide is a number, counted from 0"))
    }
    let isPresenter = mayPresent(request)
    let slides = isPresenter ? show.presenterSlides : show.slides
    guard slides.indices.contains(number) else { return .answer(HTTPResponse(404)) }
    return .answer(
      fresh("application/json", slides[number]).with("Vary", "Authorization"))
  }

  /// Refuses requests from pages of other sites, and from host names that resolve to this machine
  /// (DNS rebinding) where the server listens on this machine only.
  static func refusal(_ request: HTTPRequest, isLoopback: Bool) -> HTTPResponse? {
    let host = request[header: "host"] ?? ""
    if isLoopback {
      let name =
        host.hasPrefix("[")
        ? String(host.prefix { $0 != "]" } + "]") : String(host.prefix { $0 != ":" })
      guard ["localhost", "[::1]"].contains(name.lowercased()) || Routes.isLoopback(name) else {
        return .text(403, "only programs on this machine have access")
      }
    }
    if let origin = request[header: "origin"], origin != "http://" + host,
      origin != "https://" + host
    {
      return .text(403, "pages of other sites have no access")
    }
    return nil
  }

  private static func isLoopback(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private func mayPresent(_ request: HTTPRequest) -> Bool {
    guard rules.token != nil else { return true }
    let offered = [request.parameter("token"), request.bearerToken].compactMap(\.self)
    return offered.contains { rules.token?.opens(for: AccessToken($0)) ?? false }
  }

  // MARK: Answers

  private func page(_ name: String) -> RequestRoute {
    guard let bytes = show.pages[name] else { return .answer(.text(404, "no such page")) }
    return .answer(
      fresh("text/html; charset=utf-8", bytes)
        .with(
          "Content-Security-Policy",
          "default-src 'none'; img-src 'self'; script-src 'self'; style-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        .with("Referrer-Policy", "no-referrer"))
  }

  private func file(_ name: String, _ type: String) -> RequestRoute {
    .answer(show.pages[name].map { fresh(type, $0) } ?? .text(404, "no such file"))
  }

  /// A response that is not cached without revalidation.
  private func fresh(_ type: String, _ body: [UInt8]) -> HTTPResponse {
    HTTPResponse(200, type, body).with("Cache-Control", "no-cache")
      .with("X-Content-Type-Options", "nosniff")
  }

  /// `/slides/VERSION/SLIDE/STEPS-WIDTH.png`. For another version than the shown one,
  /// the shown one is sent: the client will soon be notified of the change.
  private func picture(_ request: HTTPRequest) -> RequestRoute? {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[1] == "slides", parts[4].hasSuffix(".png"),
      let slide = Int(parts[3]), show.talk.slides.indices.contains(slide)
    else { return nil }
    let numbers = parts[4].dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let steps = Int(numbers[0]), let width = Int(numbers[1]),
      (0...show.talk.slides[slide].steps).contains(steps), Show.widths.contains(width)
    else { return nil }
    let key = SlideImageKey(version: show.version, slide: slide, steps: steps, width: width)
    return .picture(key, isLasting: parts[2] == show.version)
  }
}

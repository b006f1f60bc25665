// SPDX-License-Identifier: MIT
// Part of Platen: what is answered to which request, before any byte is sent.

internal import Rehearsal
internal import Wire

/// The target of a request.
enum RequestRoute: Equatable {
  case answer(HTTPResponse)
  /// A WebSocket, and the response that opens it.
  case webSocket(HTTPResponse)
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
    guard request.method == "GET" || request.method == "HEAD" else {
      return .answer(.text(405, "only GET and HEAD are answered").with("Allow", "GET, HEAD"))
    }
    switch request.path {
    case "/": return page("viewer.html")
    case "/presenter": return page("presenter.html")
    case "/live.js": return file("live.js", "text/javascript; charset=utf-8")
    case "/live.css": return file("live.css", "text/css; charset=utf-8")
    case "/icon.svg", "/favicon.ico": return file("icon.svg", "image/svg+xml")
    case "/look.css": return .answer(fresh("text/css; charset=utf-8", show.colors))
    case "/api/talk": return .answer(fresh("application/json", show.talkJSON))
    case "/api/slides":
      let isPresenter = mayPresent(request)
      return .answer(
        fresh("application/json", isPresenter ? show.presenterJSON : show.slidesJSON)
          .with("Vary", "Authorization"))
    case "/api/ws":
      do throws(HTTPError) {
        return .webSocket(try WebSocket.accept(request))
      } catch {
        return .answer(
          .text(error.status, error.message).with("Sec-WebSocket-Version", "13"))
      }
    default:
      return picture(request) ?? .answer(.text(404, "no such page"))
    }
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
    let words = request[header: "authorization"]?.split(separator: " ", maxSplits: 1) ?? []
    guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
    return rules.token?.opens(for: AccessToken(String(words[1]))) ?? false
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

// SPDX-License-Identifier: MIT
// Part of Platen: a Toboggan server: the talk it shows, as its build would have been.

internal import Diagnostics
internal import JSON

/// A client of a Toboggan server for its one talk: `/api/talk` describes it, `/api/slides` has its
/// content.
struct TobogganClient: InstanceClient {
  private let session: Session

  init(_ session: Session) { self.session = session }

  var instance: Instance { session.instance }
  var warnings: [Diagnostic] { session.warnings }
  func close() {}

  private func request(_ path: String) -> ClientRequest {
    var request = ClientRequest(.get, instance.address.appending(path))
    request.limit = instance.answerLimit
    request.idleTimeout = instance.idleTimeout
    return request
  }

  private func talk() throws(Failure) -> JSONDocument {
    let document = try session.json(request("api/talk"), "its talk")
    let isTalk = unsafe document.withView { $0.isObject && $0["title"] != nil }
    guard isTalk else { throw session.malformed("its talk", "without a title") }
    return document
  }

  func health() throws(Failure) -> String? {
    _ = try talk()
    return "it shows a talk"
  }

  func signIn() throws(Failure) -> String {
    guard instance.credential != nil else { return "no sign-in" }
    _ = try talk()
    return "signed in"
  }

  func holdings() throws(Failure) -> [Holding] {
    let title = try unsafe talk().withView { $0["title"]?.string ?? "" }
    return [Holding(id: "talk", title: title)]
  }

  /// Keys of a talk that describe it; the others count slides and steps.
  private static let own = ["title", "date", "footer", "head", "lang"]

  func fetch(_ holding: Holding) throws(Failure) -> [UInt8] {
    let talk = try talk()
    let slides = try session.json(request("api/slides"), "its slides")
    var json = JSONWriter()
    json.object { json in
      unsafe talk.withView { talk in
        for key in TobogganClient.own {
          guard let value = talk.member(named: key), !value.isNull else { continue }
          json.key(key)
          json.copy(value)
        }
      }
      unsafe slides.withView { slides in
        guard let list = slides.isArray ? slides : slides["slides"], list.isArray else { return }
        json.key("slides")
        json.copy(list)
      }
    }
    guard unsafe slides.withView({ $0.isArray || $0["slides"]?.isArray == true }) else {
      throw session.malformed("its slides", "without a list of slides")
    }
    return json.utf8
  }
}

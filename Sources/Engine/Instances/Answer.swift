// SPDX-License-Identifier: MIT
// Part of Platen: answers of servers read as JSON, and the errors of those that are not.

internal import Diagnostics
internal import JSON

extension Session {
  /// Requests JSON.
  ///
  /// - Parameter what: the thing requested, for messages: `the list of rooms`.
  /// - Throws: `Failure` `instance.forbidden`, `instance.missing`, `instance.answer` and the errors
  ///   of `send`.
  func json(_ request: ClientRequest, _ what: String) throws(Failure) -> JSONDocument {
    let response = try send(request)
    try expectSuccess(response, what)
    return try document(response.body, what)
  }

  /// Indicates whether an answer is one.
  func expectSuccess(_ response: ClientResponse, _ what: String) throws(Failure) {
    switch response.status {
    case 200...299: return
    case 403:
      throw Failure(
        .error(
          .instanceForbidden,
          "\(instance.name) does not let this account see \(what)" + words(of: response)))
    case 404:
      throw Failure(
        .error(.instanceMissing, "\(instance.name) does not have \(what)" + words(of: response)))
    default:
      throw Failure(
        .error(
          .instanceAnswer,
          "\(instance.name) does not give \(what)" + words(of: response),
          hints: ["is \(instance.address) a \(instance.kind.rawValue) server?"]))
    }
  }

  /// A text as JSON.
  func document(_ bytes: [UInt8], _ what: String) throws(Failure) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw Failure(
        .error(
          .instanceAnswer,
          "\(instance.name) gives \(what) as invalid JSON: \(printable(error.description))",
          hints: ["is \(instance.address) a \(instance.kind.rawValue) server?"]))
    }
  }

  /// Returns the error for JSON that lacks something it should have.
  func malformed(_ what: String, _ why: String) -> Failure {
    Failure(
      .error(.instanceAnswer, "\(instance.name) gives \(what) \(why)"))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: JSON-RPC 2.0 messages, written and read.

internal import JSON

/// Messages of JSON-RPC 2.0, as far as a client that only requests needs them.
enum JSONRPC {
  /// A request, or a notification where it has no number.
  static func request(
    _ method: String, id: Int?, parameters: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      if let id { json.member("id", id) }
      json.member("method", method)
      json.member("params", object: parameters)
    }
    return json.utf8
  }

  /// The meaning of a server's message for the caller that waits for an answer.
  enum Reply {
    case result(JSONView)
    case error(code: Int, message: String)
    /// Another answer, a notification, a request of the server's.
    case other
  }

  /// Reads a message, or a list of them of which one is the answer.
  static func reply(in view: JSONView, to id: Int) -> Reply {
    if view.isArray {
      for message in view.elements {
        let reply = reply(in: message, to: id)
        if case .other = reply { continue }
        return reply
      }
      return .other
    }
    guard view.isObject, view["method"] == nil else { return .other }
    let isOurs = view["id"]?.looseInt == id
    if let error = view["error"], error.isObject {
      // An error about an unreadable request has no number.
      guard isOurs || view["id"] == nil || view["id"]?.isNull == true else { return .other }
      return .error(
        code: error["code"]?.looseInt ?? 0, message: error["message"]?.string ?? "no reason given")
    }
    guard isOurs, let result = view["result"] else { return .other }
    return .result(result)
  }
}

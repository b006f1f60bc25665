// SPDX-License-Identifier: MIT
// Part of Platen: a request of HTTP/1.1.

/// A request; one with a body only where the reader's limits allow it.
public struct HTTPRequest: Hashable, Sendable {
  public var method: String
  /// The part before the `?`, with escapes decoded; it begins with `/` and has no component `..`.
  public var path: String
  /// The part after the `?`, as it was written.
  public var query: String
  /// The headers with lower-case names, in the order received.
  public var headers: [Header]
  /// The minor version: 0 for HTTP/1.0.
  public var minorVersion: Int
  /// The bytes after the headers.
  public var body: [UInt8] = []

  public struct Header: Hashable, Sendable {
    public var name: String
    public var value: String
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a header, of its last one where several have that name.
  public subscript(header name: String) -> String? { headers.last { $0.name == name }?.value }

  /// A value of the query, its escapes decoded: `b` for `a` in `?a=b`; nil where it has none, or none
  /// that is UTF-8.
  public func parameter(_ name: String) -> String? {
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].elementsEqual(name.utf8) else { continue }
      return HTTPReader.unescaped(Array(parts[1])[...]).flatMap {
        String(validating: $0, as: UTF8.self)
      }
    }
    return nil
  }

  /// The secret of an `Authorization: Bearer` header (RFC 6750, section 2.1); nil without one.
  public var bearerToken: String? {
    let words = self[header: "authorization"]?.split(separator: " ", maxSplits: 1) ?? []
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return String(words[1])
  }

  /// Indicates whether a header that lists words has that one.
  public func lists(_ word: String, in name: String) -> Bool {
    headers.contains { header in
      header.name == name
        && header.value.utf8.split(separator: UInt8(ascii: ",")).contains {
          String(decoding: Array($0)[...].trimmed, as: UTF8.self).lowercased() == word
        }
    }
  }

  /// Indicates whether more requests may follow on the same connection.
  public var staysOpen: Bool {
    minorVersion == 0
      ? lists("keep-alive", in: "connection") : !lists("close", in: "connection")
  }
}

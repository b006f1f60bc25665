// SPDX-License-Identifier: MIT
// Part of Platen: a request of HTTP/1.1.

/// A request without a body, the only kind a server of pages receives.
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

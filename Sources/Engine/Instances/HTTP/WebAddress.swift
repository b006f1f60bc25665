// SPDX-License-Identifier: MIT
// Part of Platen: addresses of servers and of their content, in one spelling.

public import Diagnostics
internal import Text

/// An address of HTTP: scheme, host, port, and a path.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// The host in lower case; an IPv6 address in brackets.
  public let host: String
  /// Always set, even where it is the scheme's default port.
  public let port: Int
  /// Begins with `/` or is empty; ends with one only on request; a query may follow.
  public let path: String

  /// A server's identity, which decides whether it may get a token.
  public struct Origin: Hashable, Sendable {
    public let scheme: String
    public let host: String
    public let port: Int
  }
  public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

  /// Reads a server's address as people write it: without a scheme it is `https`; capitals in
  /// scheme and host, the usual port and slashes at the end make no difference.
  ///
  /// - Throws: `Failure` `instance.address`. A name or password in it is refused, and so is the
  ///   text after `?` or `#`, where tokens are pasted along with links: it would be a secret in a
  ///   manifest; the message does not repeat it.
  public init(_ text: String) throws(Failure) {
    let address = try WebAddress(link: text)
    guard !text.contains(where: { $0 == "?" || $0 == "#" }) else {
      throw Failure(
        .error(
          .instanceAddress,
          "an instance's address ends before ? or #: the text after it may be a secret",
          hints: ["remove it, and name a token's place with credential:"]))
    }
    self = address
  }

  /// Reads the target of a redirect: an address of a server that may have a query; the part after
  /// `#` is ignored.
  private init(link text: String) throws(Failure) {
    func makeFailure(_ message: String) -> Failure {
      Failure(
        .error(
          .instanceAddress, message,
          hints: ["an address is written https://host, https://host:8443 or https://host/path"]))
    }
    var rest = text[...]
    while rest.first == " " { rest = rest.dropFirst() }
    while rest.last == " " { rest.removeLast() }
    var scheme = "https"
    if let mark = rest.range(of: "://") {
      scheme = rest[..<mark.lowerBound].lowercased()
      rest = rest[mark.upperBound...]
    }
    guard scheme == "https" || scheme == "http" else {
      throw makeFailure("expected an address with http or https")
    }
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = rest[..<end]
    var path = String(rest[end...])
    guard !authority.contains("@") else {
      throw Failure(
        .error(
          .credentialInline, "the address holds a name or password",
          hints: [CredentialReference.hint]))
    }
    guard let (host, port) = WebAddress.hostAndPort(authority) else {
      throw makeFailure("invalid address of a server")
    }
    // The query is not part of a server's address.
    if !path.contains("?") { while path.hasSuffix("/") { path.removeLast() } }
    guard path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw makeFailure("the path of an address has letters that must be written %XX")
    }
    self.scheme = scheme
    self.host = host
    self.port = port ?? (scheme == "http" ? 80 : 443)
    self.path = path
  }

  private init(_ origin: Origin, path: String) {
    scheme = origin.scheme
    host = origin.host
    port = origin.port
    self.path = path
  }

  private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
    var host = authority
    var port: Int?
    if authority.first == "[" {
      guard let close = authority.firstIndex(of: "]") else { return nil }
      host = authority[...close]
      let rest = authority[authority.index(after: close)...]
      guard host.dropFirst().dropLast().utf8.allSatisfy({ isHex($0) || $0 == 58 || $0 == 46 }),
        host.contains(":"), rest.isEmpty || rest.first == ":"
      else { return nil }
      if !rest.isEmpty {
        guard let number = WebAddress.port(rest.dropFirst()) else { return nil }
        port = number
      }
    } else {
      if let colon = authority.firstIndex(of: ":") {
        host = authority[..<colon]
        guard let number = WebAddress.port(authority[authority.index(after: colon)...]) else {
          return nil
        }
        port = number
      }
      // Names beyond ASCII are written as the network writes them (xn--…).
      guard !host.isEmpty, host.utf8.count <= 253,
        host.utf8.allSatisfy({ isAlphanumeric($0) || $0 == 45 || $0 == 46 || $0 == 95 }),
        !host.hasPrefix("."), !host.hasPrefix("-"), !host.contains("..")
      else { return nil }
    }
    return (host.lowercased(), port)
  }

  private static func port(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 5, text.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = Int(text), (1...65_535).contains(port)
    else { return nil }
    return port
  }

  /// The address as written and requested; the scheme's default port is omitted.
  public var description: String { originText + path }

  private var originText: String {
    let isDefault = port == (scheme == "http" ? 80 : 443)
    return "\(scheme)://\(host)\(isDefault ? "" : ":\(port)")"
  }

  /// Scheme, host and port alone.
  public var root: WebAddress { WebAddress(origin, path: "") }

  /// The address of something below this one.
  func appending(_ more: String) -> WebAddress { WebAddress(origin, path: path + "/" + more) }

  /// The same with a query; names and values are escaped.
  func asking(_ query: [(String, String)]) -> WebAddress {
    guard !query.isEmpty else { return self }
    let text = query.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
    return WebAddress(origin, path: path + "?" + text.joined(separator: "&"))
  }

  /// Indicates whether it is this machine: requests to it cross no network.
  public var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.")
        && host.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
  }

  /// The address that an answer redirects to (RFC 3986, 5.2, as far as servers use it); nil where
  /// it is not an HTTP address.
  func following(_ location: String) -> WebAddress? {
    let location = location.split(separator: "#", omittingEmptySubsequences: false)[0]
    if location.contains("://") { return try? WebAddress(link: String(location)) }
    if location.hasPrefix("//") { return try? WebAddress(link: "\(scheme):\(location)") }
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    if location.hasPrefix("/") { return WebAddress(origin, path: String(location)) }
    let colon = location.firstIndex(of: ":")
    let slash = location.firstIndex { $0 == "/" || $0 == "?" } ?? location.endIndex
    if let colon, colon < slash { return nil }
    let own = path.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
    if location.hasPrefix("?") { return WebAddress(origin, path: String(own) + String(location)) }
    var parts = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for part in location.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case ".": continue
      case "..": if parts.count > 1 { parts.removeLast() }
      default: parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return WebAddress(origin, path: joined.hasPrefix("/") ? joined : "/" + joined)
  }
}

private func isHex(_ byte: UInt8) -> Bool {
  (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
  (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
}

extension Substring {
  /// The range of a text in this one.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}

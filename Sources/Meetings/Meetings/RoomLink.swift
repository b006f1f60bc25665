// SPDX-License-Identifier: MIT
// Part of Platen: rooms by their name, their code or their link, by the server's own rules.

public import Diagnostics
public import Digests

/// A room as people write it: `kfd-vault-run`, `abc-defg-hij`, `meet.example.org/m/kfd-vault-run`.
public struct RoomLink: Hashable, Sendable {
  /// Scheme, host and port, without a slash at the end; empty for a name alone.
  public var base: String
  public var name: String
  /// Indicates whether the link has `/c/`.
  public var isShort: Bool

  /// Reads a room's name, code or link.
  ///
  /// - Throws: `Failure` `meeting.room` with what is wrong with it.
  public init(_ text: String) throws(Failure) {
    let text = text.trimmed
    guard text.contains("/") else {
      base = ""
      isShort = false
      name = try RoomLink.name(text)
      return
    }
    var rest = text[...]
    var scheme = "https"
    if let end = rest.firstRange(of: "://") {
      scheme = rest[..<end.lowerBound].lowercased()
      guard scheme == "https" || scheme == "http" else {
        throw RoomLink.failure(text, "a link to a room begins with https://")
      }
      rest = rest[end.upperBound...]
    }
    let parts = rest.prefix { $0 != "?" && $0 != "#" }
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 && parts[3].isEmpty,
      parts[1] == "m" || parts[1] == "c"
    else {
      throw RoomLink.failure(text, "a link to a room is HOST/m/ROOM or HOST/c/ROOM")
    }
    base = scheme + "://" + (try RoomLink.host(parts[0], of: text))
    isShort = parts[1] == "c"
    name = try RoomLink.name(String(parts[2]))
  }

  /// A server's address as links have it: scheme, host and port, `https` where no scheme is given.
  ///
  /// - Throws: `Failure` `meeting.room` with what is wrong with it.
  public static func base(_ text: String) throws(Failure) -> String {
    let text = text.trimmed
    var rest = text[...]
    var scheme = "https"
    if let end = rest.firstRange(of: "://") {
      scheme = rest[..<end.lowerBound].lowercased()
      guard scheme == "https" || scheme == "http" else {
        throw serverFailure(text, "a server's address begins with https://")
      }
      rest = rest[end.upperBound...]
    }
    while rest.hasSuffix("/") { rest.removeLast() }
    return scheme + "://" + (try host(rest, of: text, failure: serverFailure))
  }

  private static func host(
    _ text: Substring, of whole: String, failure: (String, String) -> Failure = failure
  ) throws(Failure) -> String {
    var host = text
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      guard let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port) else {
        throw failure(whole, "a port is a number from 1 to 65535")
      }
      host = text[..<colon]
    }
    let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
    let letters = isAddress ? host.dropFirst().dropLast() : host
    guard !letters.isEmpty, letters.utf8.count <= 253,
      letters.unicodeScalars.allSatisfy({ scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
        case ":": isAddress
        default: scalar.value > 0x7F && !isAddress && scalar.properties.isAlphabetic
        }
      })
    else { throw failure(whole, "invalid host \"\(printable(String(host), limit: 80))\"") }
    return text.lowercased()
  }

  /// A room's name as the server keeps it: trimmed, in small letters, 3 to 63 of them, words of a–z
  /// and 0–9 joined by single hyphens.
  ///
  /// - Throws: `Failure` `meeting.room` with what is wrong with it.
  public static func name(_ text: String) throws(Failure) -> String {
    let name = text.trimmed.lowercased()
    guard (3...63).contains(name.utf8.count) else {
      throw failure(text, "a room's name has from 3 to 63 characters")
    }
    let words = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isRight = words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
    guard isRight else {
      throw failure(text, "a room's name is words of a to z and 0 to 9 joined by single hyphens")
    }
    return name
  }

  private static func serverFailure(_ text: String, _ why: String) -> Failure {
    Failure(
      .error(
        .meetingServer, "invalid server address \"\(shown(text))\": \(why)",
        hints: ["write it as https://meet.example.org, with a port where it has one"]))
  }

  /// An address for messages, without its user name and password.
  private static func shown(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return printable(text, limit: 120) }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start < at else { return printable(text, limit: 120) }
    return printable(text[..<start] + "…" + text[at...], limit: 120)
  }

  private static func failure(_ text: String, _ why: String) -> Failure {
    Failure(
      .error(
        .meetingRoom, "invalid room \"\(shown(text))\": \(why)",
        hints: ["write its name, or its link: https://meet.example.org/m/kfd-vault-run"]))
  }
}

extension RoomLink: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(base, name, isShort) }
}

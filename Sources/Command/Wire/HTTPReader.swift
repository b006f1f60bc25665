// SPDX-License-Identifier: MIT
// Part of Platen: reads requests of HTTP/1.1 from bytes as they arrive, with limits.

/// An error in a request, and the response to it.
public struct HTTPError: Error, Hashable, Sendable {
  public var status: Int
  /// A sentence without a period.
  public var message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// A reader of requests from received bytes, by RFC 9112.
///
/// It refuses ambiguous requests rather than guessing: bodies beyond its limit or of unknown length,
/// folded headers, whitespace before a colon, bare control characters.
public struct HTTPReader: Sendable {
  public struct Limits: Sendable {
    /// The maximum of bytes of a request line and its headers.
    public var head = 16 << 10
    public var headers = 100
    /// The maximum of bytes of empty lines before a request.
    public var empty = 64
    /// The maximum of bytes of a body, which `POST` alone may have.
    public var body = 0
    public init() {}
  }

  private let limits: Limits
  private var bytes = ByteQueue()
  /// The offset up to which no end of the head was found.
  private var searched = 0
  /// The number of bytes of empty lines since the last request.
  private var empty = 0
  /// A request whose body is not whole yet, and the bytes it has.
  private var unfinished: (request: HTTPRequest, count: Int)?

  public init(limits: Limits = Limits()) { self.limits = limits }

  /// The number of bytes not yet read.
  public var pending: [UInt8] { bytes[0..<bytes.count] }
  public var isEmpty: Bool { bytes.isEmpty }
  /// Indicates whether nothing was received since the last request, not even an empty line.
  public var isIdle: Bool { bytes.isEmpty && empty == 0 && unfinished == nil }

  public mutating func feed(_ more: some Collection<UInt8>) { bytes.append(more) }

  /// The next request; nil until more bytes arrive. After an error no more requests can be read.
  public mutating func next() throws(HTTPError) -> HTTPRequest? {
    if let request = try head() {
      let count = Int(request[header: "content-length"] ?? "") ?? 0
      guard count > 0 else { return request }
      unfinished = (request, count)
    }
    guard let (head, count) = unfinished, bytes.count >= count else { return nil }
    unfinished = nil
    var request = head
    request.body = Array(bytes[0..<count])
    bytes.removeFirst(count)
    return request
  }

  /// The next request without its body; nil until more bytes arrive, and while one has no whole body.
  private mutating func head() throws(HTTPError) -> HTTPRequest? {
    guard unfinished == nil else { return nil }
    // Section 2.2 recommends ignoring some empty lines before a request.
    while !bytes.isEmpty, bytes[0] == 0x0D || bytes[0] == 0x0A {
      empty += 1
      guard empty <= limits.empty else {
        throw HTTPError(400, "expected a request, found empty lines")
      }
      bytes.removeFirst()
      searched = 0
    }
    guard let end = headEnd() else {
      if bytes.count > limits.head { throw HTTPError(431, "the head of the request is too long") }
      return nil
    }
    if end > limits.head { throw HTTPError(431, "the head of the request is too long") }
    let lines = bytes[0..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    bytes.removeFirst(end)
    searched = 0
    empty = 0
    return try HTTPReader.request(lines.filter { !$0.isEmpty }, limits: limits)
  }

  /// The offset after the empty line that ends the headers.
  private mutating func headEnd() -> Int? {
    var at = max(0, searched - 3)
    while at < bytes.count {
      if bytes[at] == 0x0A {
        if at + 1 < bytes.count, bytes[at + 1] == 0x0A { return at + 2 }
        if at + 2 < bytes.count, bytes[at + 1] == 0x0D, bytes[at + 2] == 0x0A { return at + 3 }
      }
      at += 1
    }
    searched = bytes.count
    return nil
  }

  private static func request(
    _ lines: [ArraySlice<UInt8>], limits: Limits
  ) throws(HTTPError) -> HTTPRequest {
    guard let first = lines.first else { throw HTTPError(400, "missing request line") }
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(isTokenByte),
      words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw HTTPError(400, "invalid request line") }
    let minor: Int
    switch String(decoding: words[2], as: UTF8.self) {
    case "HTTP/1.1": minor = 1
    case "HTTP/1.0": minor = 0
    default: throw HTTPError(505, "unsupported HTTP version")
    }
    guard lines.count - 1 <= limits.headers else {
      throw HTTPError(431, "too many headers")
    }
    var headers: [HTTPRequest.Header] = []
    for line in lines.dropFirst() { headers.append(try header(line)) }
    let target = words[1].split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let request = HTTPRequest(
      method: String(decoding: words[0], as: UTF8.self), path: try path(target[0]),
      query: target.count > 1 ? String(decoding: target[1], as: UTF8.self) : "",
      headers: headers, minorVersion: minor)
    try checkLength(of: request, limits: limits)
    guard headers.count(where: { $0.name == "host" }) == 1 || minor == 0 else {
      throw HTTPError(400, "a request must name one host")
    }
    return request
  }

  /// Refuses bodies that are too long, or whose length is not one number.
  private static func checkLength(of request: HTTPRequest, limits: Limits) throws(HTTPError) {
    let lengths = request.headers.filter { $0.name == "content-length" }.map(\.value)
    guard request[header: "transfer-encoding"] == nil else {
      throw HTTPError(413, "requests with a body in pieces are not accepted")
    }
    guard let length = lengths.first, length != "0" || lengths.count > 1 else { return }
    guard lengths.count == 1, !length.isEmpty, length.utf8.count < 10,
      length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length)
    else { throw HTTPError(400, "invalid length of the body") }
    guard count <= (request.method == "POST" ? limits.body : 0) else {
      throw HTTPError(413, "requests with such a body are not accepted")
    }
  }

  private static func header(_ line: ArraySlice<UInt8>) throws(HTTPError) -> HTTPRequest.Header {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isTokenByte)
    else { throw HTTPError(400, "invalid header") }
    let value = line[(colon + 1)...]
    guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
      throw HTTPError(400, "a header contains control characters")
    }
    return HTTPRequest.Header(
      String(decoding: line[..<colon], as: UTF8.self).lowercased(),
      String(decoding: value.trimmed, as: UTF8.self))
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// A text with its escapes decoded; nil for one with an escape that is not valid, or that stands
  /// for a control character.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
        case let value = high << 4 | low, value >= 0x20, value != 0x7F
      else { return nil }
      decoded.append(value)
    }
    return decoded
  }

  /// A path with its escapes decoded.
  private static func path(_ bytes: ArraySlice<UInt8>) throws(HTTPError) -> String {
    guard let decoded = unescaped(bytes) else {
      throw HTTPError(400, "invalid escape in the path")
    }
    guard let path = String(validating: decoded, as: UTF8.self),
      !path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }
      )
    else { throw HTTPError(400, "invalid path") }
    return path
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the spaces and tabs around them, in linear time.
  var trimmed: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[first...last]
  }
}

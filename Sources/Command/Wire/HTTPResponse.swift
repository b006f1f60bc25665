// SPDX-License-Identifier: MIT
// Part of Platen: answers of HTTP/1.1 as bytes.

/// An answer with all of its body.
public struct HTTPResponse: Hashable, Sendable {
  public var status: Int
  public var headers: [HTTPRequest.Header]
  public var body: [UInt8]

  public init(_ status: Int, headers: [HTTPRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An answer of that media type.
  public init(_ status: Int, _ mediaType: String, _ body: [UInt8]) {
    self.init(status, headers: [.init("Content-Type", mediaType)], body: body)
  }

  /// A sentence for a person.
  public static func text(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }

  /// With a further header.
  public func with(_ name: String, _ value: String) -> HTTPResponse {
    var response = self
    response.headers.append(.init(name, value))
    return response
  }

  /// The bytes to send.
  ///
  /// - Parameters:
  ///   - isHead: Whether only the head was requested.
  ///   - staysOpen: Whether more requests may follow.
  ///   - length: Bytes of the body, where it is sent after these.
  public func bytes(isHead: Bool = false, staysOpen: Bool, length: Int? = nil) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(HTTPResponse.phrase(status))\r\n"
    for header in headers { head += "\(header.name): \(header.value)\r\n" }
    if status != 101 {
      head += "Content-Length: \(length ?? body.count)\r\n"
      head += "Connection: \(staysOpen ? "keep-alive" : "close")\r\n"
    }
    return Array((head + "\r\n").utf8) + (isHead ? [] : body)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Answer"
    }
  }
}

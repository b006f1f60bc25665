// SPDX-License-Identifier: MIT
// Part of Platen: the address at which a phone controls a talk, and its QR code.

internal import JSON
internal import Libc
internal import QRCodes
internal import Rehearsal
internal import Text
internal import Wire

/// The page by which a phone controls the talk, as the presenter's page shows its address.
struct RemoteAddress {
  /// The address without the token, which is shown.
  let address: String
  /// The address with the token, which the code contains.
  private let secret: String

  /// The address for the browser that made a request; nil where no other machine can reach the server.
  ///
  /// - Parameters:
  ///   - request: One that may present; its host, unless that is this machine's own name for
  ///     itself, is the server's name in its network.
  ///   - endpoint: The server's.
  ///   - own: The addresses of this machine in its networks.
  ///   - needsToken: Indicates whether presenting needs the token, which the request has.
  init?(
    for request: HTTPRequest, at endpoint: Endpoint, own: [String], needsToken: Bool
  ) {
    guard !endpoint.isLoopback, let authority = RemoteAddress.authority(request, endpoint, own)
    else { return nil }
    address = "http://\(authority)/remote"
    let token = request.bearerToken ?? request.parameter("token")
    if needsToken, token == nil { return nil }
    secret = address + (token.map { "#token=" + PercentEncoding.encode($0, keeping: "-._~") } ?? "")
  }

  private static func authority(
    _ request: HTTPRequest, _ endpoint: Endpoint, _ own: [String]
  ) -> String? {
    let host = request[header: "host"] ?? ""
    let isPlain = host.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-.:[]".utf8.contains($0)
    }
    let isOwn =
      ["localhost", "[::1]", "127."].contains(where: host.lowercased().hasPrefix) || host.isEmpty
    if isPlain, !isOwn { return host }
    guard ["0.0.0.0", "::"].contains(endpoint.address) else { return endpoint.authority }
    return own.first.map { "\($0):\(endpoint.port)" }
  }

  /// `{"address": …, "side": …, "path": …}`: the modules of the code along a side with the light
  /// ones around it, and the dark ones as a path of SVG; nil for an address that is too long.
  var json: [UInt8]? {
    guard let code = try? QRCode(secret, correction: .low) else { return nil }
    var path = ""
    for row in 0..<code.side {
      var column = 0
      while column < code.side {
        guard code.isDark(row: row, column: column) else {
          column += 1
          continue
        }
        var end = column
        while code.isDark(row: row, column: end) { end += 1 }
        path += "M\(column + QRCode.quietZone) \(row + QRCode.quietZone)h\(end - column)v1"
        path += "h\(column - end)z"
        column = end
      }
    }
    var json = JSONWriter()
    json.object { json in
      json.member("address", address)
      json.member("side", code.side + 2 * QRCode.quietZone)
      json.member("path", path)
    }
    return json.utf8
  }

  /// The addresses of IPv4 of this machine in its networks, those of private networks first.
  static var ownAddresses: [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [String] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
        continue
      }
      var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN) + 1)
      let isRead = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        inet_ntop(AF_INET, &$0.pointee.sin_addr, &text, socklen_t(text.count)) != nil
      }
      guard isRead, let end = text.firstIndex(of: 0) else { continue }
      let figures = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if !figures.hasPrefix("127."), !figures.hasPrefix("169.254.") { found.append(figures) }
    }
    let isHome = { (address: String) in ["192.168.", "10."].contains(where: address.hasPrefix) }
    return found.filter(isHome) + found.filter { !isHome($0) }
  }
}

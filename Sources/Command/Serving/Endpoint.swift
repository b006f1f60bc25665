// SPDX-License-Identifier: MIT
// Part of Platen: the address a server listens at, and the socket there.

package import Diagnostics
internal import Libc

/// An address of this machine and a port.
package struct Endpoint: Hashable, Sendable {
  /// The address as it was given: `127.0.0.1`, `::1`, `0.0.0.0`.
  package var address: String
  /// 0 for any that is free.
  package var port: UInt16
  private var family: Int32

  /// - Parameter address: An address of IPv4 or IPv6 in figures, or `localhost`.
  /// - Throws: `Failure` `option.address`.
  package init(address: String, port: UInt16) throws(Failure) {
    self.address = address == "localhost" ? "127.0.0.1" : address
    self.port = port
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, self.address, &four) == 1 {
      family = AF_INET
    } else if inet_pton(AF_INET6, self.address, &six) == 1 {
      family = AF_INET6
    } else {
      throw Failure(
        .error(
          .optionAddress, "\"\(address)\" is not an IP address",
          hints: ["use 127.0.0.1 for this machine alone, or 0.0.0.0 for all networks"]))
    }
  }

  /// Indicates whether only this machine can reach it.
  package var isLoopback: Bool {
    family == AF_INET ? address.hasPrefix("127.") : address == "::1"
  }

  /// The authority as addresses of pages have it: `127.0.0.1:8080`, `[::1]:8080`.
  package var authority: String {
    family == AF_INET ? "\(address):\(port)" : "[\(address)]:\(port)"
  }

  /// A socket that listens here, and the port it has.
  ///
  /// - Throws: `Failure` `serve.address` where that cannot be, as when another one listens there.
  func listen() throws(Failure) -> (socket: Int32, port: UInt16) {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0, prepare(descriptor) else { throw refusal() }
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor), Libc.listen(descriptor, 128) == 0, let port = portOf(descriptor) else {
      let failure = refusal()
      close(descriptor)
      throw failure
    }
    return (descriptor, port)
  }

  private func bind(_ descriptor: Int32) -> Bool {
    if family == AF_INET {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      guard inet_pton(AF_INET, address, &place.sin_addr) == 1 else { return false }
      return withUnsafeBytes(of: &place) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          Libc.bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0
        }
      }
    }
    var place = sockaddr_in6()
    place.sin6_family = sa_family_t(AF_INET6)
    place.sin6_port = port.bigEndian
    guard inet_pton(AF_INET6, address, &place.sin6_addr) == 1 else { return false }
    return withUnsafeBytes(of: &place) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        Libc.bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0
      }
    }
  }

  private func portOf(_ descriptor: Int32) -> UInt16? {
    var place = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard status == 0 else { return nil }
    // The port is at the same offset for both families.
    return withUnsafeBytes(of: place) { UInt16($0[2]) << 8 | UInt16($0[3]) }
  }

  /// The address of the other side of a connection, in figures; nil where it has none.
  static func peer(of descriptor: Int32) -> String? {
    var place = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &size)
      }
    }
    guard status == 0 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN) + 1)
    let family = Int32(place.ss_family)
    let isFound = withUnsafeBytes(of: place) { bytes -> Bool in
      // The address stands behind the port, and in IPv6 behind the flow as well.
      let offset = family == AF_INET ? 4 : 8
      return inet_ntop(family, bytes.baseAddress! + offset, &text, socklen_t(text.count)) != nil
    }
    guard isFound, let end = text.firstIndex(of: 0) else { return nil }
    let figures = String(
      decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return figures.hasPrefix("::ffff:") ? String(figures.dropFirst(7)) : figures
  }

  private func refusal() -> Failure {
    let code = errno
    let why = systemErrorText(code)
    let hints: [String] =
      switch code {
      case EADDRINUSE: ["another program uses the port: choose another one with --port"]
      case EACCES: ["ports below 1024 need a special permission: choose a higher one with --port"]
      case EADDRNOTAVAIL: ["this machine has no such address"]
      default: []
      }
    return Failure(
      .error(.serveAddress, "cannot listen on \(authority): \(why)", hints: hints))
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: a shared cache that is an HTTP server, such as nginx or bazel-remote.

internal import Diagnostics
public import Pipeline

/// A cache on a server that speaks Bazel's HTTP protocol: `GET`, `HEAD` and `PUT` of `ac/` and `cas/`.
///
/// The token is sent to its address alone, and no redirect is followed.
public final class HTTPCache: RemoteCache {
  public let name: String
  private let address: WebAddress
  private let token: Secret?
  private let transport: any HTTPTransport

  /// Seconds without a byte after which a request is given up.
  private static let idleTimeout = 10.0
  /// Seconds that one entry may take.
  private static let timeout = 3600.0

  /// - Parameters:
  ///   - address: what stands before `ac/` and `cas/`.
  ///   - token: the place of a bearer token, if the server needs one.
  ///   - authority: a file of certificates (PEM) to believe instead of the system's.
  ///   - agent: the user agent.
  /// - Throws: `Failure` where the token cannot be read, or would be sent in clear text.
  public convenience init(
    address: WebAddress, token: CredentialReference?, authority: String?, vault: CredentialVault,
    agent: String
  ) throws {
    var secret: Secret?
    if let token {
      guard address.scheme == "https" || address.isLoopback else {
        throw Failure(
          .error(
            .instanceAddress, "the token of the cache would be sent to \(address) in clear text",
            hints: ["use https, or a cache without a token"]))
      }
      guard case .tokens(let access, _) = try Credential(reading: try vault.secret(at: token))
      else {
        throw Failure(
          .error(.credentialContent, "the credential of the cache is not a token"))
      }
      secret = access
    }
    self.init(
      address: address, token: secret, transport: CurlTransport(authority: authority, agent: agent))
  }

  init(address: WebAddress, token: Secret?, transport: any HTTPTransport) {
    name = address.description
    self.address = address
    self.token = token
    self.transport = transport
  }

  public func get(
    _ entry: RemoteEntry, limit: Int, into sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    try unsafe withoutActuallyEscaping(sink) { sink in
      let pieces = unsafe ResponsePieces(sink)
      var request = self.request(.get, entry)
      request.limit = limit
      request.pieces = pieces
      let response: ClientResponse
      do {
        response = try send(request, entry)
      } catch {
        throw pieces.error ?? error
      }
      switch response.status {
      case 200: return true
      case 404, 410: return false
      case let status: throw HTTPCache.refusal(entry, status)
      }
    }
  }

  public func contains(_ entry: RemoteEntry) throws -> Bool {
    switch try send(request(.head, entry), entry).status {
    case 200, 204: true
    case 404, 410: false
    case let status: throw HTTPCache.refusal(entry, status)
    }
  }

  public func put(
    _ entry: RemoteEntry, size: Int,
    reading: (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int
  ) throws {
    try unsafe withoutActuallyEscaping(reading) { reading in
      let pieces = unsafe RequestPieces(reading)
      var request = self.request(.put, entry)
      request.body = .pieces(size: size, pieces)
      let response: ClientResponse
      do {
        response = try send(request, entry)
      } catch {
        throw pieces.error ?? error
      }
      guard (200..<300).contains(response.status) else {
        throw HTTPCache.refusal(entry, response.status)
      }
    }
  }

  private func request(_ method: ClientRequest.Method, _ entry: RemoteEntry) -> ClientRequest {
    var request = ClientRequest(method, address.appending(entry.path))
    request.headers = [("Accept", "*/*")]
    request.bearer = token
    request.idleTimeout = HTTPCache.idleTimeout
    request.timeout = HTTPCache.timeout
    request.limit = 1 << 20
    return request
  }

  private func send(_ request: ClientRequest, _ entry: RemoteEntry) throws -> ClientResponse {
    do throws(TransportError) {
      return try transport.send(request, isCancelled: { false })
    } catch {
      throw RemoteCacheError("\(entry): \(error.message)")
    }
  }

  private static func refusal(_ entry: RemoteEntry, _ status: Int) -> RemoteCacheError {
    let reason =
      switch status {
      case 401, 403: "the token is missing or not accepted"
      case 301, 302, 303, 307, 308: "the server redirects, which is not followed"
      case 413: "the entry is too large for the server"
      case 507: "the disk of the server is full"
      default: "the server answers with status \(status)"
      }
    return RemoteCacheError("\(entry): \(reason)")
  }
}

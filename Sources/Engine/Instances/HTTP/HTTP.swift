// SPDX-License-Identifier: MIT
// Part of Platen: HTTP requests and responses; their transport is behind a protocol.

/// One request.
struct ClientRequest: Sendable {
  enum Method: String, Sendable {
    case get = "GET", post = "POST", delete = "DELETE", put = "PUT", head = "HEAD"
  }
  enum Body: Sendable {
    case none
    case json([UInt8])
    /// JSON with a secret in it.
    case secret(Secret)
    /// Bytes that are read piece by piece while they are sent.
    case pieces(size: Int, RequestPieces)
  }

  var method = Method.get
  var address: WebAddress
  /// Besides those that follow from the rest.
  var headers: [(name: String, value: String)] = []
  var body = Body.none
  /// Sent as `Authorization: Bearer`, to this address alone.
  var bearer: Secret?
  /// The most bytes the answer may have, unpacked.
  var limit = 64 << 20
  /// Seconds without a byte after which it is given up.
  var idleTimeout = 30.0
  /// Seconds after which the request ends even while data arrives; ten times the idle limit where
  /// nil.
  var timeout: Double?
  /// Takes the body of an answer with status 200 as it comes; that of the response is empty then.
  var pieces: ResponsePieces?
  /// Receives the bytes of an event stream as they come; `true` ends the stream, which may stay
  /// open otherwise.
  var isEnough: (@Sendable (_ more: ArraySlice<UInt8>) -> Bool)?

  init(_ method: Method = .get, _ address: WebAddress) {
    self.method = method
    self.address = address
  }
}

/// One answer.
struct ClientResponse: Sendable {
  var status: Int
  /// The headers in their order; names as the server wrote them.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The host that sent it, where that is another server than the request's; nil otherwise.
  var host: String?

  /// The last header of that name, in whatever capitals.
  func header(_ name: String) -> String? {
    headers.last { $0.name.lowercased() == name }?.value
  }

  /// The type of the body without its parameters.
  var type: String {
    let type = (header("content-type") ?? "").prefix { $0 != ";" && $0 != " " }
    return type.lowercased()
  }
}

/// Reads what a request sends, piece by piece, on the thread that sends it.
// Why unchecked: it is used by that thread alone, and only while the request is sent.
@safe final class RequestPieces: @unchecked Sendable {
  typealias Reading = (_ buffer: UnsafeMutableRawBufferPointer, _ offset: Int) throws -> Int

  private let reading: Reading
  private var offset = 0
  /// The reason why the bytes ended early.
  private(set) var error: (any Error)?

  init(_ reading: @escaping Reading) { unsafe self.reading = reading }

  /// Fills the beginning of a buffer; nil where the bytes cannot be read.
  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    do {
      let count = try unsafe reading(buffer, offset)
      offset += count
      return count
    } catch {
      self.error = error
      return nil
    }
  }
}

/// Takes the body of an answer piece by piece, on the thread that receives it.
// Why unchecked: as ``RequestPieces``.
@safe final class ResponsePieces: @unchecked Sendable {
  private let sink: (UnsafeRawBufferPointer) throws -> Void
  /// The reason why no more is taken.
  private(set) var error: (any Error)?

  init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { unsafe self.sink = sink }

  /// Takes a piece; false where it takes no more.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do {
      try unsafe sink(bytes)
      return true
    } catch {
      self.error = error
      return false
    }
  }
}

/// The reason why no answer came.
struct TransportError: Error, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// No connection: unknown host, refused connection or no route.
    case unreachable
    /// Nothing came in time.
    case timedOut
    /// The connection ended early, or the answer was not HTTP.
    case cut
    /// The server is not who it should be.
    case certificate
    /// The answer is larger than allowed.
    case tooLarge
    /// Bytes came as long as they were waited for, and no end.
    case endless
    /// The fetch has taken all it may, whichever server answers.
    case spent
    case cancelled
    /// HTTP cannot be used at all here.
    case unusable
  }
  var kind: Kind
  /// The message, for people.
  var message: String

  /// Indicates whether the same may go well soon.
  var isPassing: Bool { [.unreachable, .timedOut, .cut].contains(kind) }
}

/// A carrier of requests. It follows no redirects and retries nothing.
protocol HTTPTransport: Sendable {
  func send(
    _ request: ClientRequest, isCancelled: @Sendable () -> Bool
  ) throws(TransportError) -> ClientResponse
}

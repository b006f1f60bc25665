// SPDX-License-Identifier: MIT
// Part of Platen: requests carried by libcurl, with an authority of certificates of their own.

internal import CCurl
internal import Diagnostics
internal import Libc

/// Requests to one instance. Connections stay open, and all threads reuse them.
final class CurlTransport: HTTPTransport {
  /// A file of certificates (PEM) to believe instead of the system's.
  private let authority: String?
  /// The user agent sent to servers.
  private let agent: String
  private let idle = Guarded<[Idle]>([])

  /// A handle that is not in use.
  // Why unchecked: a handle is taken out of the list by one thread, used by it alone, and put back.
  private struct Idle: @unchecked Sendable { let handle: CurlHandle }

  init(authority: String?, agent: String) {
    self.authority = authority
    self.agent = agent
  }

  func send(
    _ request: ClientRequest, isCancelled: @Sendable () -> Bool
  ) throws(TransportError) -> ClientResponse {
    let handle: CurlHandle
    if let known = idle.withLock({ $0.popLast() }) {
      handle = known.handle
    } else {
      handle = try CurlHandle(Curl.library())
    }
    defer { idle.withLock { $0.append(Idle(handle: handle)) } }
    return try withoutActuallyEscaping(isCancelled) { isCancelled throws(TransportError) in
      try CurlExchange(request, on: handle, isCancelled: isCancelled)
        .perform(authority: authority, agent: agent)
    }
  }
}

/// One request on its way. libcurl is handed a pointer to it.
private final class CurlExchange {
  private let request: ClientRequest
  private let handle: CurlHandle
  private let isCancelled: @Sendable () -> Bool
  private var response = ClientResponse(status: 0)
  private var isTooLarge = false
  private var isDone = false
  private var isEventStream = false
  private var headerBytes = 0
  private var bodyBytes = 0

  init(
    _ request: ClientRequest, on handle: CurlHandle, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.request = request
    self.handle = handle
    self.isCancelled = isCancelled
  }

  /// The most bytes of all headers.
  private static let headerLimit = 256 << 10

  func perform(authority: String?, agent: String) throws(TransportError) -> ClientResponse {
    let table = unsafe handle.curl.table.pointee
    handle.reset()
    defer {
      // The handle's request data, including a token, is removed; the connection stays.
      handle.reset()
    }
    // One who sends a byte now and then is not waited for without end.
    let timeout = request.timeout ?? request.idleTimeout * 10
    setOptions(authority: authority, agent: agent, timeout: timeout)
    setCallbacks()
    var message = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))

    var lines: UnsafeMutablePointer<curl_slist>?
    defer { unsafe free(lines, table) }
    for header in headers {
      unsafe lines = table.slist_append?(lines, "\(header.name): \(header.value)") ?? lines
    }
    if let bearer = request.bearer { unsafe lines = line(with: bearer, after: lines, table) }
    unsafe handle.set(CURLOPT_HTTPHEADER, pointer: lines)

    let began = Stopwatch.now()
    let code = unsafe message.withUnsafeMutableBufferPointer { message in
      unsafe handle.set(CURLOPT_ERRORBUFFER, pointer: message.baseAddress)
      return withBody { unsafe table.easy_perform?(handle.handle) ?? CURLE_FAILED_INIT }
    }
    if isDone || code == CURLE_OK {
      var status = 0
      _ = unsafe platen_curl_status(handle.curl.table, handle.handle, &status)
      response.status = status
      return response
    }
    let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    let usual =
      unsafe table.easy_strerror?(code).map { unsafe String(cString: $0) }
      ?? "error \(code.rawValue)"
    // libcurl has one code for silence and for too long; the received bytes distinguish them.
    if code == CURLE_OPERATION_TIMEDOUT, headerBytes > 0,
      Stopwatch.now() - began >= timeout - 0.01
    {
      throw TransportError(
        kind: .endless, message: "an answer that has not ended after \(Int(timeout.rounded())) s")
    }
    throw TransportError(kind: kind(of: code), message: text.isEmpty ? usual : text)
  }

  private func setOptions(authority: String?, agent: String, timeout: Double) {
    handle.set(CURLOPT_NOSIGNAL, 1)
    handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
    handle.set(CURLOPT_URL, request.address.description)
    handle.set(CURLOPT_USERAGENT, agent)
    handle.set(CURLOPT_ACCEPT_ENCODING, "")
    handle.set(CURLOPT_FOLLOWLOCATION, 0)
    handle.set(CURLOPT_NETRC, 0)
    handle.set(CURLOPT_CONNECTTIMEOUT_MS, Int(min(request.idleTimeout, 15) * 1000))
    handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
    handle.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(request.idleTimeout.rounded(.up))))
    handle.set(CURLOPT_TIMEOUT_MS, max(1, Int(timeout * 1000)))
    handle.setLarge(CURLOPT_MAXFILESIZE_LARGE, request.limit)
    if request.address.isLoopback { handle.set(CURLOPT_NOPROXY, "*") }
    if let authority {
      handle.set(CURLOPT_CAINFO, authority)
      unsafe handle.set(CURLOPT_CAPATH, pointer: nil)
    }
  }

  /// Sets the callbacks by which libcurl delivers data and checks for cancellation.
  private func setCallbacks() {
    let box = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe handle.set(CURLOPT_HEADERDATA, pointer: box)
    unsafe handle.set(CURLOPT_WRITEDATA, pointer: box)
    unsafe handle.set(CURLOPT_XFERINFODATA, pointer: box)
    _ = unsafe platen_curl_set_taker(handle.curl.table, handle.handle, CURLOPT_HEADERFUNCTION) {
      unsafe CurlExchange.from($3).takeHeader($0, $1 * $2)
    }
    _ = unsafe platen_curl_set_taker(handle.curl.table, handle.handle, CURLOPT_WRITEFUNCTION) {
      unsafe CurlExchange.from($3).takeBody($0, $1 * $2)
    }
    handle.set(CURLOPT_NOPROGRESS, 0)
    _ = unsafe platen_curl_set_watcher(handle.curl.table, handle.handle, CURLOPT_XFERINFOFUNCTION) {
      box, _, _, _, _ in unsafe CurlExchange.from(box).isCancelled() ? 1 : 0
    }
  }

  private var headers: [(name: String, value: String)] {
    var headers = request.headers
    switch request.body {
    case .none: break
    case .json, .secret: headers.append(("Content-Type", "application/json"))
    case .pieces: headers.append(("Content-Type", "application/octet-stream"))
    }
    if !headers.contains(where: { $0.name == "Accept" }) {
      headers.append(("Accept", "application/json"))
    }
    // Small bodies need no leave to be sent.
    headers.append(("Expect", ""))
    return headers
  }

  /// Hands the body to libcurl, which reads it in place while `perform` runs.
  private func withBody(_ perform: () -> CURLcode) -> CURLcode {
    switch request.method {
    case .get: handle.set(CURLOPT_HTTPGET, 1)
    case .post: handle.set(CURLOPT_POST, 1)
    case .delete: handle.set(CURLOPT_CUSTOMREQUEST, "DELETE")
    case .put: handle.set(CURLOPT_UPLOAD, 1)
    case .head: handle.set(CURLOPT_NOBODY, 1)
    }
    func send(_ bytes: UnsafeRawBufferPointer) -> CURLcode {
      handle.setLarge(CURLOPT_POSTFIELDSIZE_LARGE, bytes.count)
      return unsafe "".withCString { empty in
        unsafe handle.set(CURLOPT_POSTFIELDS, pointer: bytes.baseAddress ?? UnsafeRawPointer(empty))
        return perform()
      }
    }
    switch request.body {
    case .none where request.method == .post:
      return unsafe send(UnsafeRawBufferPointer(start: nil, count: 0))
    case .none: return perform()
    case .json(let bytes): return unsafe bytes.withUnsafeBytes(send)
    case .secret(let secret): return unsafe secret.withBytes(send)
    case .pieces(let size, let pieces): return self.send(pieces, size: size, perform)
    }
  }

  /// Hands over a body piece by piece while `perform` runs.
  private func send(
    _ pieces: RequestPieces, size: Int, _ perform: () -> CURLcode
  ) -> CURLcode {
    handle.setLarge(CURLOPT_INFILESIZE_LARGE, size)
    unsafe handle.set(CURLOPT_READDATA, pointer: Unmanaged.passUnretained(pieces).toOpaque())
    _ = unsafe platen_curl_set_taker(handle.curl.table, handle.handle, CURLOPT_READFUNCTION) {
      room, size, count, box in
      // libcurl hands back the very pointer it was given, and only while `perform` runs.
      let pieces = unsafe Unmanaged<RequestPieces>.fromOpaque(box!).takeUnretainedValue()
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: room, count: size * count)
      return unsafe pieces.next(into: buffer) ?? Int(CURL_READFUNC_ABORT)
    }
    return withExtendedLifetime(pieces, perform)
  }

  /// The list with the token's line at its end.
  private func line(
    with bearer: Secret, after lines: UnsafeMutablePointer<curl_slist>?, _ table: platen_curl
  ) -> UnsafeMutablePointer<curl_slist>? {
    var text = Array("Authorization: Bearer ".utf8)
    text.reserveCapacity(text.count + bearer.count + 1)
    unsafe bearer.withBytes { unsafe text.append(contentsOf: $0) }
    text.append(0)
    defer { wipe(&text) }
    return unsafe text.withUnsafeBytes { bytes in
      unsafe table.slist_append?(lines, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
        ?? lines
    }
  }

  /// Frees a list, wiped: a token may stand in it.
  private func free(_ lines: UnsafeMutablePointer<curl_slist>?, _ table: platen_curl) {
    var line = unsafe lines
    while let next = unsafe line {
      if let data = unsafe next.pointee.data { unsafe explicit_bzero(data, strlen(data)) }
      unsafe line = next.pointee.next
    }
    unsafe table.slist_free_all?(lines)
  }

  private static func from(_ box: UnsafeMutableRawPointer?) -> CurlExchange {
    // libcurl hands back the very pointer it was given, and only while `perform` runs.
    unsafe Unmanaged<CurlExchange>.fromOpaque(box!).takeUnretainedValue()
  }

  private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= CurlExchange.headerLimit else {
      isTooLarge = true
      return 0
    }
    let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    var text = unsafe String(decoding: raw, as: UTF8.self)[...]
    while text.last?.isNewline == true || text.last == " " { text.removeLast() }
    if text.hasPrefix("HTTP/") {
      // An answer before the answer, such as 100, has headers of its own.
      response.headers = []
      response.status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      response.headers.append((String(text[..<colon]), String(value)))
    }
    return count
  }

  private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    if let pieces = request.pieces, response.status == 200 {
      bodyBytes += count
      guard bodyBytes <= request.limit else {
        isTooLarge = true
        return 0
      }
      return unsafe pieces.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }
    if response.body.isEmpty { isEventStream = response.type == "text/event-stream" }
    guard response.body.count + count <= request.limit else {
      isTooLarge = true
      return 0
    }
    let start = response.body.count
    unsafe response.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    if isEventStream, request.isEnough?(response.body[start...]) == true {
      isDone = true
      return 0
    }
    return count
  }

  private func kind(of code: CURLcode) -> TransportError.Kind {
    if isTooLarge { return .tooLarge }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      return .unreachable
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return .certificate
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_URL_MALFORMAT,
      CURLE_UNSUPPORTED_PROTOCOL:
      return .unusable
    default: return .cut
    }
  }
}

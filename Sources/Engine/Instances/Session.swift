// SPDX-License-Identifier: MIT
// Part of Platen: a session with one instance: rate limits, retries, redirects, and which servers
// get its token.

internal import CProcess
internal import Diagnostics
internal import JSON

/// A session with one instance, used by as many threads as it allows. It has a token of its own and
/// shares it with no other.
final class Session: Sendable {
  let instance: Instance
  private let transport: any HTTPTransport
  private let timekeeper: any Timekeeper
  private let vault: CredentialVault
  private let rate: RateLimit
  private let cancelled: @Sendable () -> Bool
  /// The way tokens are renewed and got for a password; each kind of server has its own.
  private let signing: BedrudSigning?
  private let state = Guarded(State())
  /// Held while a token is renewed: the others wait for it instead of renewing theirs.
  private let renewal = Guarded(())

  private struct State: Sendable {
    var credential: Credential?
    /// The content read from the credential's place.
    var kept: Secret?
    /// Sent with requests; nil until one signed in with a password.
    var token: Secret?
    /// Raised with each new token.
    var generation = 0
    var origin = Origin.kept
    /// Indicates whether the server has taken the token since it is there.
    var isTaken = false
    var warnings: [Diagnostic] = []
    var knownWarnings: Set<Diagnostic> = []
    /// The reason that no more requests are sent.
    var end: Failure?
    /// Requests that got no answer, one after another.
    var unanswered = 0
    var use = FetchUse()
  }

  /// The source of a token.
  private enum Origin {
    /// From where it is kept, or for the password that is.
    case kept
    /// The token was replaced from outside since.
    case replaced
    /// The server gave it in the place of one it refused.
    case renewed
  }

  init(
    _ instance: Instance, transport: any HTTPTransport, timekeeper: any Timekeeper,
    vault: CredentialVault, signing: BedrudSigning?, cancelled: @escaping @Sendable () -> Bool
  ) {
    self.instance = instance
    self.transport = transport
    self.timekeeper = timekeeper
    self.vault = vault
    self.signing = signing
    self.cancelled = cancelled
    rate = RateLimit(perMinute: instance.perMinute)
  }

  /// The warnings besides answers.
  var warnings: [Diagnostic] { state.withLock { $0.warnings } }

  func warn(_ diagnostic: Diagnostic) {
    state.withLock {
      if $0.knownWarnings.insert(diagnostic).inserted { $0.warnings.append(diagnostic) }
    }
  }

  // MARK: Asking

  /// Sends a request, with the instance's token where it has one.
  ///
  /// - Returns: the answer whatever its status, except those that end or delay all requests.
  /// - Throws: `Failure` `instance.unavailable`, `instance.auth`, `instance.certificate`,
  ///   `instance.too-large`, `instance.endless`, or the errors of a credential's place.
  func send(_ request: ClientRequest) throws(Failure) -> ClientResponse {
    var mayReread = true
    var mayRenew = true
    var request = request
    while true {
      let generation = try signIn()
      request.bearer = state.withLock { $0.token }
      let response = try sendUnsigned(request)
      switch response.status {
      case 401 where response.host != nil: throw end(elsewhere(response))
      case 401 where request.bearer != nil:
        let origin = try renew(
          from: generation, response, mayReread: mayReread, mayRenew: mayRenew)
        switch origin {
        case .kept: break
        case .replaced: mayReread = false
        case .renewed: mayRenew = false
        }
      case 401:
        throw end(
          auth(
            "\(instance.name) requires a sign-in", response,
            hints: ["name the place of its token with credential:"]))
      default:
        state.withLock { if $0.generation == generation { $0.isTaken = true } }
        try refuseEcho(response)
        return response
      }
    }
  }

  /// Sends a request without a token of the session's, and retries while the reason may pass.
  func sendUnsigned(_ request: ClientRequest) throws(Failure) -> ClientResponse {
    var attempt = 0
    while true {
      if let end = state.withLock({ $0.end }) { throw end }
      try wait(rate.turn(at: timekeeper.now))
      let problem: Failure
      var requested: Double?
      do throws(TransportError) {
        let response = try follow(request)
        state.withLock { $0.unanswered = 0 }
        guard RetryRules.isPassing(response.status) else { return response }
        requested = RetryRules.requested(response.header("retry-after"), date: timekeeper.date)
        problem = unavailable(response, requested: requested)
      } catch {
        problem = failure(error)
        switch error.kind {
        case .spent: throw end(problem)
        // The same request would never end again; another one may.
        case .endless: throw unanswered(problem)
        default: guard error.isPassing else { throw problem }
        }
      }
      guard
        let pause = instance.retries.wait(
          after: attempt, requested: requested, chance: timekeeper.chance)
      else {
        // A server that requests a longer pause gets no more requests.
        if let requested, requested > instance.retries.longest { throw end(problem) }
        throw unanswered(problem)
      }
      attempt += 1
      try wait(pause)
    }
  }

  /// Notes that a request was not answered: a server that cannot be reached, or never answers, gets
  /// no further requests.
  private func unanswered(_ problem: Failure) -> Failure {
    let isGone = state.withLock { state in
      state.unanswered += 1
      return state.unanswered >= 2
    }
    return isGone ? end(problem) : problem
  }

  /// Sends a request once, whether or not it arrives.
  func sendOnce(_ request: ClientRequest) {
    var request = request
    let (token, end) = state.withLock { ($0.token, $0.end) }
    guard end == nil else { return }
    request.bearer = token
    _ = try? transport.send(request, isCancelled: cancelled)
  }

  /// The bytes of all answers so far.
  var bytesReceived: Int { state.withLock { $0.use.bytes } }

  /// Has a request carried, within the limits of the fetch.
  private func carry(_ request: ClientRequest) throws(TransportError) -> ClientResponse {
    let limits = instance.limits
    let now = timekeeper.now
    let (use, began) = state.withLock { state in
      let began = state.use.began ?? now
      state.use.began = began
      state.use.requests += 1
      return (state.use, began)
    }
    // A wait for the rate limit is not an error of the server.
    let seconds = limits.seconds + Double(use.requests) * rate.spacing
    let left = began + seconds - now
    func spent(_ message: String) -> TransportError {
      TransportError(kind: .spent, message: message)
    }
    let tooLong = "the fetch is not done after \(Int(limits.seconds)) s"
    if use.requests > limits.requests { throw spent("more than \(limits.requests) requests") }
    if use.bytes > limits.bytes { throw spent("more than \(limits.bytes >> 20) MiB of answers") }
    if left <= 0 { throw spent(tooLong) }
    var request = request
    request.timeout = min(request.timeout ?? request.idleTimeout * 10, left)
    let response: ClientResponse
    do throws(TransportError) {
      response = try transport.send(request, isCancelled: cancelled)
    } catch {
      throw error.kind == .endless && request.timeout == left ? spent(tooLong) : error
    }
    state.withLock { $0.use.bytes += response.body.count }
    return response
  }

  private func wait(_ seconds: Double) throws(Failure) {
    if seconds > 0 { timekeeper.wait(seconds, isCancelled: cancelled) }
    if cancelled() { throw Session.cancellation }
  }

  static let cancellation = Failure(.error(.instanceCancelled, "the requests were cancelled"))

  /// Follows redirects, at most five. Another server gets neither the token nor the body of a POST
  /// request.
  private func follow(_ request: ClientRequest) throws(TransportError) -> ClientResponse {
    var request = request
    for _ in 0...5 {
      var response = try carry(request)
      if request.address.origin != instance.address.origin {
        response.host = request.address.root.description
      }
      guard [301, 302, 303, 307, 308].contains(response.status),
        let location = response.header("location")
      else { return response }
      guard let next = request.address.following(location) else {
        throw TransportError(kind: .unusable, message: "it redirects to an invalid HTTP address")
      }
      if request.address.scheme == "https", next.scheme == "http" {
        throw TransportError(
          kind: .unusable, message: "it redirects from https to http, to \(next.host)")
      }
      if next.origin != request.address.origin {
        request.bearer = nil
        // Headers of a session or a body are for this server alone.
        guard request.method == .get else {
          throw TransportError(
            kind: .unusable, message: "it redirects to another server, \(next.host)")
        }
      }
      if response.status == 303, request.method != .get {
        request.method = .get
        request.body = .none
      }
      request.address = next
    }
    throw TransportError(kind: .unusable, message: "it redirects too often")
  }

  // MARK: Tokens

  /// Sees to it that there is a token where there is a credential.
  ///
  /// - Returns: which it is, counted.
  private func signIn() throws(Failure) -> Int {
    if let end = state.withLock({ $0.end }) { throw end }
    guard let reference = instance.credential else { return 0 }
    let known = state.withLock { $0.token == nil ? nil : $0.generation }
    if let known { return known }
    return try renewal.withLock { _ throws(Failure) in
      let known = state.withLock { $0.token == nil ? nil : $0.generation }
      if let known { return known }
      do throws(Failure) {
        let kept = try vault.secret(at: reference)
        let credential = try Credential(reading: kept)
        state.withLock {
          $0.kept = kept
          $0.credential = credential
        }
        switch credential {
        case .tokens(let access, _): return take(access)
        case .password(let email, let password):
          guard let signing else { throw noPassword }
          return take(try signing.signIn(email: email, password: password, in: self).access)
        }
      } catch { throw end(named(error)) }
    }
  }

  private var noPassword: Failure {
    Failure(
      .error(
        .credentialContent,
        "a \(instance.kind.rawValue) instance is signed in to with a token, not with a password"))
  }

  @discardableResult private func take(_ token: Secret, _ origin: Origin = .kept) -> Int {
    state.withLock { state in
      state.token = token
      state.generation += 1
      state.origin = origin
      state.isTaken = false
      return state.generation
    }
  }

  /// Gets another token in the place of one that was refused.
  ///
  /// A token the server has given and then refuses at once is not renewed in its turn, whichever
  /// request used it: after one renewal it fails.
  ///
  /// - Returns: where it came from.
  /// - Throws: `Failure` `instance.auth` where none can be had; then no more requests are sent.
  private func renew(
    from generation: Int, _ refusal: ClientResponse, mayReread: Bool, mayRenew: Bool
  ) throws(Failure) -> Origin {
    try renewal.withLock { _ throws(Failure) in
      let (current, origin, isTaken, credential, kept, ended) = state.withLock {
        ($0.generation, $0.origin, $0.isTaken, $0.credential, $0.kept, $0.end)
      }
      if let ended { throw ended }
      // Another thread has it already.
      guard current == generation, let reference = instance.credential, let credential else {
        return origin
      }
      if mayReread, let kept, try takeReplaced(kept, at: reference) { return .replaced }
      let refused = auth(
        "\(instance.name) does not accept its token", refusal,
        hints: ["sign in again and replace what \(reference) holds"])
      guard mayRenew, origin != .renewed || isTaken else { throw end(refused) }
      switch credential {
      case .tokens(_, let refresh?) where signing != nil:
        guard let signing else { throw end(refused) }
        let tokens: Tokens
        do throws(Failure) {
          tokens = try signing.refresh(refresh, in: self)
        } catch { throw end(named(error)) }
        keep(tokens, refresh, kept, at: reference)
      case .tokens: throw end(refused)
      case .password(let email, let password):
        guard let signing else { throw end(named(noPassword)) }
        do throws(Failure) {
          take(try signing.signIn(email: email, password: password, in: self).access, .renewed)
        } catch { throw end(named(error)) }
      }
      return .renewed
    }
  }

  /// Takes a credential that was replaced since it was read, such as by another run that renewed
  /// it: its token is good, and the old refresh token may be used up.
  private func takeReplaced(
    _ kept: Secret, at reference: CredentialReference
  ) throws(Failure) -> Bool {
    guard reference.keepsWhatIsPut, let now = try? vault.secret(at: reference),
      !now.holdsSame(as: kept), let credential = try? Credential(reading: now),
      case .tokens(let access, _) = credential
    else { return false }
    state.withLock {
      $0.kept = now
      $0.credential = credential
    }
    take(access, .replaced)
    return true
  }

  /// Stores renewed tokens in the place of the old ones before any request uses them, so that a
  /// killed run has them the next time.
  private func keep(
    _ tokens: Tokens, _ refresh: Secret, _ kept: Secret?, at reference: CredentialReference
  ) {
    let next = tokens.refresh ?? refresh
    let whole = Credential.renewed(kept, access: tokens.access, refresh: next)
    do throws(Failure) {
      try vault.put(whole, at: reference)
    } catch {
      for var diagnostic in error.diagnostics {
        diagnostic.severity = .warning
        diagnostic.message = "\(instance.name): \(diagnostic.message)"
        warn(diagnostic)
      }
    }
    state.withLock {
      $0.kept = whole
      $0.credential = .tokens(access: tokens.access, refresh: next)
    }
    take(tokens.access, .renewed)
  }

  // MARK: What went wrong

  /// Returns the error for a server other than the instance that requires a sign-in.
  private func elsewhere(_ response: ClientResponse) -> Failure {
    Failure(
      .error(
        .instanceUnusable,
        "\(instance.name) redirects to another server, \(redacted(response.host ?? "")), which requires a "
          + "sign-in\(words(of: response)): it was not sent the token",
        hints: ["name the server itself with url:"]))
  }

  /// Notes the reason that no more requests are sent.
  private func end(_ failure: Failure) -> Failure {
    state.withLock { state in
      if state.end == nil { state.end = failure }
      return state.end ?? failure
    }
  }

  private func named(_ failure: Failure) -> Failure {
    Failure(
      failure.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if !diagnostic.message.contains(instance.name) {
          diagnostic.message = "\(instance.name): \(diagnostic.message)"
        }
        return diagnostic
      })
  }

  private func auth(
    _ message: String, _ response: ClientResponse, hints: [String] = []
  ) -> Failure {
    Failure(
      .error(
        .instanceAuth, message + words(of: response), hints: hints))
  }

  /// The error in an answer, as a clause without secrets.
  func words(of response: ClientResponse) -> String {
    var text = " (\(response.status)"
    if let answer = try? JSONDocument(parsing: response.body) {
      let message = unsafe answer.withView { view in
        view["error"]?.string ?? view["message"]?.string ?? view["error"]?["message"]?.string
      }
      if let message { text += ": " + redacted(printable(message, limit: 200)) }
    }
    return text + ")"
  }

  private func unavailable(_ response: ClientResponse, requested: Double?) -> Failure {
    let message: String
    if let requested, requested > instance.retries.longest {
      message =
        "\(instance.name) requests a pause of \(Int(requested)) s" + words(of: response)
    } else if response.status == 429 {
      message = "\(instance.name) gets too many requests" + words(of: response)
    } else {
      message = "\(instance.name) is not working at the moment" + words(of: response)
    }
    return Failure(
      .error(
        .instanceUnavailable, message,
        hints: response.status == 429 ? ["limit the requests with rate:"] : []),
      isPassing: true)
  }

  private func failure(_ error: TransportError) -> Failure {
    let server = instance.address.description
    let reason = redacted(printable(error.message, limit: 300))
    switch error.kind {
    case .unreachable:
      return Failure(
        .error(.instanceUnavailable, "\(instance.name) cannot be reached: \(reason)"),
        isPassing: true)
    case .timedOut:
      return Failure(
        .error(
          .instanceUnavailable, "\(instance.name) did not answer in time: \(reason)",
          hints: ["allow it a longer silence with timeout:"]), isPassing: true)
    case .cut:
      return Failure(
        .error(.instanceUnavailable, "\(instance.name) closed the connection early: \(reason)"),
        isPassing: true)
    case .certificate:
      return Failure(
        .error(
          .instanceCertificate, "\(server) is not known to be \(instance.name): \(reason)",
          hints: ["name your own server's certificate authority with ca-file:"]))
    case .tooLarge:
      return Failure(
        .error(
          .instanceTooLarge,
          "\(instance.name) answers with more than \(instance.answerLimit >> 20) MiB"))
    case .endless:
      return Failure(
        .error(
          .instanceUnavailable, "\(instance.name) did not answer in time: \(reason)",
          hints: ["an answer may take ten times the seconds of timeout:"]))
    case .spent: return endlessFailure(reason)
    case .cancelled: return Session.cancellation
    case .unusable:
      return Failure(.error(.instanceUnusable, "\(instance.name) cannot be used: \(reason)"))
    }
  }

  /// A fetch that has come to a bound; nothing more is requested.
  ///
  /// - Parameter bound: the exceeded limit, in words: `more than 100 entries in the list of rooms`.
  func endless(_ bound: String) -> Failure { end(endlessFailure(bound)) }

  private func endlessFailure(_ bound: String) -> Failure {
    Failure(
      .error(
        .instanceEndless, "\(instance.name) exceeds the limits: \(bound)",
        hints: ["raise limits: (requests, entries, size, time) for a server as large as that"]
      ))
  }

  // MARK: No secret gets out

  /// The secrets this session knows.
  private var secrets: [Secret] {
    state.withLock { state in
      var secrets = [state.token, state.kept].compactMap(\.self)
      switch state.credential {
      case .tokens(let access, let refresh): secrets += [access, refresh].compactMap(\.self)
      case .password(_, let password): secrets.append(password)
      case nil: break
      }
      // A token alone is all there is, three times.
      var different: [Secret] = []
      for secret in secrets where !different.contains(where: { $0.holdsSame(as: secret) }) {
        different.append(secret)
      }
      return different
    }
  }

  /// A server's text without the secrets it repeats, in any encoding.
  private func redacted(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for secret in secrets where secret.count >= 4 {
      SecretEcho(of: secret).mask(in: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Refuses an answer that repeats a token: it would be kept and printed.
  private func refuseEcho(_ response: ClientResponse) throws(Failure) {
    // Short ones occur by chance.
    for secret in secrets where secret.count >= 16 {
      guard SecretEcho(of: secret).occurs(in: response.body) else { continue }
      throw Failure(
        .error(
          .instanceAnswer, "\(instance.name) repeats its credential in an answer",
          hints: ["such an answer is discarded; the error is the server's"]))
    }
  }
}

/// Tokens got from a server.
struct Tokens: Sendable {
  var access: Secret
  var refresh: Secret?
}

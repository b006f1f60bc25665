// SPDX-License-Identifier: MIT
// Part of Platen: the content of a credential: a token, a token with its refresh token, or a name
// and a password.

internal import Diagnostics
internal import JSON

/// The content of the place that a reference names.
enum Credential: Sendable {
  /// Tokens. Only those with something to renew them by outlive a day.
  case tokens(access: Secret, refresh: Secret?)
  /// The email and password of a sign-in. Tokens from it are not stored anywhere.
  case password(email: String, password: Secret)

  /// The most a credential may have.
  static let limit = 64 << 10

  /// Reads a credential: a token alone, or JSON with `accessToken` and `refreshToken` or with
  /// `email` and `password`, in either spelling of names.
  ///
  /// - Throws: `Failure` `credential.content`, which repeats nothing of it.
  init(reading secret: Secret) throws(Failure) {
    let result = unsafe secret.withBytes { bytes in
      Result { () throws(Failure) in try unsafe Credential(reading: bytes) }
    }
    self = try result.get()
  }

  private init(reading bytes: UnsafeRawBufferPointer) throws(Failure) {
    let bytes = unsafe trimmed(bytes)
    guard let first = unsafe bytes.first else {
      throw Credential.makeFailure("it is empty")
    }
    guard first == UInt8(ascii: "{") else {
      guard unsafe bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw Credential.makeFailure("a token is one word of printable characters")
      }
      self = unsafe .tokens(access: Secret(copying: bytes), refresh: nil)
      return
    }
    guard let document = try? unsafe JSONDocument(unsafelyBorrowing: bytes) else {
      throw Credential.makeFailure("it begins as JSON and is not valid JSON")
    }
    let found = unsafe document.withView { view -> Credential? in
      if let access = view.secret(["accessToken", "access_token", "token"]) {
        return .tokens(
          access: access, refresh: view.secret(["refreshToken", "refresh_token"]))
      }
      if let email = view["email"]?.string, let password = view.secret(["password"]) {
        return .password(email: email, password: password)
      }
      return nil
    }
    guard let found else {
      throw Credential.makeFailure("it has neither accessToken nor email and password")
    }
    if case .tokens(let access, let refresh) = found {
      for token in [access, refresh].compactMap(\.self) where !token.fitsHeader {
        throw Credential.makeFailure("a token is one word of printable characters")
      }
    }
    self = found
  }

  /// The content that replaces `old` once its tokens were renewed; other members stay as they are.
  static func renewed(_ old: Secret?, access: Secret, refresh: Secret?) -> Secret {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Credential.limit)
    var names = (access: "accessToken", refresh: "refreshToken")
    var others: [(String, [UInt8])] = []
    unsafe old?.withBytes { old in
      let old = unsafe trimmed(old)
      guard unsafe old.first == UInt8(ascii: "{"),
        let document = try? unsafe JSONDocument(unsafelyBorrowing: old)
      else { return }
      unsafe document.withView { view in
        if view["access_token"] != nil { names = ("access_token", "refresh_token") }
        for member in view.members
        where !["accessToken", "access_token", "token", "refreshToken", "refresh_token"]
          .contains(member.key)
        {
          var json = JSONWriter()
          json.copy(member.value)
          others.append((member.key, json.utf8))
        }
      }
    }
    func text(_ text: String) { bytes.append(contentsOf: text.utf8) }
    func member(_ name: String, _ secret: Secret) {
      text("\"\(name)\":\"")
      // Tokens are printable ASCII, checked where they come in.
      unsafe secret.withBytes { secret in
        for index in secret.indices {
          let byte = unsafe secret[index]
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text("\\") }
          bytes.append(byte)
        }
      }
      text("\"")
    }
    text("{")
    member(names.access, access)
    if let refresh {
      text(",")
      member(names.refresh, refresh)
    }
    for (name, value) in others {
      var key = JSONWriter()
      key.string(name)
      text("," + key.text + ":")
      bytes += value
    }
    text("}\n")
    return Secret(taking: &bytes)
  }

  private static func makeFailure(_ message: String) -> Failure {
    Failure(
      .error(
        .credentialContent, "the credential cannot be used: \(message)",
        hints: [
          "it is a token, or JSON: { \"accessToken\": …, \"refreshToken\": … } or "
            + "{ \"email\": …, \"password\": … }"
        ]))
  }
}

extension Secret {
  /// Indicates whether it can stand in a header: nothing in it ends a line.
  var fitsHeader: Bool {
    unsafe withBytes { unsafe !$0.isEmpty && $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
  }
}

extension JSONView {
  /// The first of those members that is a text, as a secret.
  func secret(_ names: [StaticString]) -> Secret? {
    for name in names {
      guard let value = self[name], value.kind == .string else { continue }
      let raw = unsafe value.scalarBytes
      // Tokens have nothing to escape; texts with escapes go by way of a string.
      if unsafe !raw.contains(UInt8(ascii: "\\")) { return unsafe Secret(copying: raw) }
      if let text = value.string { return Secret(copying: text.utf8) }
    }
    return nil
  }
}

/// Without the blanks and line ends around it.
private func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
  var bytes = unsafe bytes[...]
  while let first = unsafe bytes.first, first <= 0x20 { unsafe bytes = bytes.dropFirst() }
  while let last = unsafe bytes.last, last <= 0x20 { unsafe bytes = bytes.dropLast() }
  return unsafe UnsafeRawBufferPointer(rebasing: bytes)
}

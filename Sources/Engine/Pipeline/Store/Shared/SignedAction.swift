// SPDX-License-Identifier: MIT
// Part of Platen: actions as entries of a shared cache, with a code that shows who wrote them.

internal import Digests

/// An action as a shared cache keeps it: a mark of the format, an authentication code, and the
/// action.
///
/// The code is HMAC-SHA-256 (RFC 2104) over the entry's key and the action, with a key that the users
/// of the cache share and its server does not know. Without one, it is a checksum.
struct SignedAction {
  /// Raise the number whenever ``Action/encoded`` changes.
  private static let mark = Array("platen action 1\n".utf8)
  /// The most bytes of an entry.
  static let limit = 16 << 20

  private let key: [UInt8]

  init(key: [UInt8]) { self.key = key }

  /// The entry of an action.
  func sealed(_ action: Action, for entry: Digest) -> [UInt8] {
    let payload = action.encoded
    return SignedAction.mark + code(of: payload, for: entry) + payload
  }

  /// The action of an entry; nil where the entry is not one that a holder of the key wrote.
  func opened(_ bytes: [UInt8], for entry: Digest) -> Action? {
    let start = SignedAction.mark.count
    guard bytes.count > start + 32, bytes.starts(with: SignedAction.mark) else { return nil }
    let payload = Array(bytes[(start + 32)...])
    // Each byte is compared, so that the time shows nothing about the first that differs.
    let difference = zip(bytes[start...], code(of: payload, for: entry))
      .reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else { return nil }
    return unsafe payload.withUnsafeBytes { try? unsafe Action(decoding: $0) }
  }

  private func code(of payload: [UInt8], for entry: Digest) -> [UInt8] {
    SignedAction.code(of: entry.bytes + payload, key: key).bytes
  }

  /// HMAC-SHA-256 (RFC 2104).
  static func code(of message: [UInt8], key: [UInt8]) -> Digest {
    var block = key.count > 64 ? Digest.of(key).bytes : key
    block += [UInt8](repeating: 0, count: 64 - block.count)
    let inner = Digest.of(block.map { $0 ^ 0x36 } + message)
    return Digest.of(block.map { $0 ^ 0x5C } + inner.bytes)
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: where a credential is kept, as a manifest names it; never the credential itself.

public import Diagnostics

/// The place of a credential.
public enum CredentialReference: Hashable, Sendable, CustomStringConvertible {
  /// A variable of the process: `env:NAME`.
  case variable(String)
  /// A file of the user's own that other users cannot read: `file:PATH`.
  case file(String)
  /// The system's keyring: `keyring:SERVICE/ACCOUNT`; a name alone is an account of Platen's.
  case keyring(service: String, account: String)

  /// The forms in a manifest.
  public static let hint =
    "write env:NAME, file:PATH (its mode 0600) or keyring:NAME; a secret itself has no place in a "
    + "manifest"

  /// Reads a reference.
  ///
  /// - Throws: `Failure` `credential.inline` for anything else: it may well be the secret itself,
  ///   so the message does not repeat it.
  public init(_ text: String) throws(Failure) {
    func rest(_ prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    if let name = rest("env:"), CredentialReference.isVariable(name) {
      self = .variable(name)
    } else if let path = rest("file:"), !path.isEmpty, !path.utf8.contains(0) {
      self = .file(path)
    } else if let name = rest("keyring:"), !name.isEmpty, !name.utf8.contains(0) {
      guard let slash = name.firstIndex(of: "/") else {
        self = .keyring(service: "platen", account: name)
        return
      }
      let (service, account) = (name[..<slash], name[name.index(after: slash)...])
      guard !service.isEmpty, !account.isEmpty else { throw CredentialReference.malformed }
      self = .keyring(service: String(service), account: String(account))
    } else if ["env:", "file:", "keyring:"].contains(where: text.hasPrefix) {
      throw CredentialReference.malformed
    } else {
      throw Failure(
        .error(
          .credentialInline,
          "this is not a reference to a credential, and may be the secret itself",
          hints: [CredentialReference.hint]))
    }
  }

  private static let malformed = Failure(
    .error(.credentialReference, "this names no place to read a credential from", hints: [hint]))

  /// Indicates whether a name can be a variable's. A token pasted after `env:` is seldom one, and
  /// is not looked up under its own text.
  private static func isVariable(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.count <= 128
      && name.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
      }
  }

  /// The reference as written: it names the place and has nothing of the secret.
  public var description: String {
    switch self {
    case .variable(let name): "env:\(name)"
    case .file(let path): "file:\(path)"
    case .keyring("platen", let account): "keyring:\(account)"
    case .keyring(let service, let account): "keyring:\(service)/\(account)"
    }
  }

  /// Indicates whether a refreshed token can be put back.
  var keepsWhatIsPut: Bool {
    if case .variable = self { false } else { true }
  }
}

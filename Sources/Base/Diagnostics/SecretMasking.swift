// SPDX-License-Identifier: MIT
// Part of Platen: settings that are secrets by their names, and their replacement in output.

/// Names of settings whose values are secrets.
///
/// One rule for all data that are fetched, stored and printed: a setting masked in one place is
/// masked in all.
public enum SecretMasking {
  /// The text shown in place of a secret.
  public static let mask = "••••••••"

  private static let endings = [
    "secret", "secretkey", "accesskey", "apikey", "signingkey", "encryptionkey", "password",
    "passwd", "passphrase", "token", "bearer", "authorization", "privatekey", "credentials",
  ]

  /// Indicates whether a setting of that name contains a secret, ignoring case, `_`, `-` and `.`.
  public static func matches(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
    return endings.contains { plain.hasSuffix($0) }
  }
}

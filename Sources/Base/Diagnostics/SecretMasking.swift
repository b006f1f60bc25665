// SPDX-License-Identifier: MIT
// Part of Platen: which settings are secrets by their names, and what is shown in their place.

/// Names of settings whose values are secrets.
///
/// One rule for all that is fetched, kept and printed: what is masked in one place is masked in
/// all.
public enum SecretMasking {
  /// The text that is shown in place of a secret.
  public static let mask = "••••••••"

  private static let endings = [
    "secret", "secretkey", "accesskey", "password", "passwd", "token", "privatekey", "credentials",
  ]

  /// Indicates whether a setting of that name holds a secret, whatever its capitals, `_`, `-` and
  /// `.`.
  public static func matches(_ name: String) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
    return endings.contains { plain.hasSuffix($0) }
  }
}

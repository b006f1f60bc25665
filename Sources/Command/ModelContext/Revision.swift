// SPDX-License-Identifier: MIT
// Part of Platen: the revisions of the Model Context Protocol that the server supports.

/// A revision of the Model Context Protocol, named by its date.
///
/// The revisions until 2025-11-25 begin with `initialize`; since 2026-07-28 each request names its
/// revision itself, without a session.
/// Source: modelcontextprotocol.io, "Versioning".
public enum Revision: String, CaseIterable, Sendable, Hashable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// The newest revision that begins with `initialize`.
  static let lastWithHandshake = Revision.november2025

  /// Indicates whether the revision begins with `initialize`.
  public var hasHandshake: Bool { self != .july2026 }
}

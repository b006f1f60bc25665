// SPDX-License-Identifier: MIT
// Part of Platen: names that starter templates leave behind.

/// Knows names nobody chose.
enum PlaceholderNames {
  private static let words = [
    "my app", "myapp", "sample", "example app", "placeholder", "untitled", "todo", "lorem",
    "create react app", "vite app", "vite + ", "next app", "starter", "template", "app name",
    "your app", "your name", "project name", "new project",
  ]

  /// Whether a name is one of those, or has one in it as words.
  static func isOne(_ name: String) -> Bool {
    let plain = name.lowercased()
    return words.contains { plain.contains($0) }
  }
}

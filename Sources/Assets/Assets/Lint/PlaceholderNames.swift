// SPDX-License-Identifier: MIT
// Part of Platen: names that starter templates leave behind.

/// Recognizes placeholder names, which no person chose.
public enum PlaceholderNames {
  private static let words = [
    "my app", "myapp", "sample", "example app", "placeholder", "untitled", "todo", "lorem",
    "create react app", "vite app", "vite + ", "next app", "starter", "template", "app name",
    "your app", "your name", "project name", "new project",
  ]

  /// Names of frameworks that starters call an app after, and words they call it by alone: these
  /// are placeholders as a whole only, since names may have them in them.
  private static let whole = [
    "app", "web app", "site", "website", "name", "short name", "short_name", "test", "demo", "pwa",
    "appicon", "app icon", "favicon", "logo", "icon", "new app", "hello world",
  ]
  private static let frameworks = [
    "react", "tanstack", "vue", "nuxt", "angular", "next", "next.js", "nextjs", "svelte",
    "sveltekit", "solid", "remix", "astro", "vite", "ionic", "flutter", "expo", "gatsby", "preact",
    "quasar", "laravel", "rails", "django",
  ]

  /// Indicates whether a name is one of those, or has one in it as words.
  public static func isOne(_ name: String) -> Bool {
    let plain = name.lowercased().split { " \t-".contains($0) }.joined(separator: " ")
    if whole.contains(plain) { return true }
    if frameworks.contains(where: { plain == $0 || plain == $0 + " app" }) { return true }
    return words.contains { plain.contains($0) }
  }

  /// Indicates whether a picture's name is a placeholder; an icon called `icon.png` is fine.
  static func isPicture(_ file: String) -> Bool {
    let plain = file.lowercased()
    return words.contains { plain.contains($0) }
  }
}

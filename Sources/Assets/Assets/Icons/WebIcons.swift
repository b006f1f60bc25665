// SPDX-License-Identifier: MIT
// Part of Platen: a site's icons, its manifest, and the lines of HTML that name them.

internal import JSON
internal import Text

/// The files of a site's icons.
public enum WebIcons {
  /// The circle of a maskable icon that every system shows, of its width (W3C, Web App Manifest).
  public static let maskable = 0.8

  /// The manifest's data about the site.
  public struct Site: Hashable, Sendable {
    public var name: String
    /// `#rrggbb`.
    public var themeColor: String
    public var backgroundColor: String
    /// The path of the icons on the server, with a slash at its end.
    public var base: String

    public init(name: String, themeColor: String, backgroundColor: String, base: String = "/") {
      self.name = name
      self.themeColor = themeColor
      self.backgroundColor = backgroundColor
      self.base = base
    }
  }

  /// - Parameter hasVector: whether the master is an SVG, which browsers take as it is.
  public static func files(_ site: Site, hasVector: Bool) -> [IconFile] {
    var files = [
      IconFile(
        "favicon.ico", .ico([16, 32, 48].map { IconImage(.any, .free, pixels: $0) }, .png))
    ]
    if hasVector { files.append(IconFile("icon.svg", .master)) }
    return files + [
      IconFile("apple-touch-icon.png", .png(IconImage(.any, .square, pixels: 180))),
      IconFile("icon-192.png", .png(IconImage(.any, .free, pixels: 192))),
      IconFile("icon-512.png", .png(IconImage(.any, .free, pixels: 512))),
      IconFile(
        "icon-maskable-512.png",
        .png(IconImage(.foreground, .safe(maskable, onGround: true), pixels: 512))),
      IconFile("manifest.webmanifest", .text(manifest(site))),
      IconFile("icons.html", .text(snippet(site, hasVector: hasVector))),
    ]
  }

  private static func manifest(_ site: Site) -> String {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("name", site.name)
      json.member("short_name", site.name)
      json.member("start_url", site.base)
      json.member("display", "standalone")
      json.member("theme_color", site.themeColor)
      json.member("background_color", site.backgroundColor)
      json.member(
        "icons",
        array: { json in
          for (file, size, purpose) in [
            ("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"),
            ("icon-maskable-512.png", 512, "maskable"),
          ] {
            json.object { json in
              json.member("src", site.base + file)
              json.member("sizes", "\(size)x\(size)")
              json.member("type", "image/png")
              json.member("purpose", purpose)
            }
          }
        })
    }
    return json.text + "\n"
  }

  private static func snippet(_ site: Site, hasVector: Bool) -> String {
    let base = MarkupEscaping.escaped(site.base)
    var lines = ["<link rel=\"icon\" href=\"\(base)favicon.ico\" sizes=\"16x16 32x32 48x48\">"]
    if hasVector {
      lines.append(
        "<link rel=\"icon\" href=\"\(base)icon.svg\" type=\"image/svg+xml\" sizes=\"any\">")
    }
    lines += [
      "<link rel=\"apple-touch-icon\" href=\"\(base)apple-touch-icon.png\" sizes=\"180x180\">",
      "<link rel=\"manifest\" href=\"\(base)manifest.webmanifest\">",
      "<meta name=\"theme-color\" content=\"\(MarkupEscaping.escaped(site.themeColor))\">",
    ]
    return lines.map { $0 + "\n" }.joined()
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the keys of an assets job and the options of its outputs.

internal import Assets
internal import JobKit

/// The keys of an assets job in a manifest.
enum AssetKeys {
  static let input = OptionKey(
    "assets", .oneOrMore(.path),
    "the source: an icon (.svg, .png, or shapes in .yaml), design tokens (.json or .yaml), or a "
      + "folder of images or tokens; further sources have their own keys",
    example: "brand/icon.svg")
  static let icon = OptionKey(
    "icon", .path, "the icon, if assets names something else", example: "brand/icon.yaml")
  static let tokens = OptionKey(
    "tokens", .oneOrMore(.path),
    "design tokens if assets names something else: files read as one set, a folder or a resolver",
    example: "brand/tokens.json")
  static let tokenThemes = OptionKey(
    "token-themes", .oneOrMore(.text),
    "themes and contexts of tokens to read (default: those that the files name)",
    example: "Brand B")
  static let images = OptionKey(
    "images", .oneOrMore(.path),
    "folders of images or single images, with wildcards, if assets names something else",
    example: "brand/images")
  static let title = OptionKey(
    "title", .text,
    "the name of the program or site (default: the name of the icon, or of the site's folder)",
    example: "Harbour")
  static let background = OptionKey(
    "background", .text,
    "the background of an icon that may not be transparent: a color, a token's name in "
      + "braces, or an image (default: white)", example: "\"#17384A\"")
  static let dark = OptionKey(
    "dark", .path, "the icon for dark screens (default: drawn from the icon)",
    example: "brand/icon-dark.svg")
  static let tinted = OptionKey(
    "tinted", .path, "the icon for tinted screens (default: the dark icon in gray)",
    example: "brand/icon-tinted.svg")
  static let foreground = OptionKey(
    "foreground", .path,
    "the icon without its background, for systems that move the two (default: the icon)",
    example: "brand/mark.svg")
  static let monochrome = OptionKey(
    "monochrome", .path,
    "the icon in one color (default: the outline of the foreground)",
    example: "brand/mark-one-color.svg")
  static let templates = OptionKey(
    "template-images", .oneOrMore(.text),
    "names of images that programs color themselves, with wildcards", example: "[tab-*]")
  static let vectors = OptionKey(
    "vectors", .oneOrMore(.text),
    "names of SVG images that stay vectors in catalogs and Android's drawables, with wildcards",
    example: "[tab-*]")
  static let density = OptionKey(
    "density", .integer(1...4),
    "pixels per point of PNG images without a scale in their names, such as @2x (default: 3)",
    example: "2")
  static let platform = OptionKey(
    "platform", .word(of: AssetPlatform.self),
    "the platform of a folder (default: by its name: android for res, linux for hicolor, web for "
      + "web, www, public or static)", example: "web")
  static let icons = OptionKey(
    "icon-sizes", .word(["single", "legacy", "all", "none"]),
    "sizes of the app icon in a catalog: single has one, with its dark and tinted variants, "
      + "legacy one per slot since iOS 15, all one per slot of all versions, none no icon "
      + "(default: single)",
    example: "legacy")
  static let devices = OptionKey(
    "devices", .oneOrMore(.word(["ios", "macos", "watchos"])),
    "the devices for a catalog's icon (default: ios)", example: "[ios, macos]")
  static let iconName = OptionKey(
    "icon-name", .text,
    "the name of the icon (default: AppIcon, ic_launcher, or the title in lowercase)",
    example: "AppIcon")
  static let size = OptionKey(
    "size", .integer(1...4096), "the side of an icon in pixels", example: "512",
    defaultValue: "1024", uses: [.with(show, .icon)])
  static let appearance = OptionKey(
    "appearance", .word(of: IconSlot.Appearance.self),
    "the variant of the icon", example: "dark", defaultValue: "any",
    uses: [.with(show, .icon)])
  static let show = OptionKey(
    "show", .word(of: AssetContent.self),
    "what an image shows: one icon, all its variants on a sheet, or the tokens with their "
      + "contrasts (default: icon for .png, specimen for .pdf)", example: "specimen")
  static let width = OptionKey(
    "width", .integer(256...8192), "the width of a sheet in pixels", example: "1600",
    defaultValue: "1600", uses: [.with(show, .icons, .specimen)])
  static let package = OptionKey(
    "package", .text, "the package of Kotlin source", example: "org.example.design")
  static let typeName = OptionKey(
    "type-name", .text,
    "the name of the type or object in source",
    example: "Brand", defaultValue: "DesignTokens")
  static let compose = OptionKey(
    "compose", .flag, "whether Kotlin source has Jetpack Compose's types, such as Color and Dp",
    example: "true", defaultValue: "false")
  static let references = OptionKey(
    "references", .flag, "whether aliases refer to their tokens", example: "true",
    defaultValue: "false")
  static let language = OptionKey(
    "language", .text, "the language of a string table (default: the first)",
    example: "de")
  static let base = OptionKey(
    "base", .text, "the path of a site's icons on its server (default: /)",
    example: "/static/")
  static let theme = OptionKey(
    "theme-color", .text,
    "the theme color of a site, or a token's name in braces (default: the background)",
    example: "\"{color.sea}\"")

  static let grammar: JobGrammar = {
    var grammar = declared
    grammar.folderKeys = [images.name, tokens.name]
    grammar.patternKeys = [images.name, tokens.name]
    // Either a color or an image.
    grammar.isFile = [background.name: AssetRecipe.isPicture]
    return grammar
  }()

  private static let declared = JobGrammar(
    name: input.name,
    summary: "icons, colors and images for programs and sites",
    keys: [
      input, icon, tokens, tokenThemes, images, title, background, dark, tinted, foreground,
      monochrome,
      templates, vectors, density,
    ],
    options: [
      platform, icons, devices, iconName, size, appearance, show, width, package, typeName,
      compose, references, language, base, theme,
    ],
    formats: AssetFormat.rows, takesAudience: false)

  /// Indicates whether a file with these first bytes may hold design tokens, or an icon's shapes.
  static func seemsTokens(_ prefix: [UInt8]) -> Bool {
    let text = FirstBytes(prefix)
    return text.names("$value") || text.contains("$value:") || text.names("colors")
      || text.hasLine(beginning: "icon:") || text.hasLine(beginning: "colors:")
      || text.names("resolutionOrder") || seemsOtherTokens(text)
  }

  /// Indicates whether a folder with these file names holds images.
  static func holdsPictures(_ names: [String]) -> Bool {
    names.contains { ImageVariant(file: $0) != nil }
  }
}

extension AssetKeys {
  /// Indicates whether JSON with this start holds tokens in a format without dollar signs.
  fileprivate static func seemsOtherTokens(_ text: FirstBytes) -> Bool {
    guard text.names("value"), !text.members.isEmpty else { return false }
    let types = [
      "color", "dimension", "sizing", "spacing", "borderRadius", "borderWidth", "fontFamilies",
      "fontWeights", "fontSizes", "lineHeights", "letterSpacing", "boxShadow", "typography",
      "fontSize", "number", "opacity", "time", "fontFamily", "fontWeight", "shadow",
    ]
    return text.names("$themes") || text.names("comment") || text.contains("/token-types/")
      || ["#", "{"].contains {
        text.contains("\"value\": \"\($0)") || text.contains("\"value\":\"\($0)")
      }
      || types.contains {
        text.contains("\"type\": \"\($0)\"") || text.contains("\"type\":\"\($0)\"")
      }
  }
}

/// The platform of a folder of assets.
enum AssetPlatform: String, CaseIterable {
  case android, web, linux

  /// The platforms in messages: `web, android or linux`.
  static let description = "web, android or linux"

  /// Reads the platform from an output's options or name.
  init?(_ output: OutputRequest) {
    if let named = output.options[AssetKeys.platform] {
      self = named
      return
    }
    switch output.path.split(separator: "/").last {
    case "res": self = .android
    case "hicolor": self = .linux
    case "web", "www", "public", "static": self = .web
    default: return nil
    }
  }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the keys of an assets job and the options of its outputs.

internal import Assets
internal import JobKit

/// What a manifest may say about assets.
enum AssetKeys {
  static let input = OptionKey(
    "assets", .oneOrMore(.path),
    "what they are made of: an icon (.svg, .png, or shapes in .yaml), design tokens (.json or "
      + ".yaml), or a folder of pictures; the others stand under keys of their own",
    example: "brand/icon.svg")
  static let icon = OptionKey(
    "icon", .path, "the icon, where assets names something else", example: "brand/icon.yaml")
  static let tokens = OptionKey(
    "tokens", .path, "the design tokens, where assets names something else",
    example: "brand/tokens.json")
  static let images = OptionKey(
    "images", .oneOrMore(.path),
    "folders of pictures or pictures, with wildcards, where assets names something else",
    example: "brand/images")
  static let title = OptionKey(
    "title", .text,
    "what the program or site is called; the icon's name, or the site's folder's, when left out",
    example: "Harbour")
  static let background = OptionKey(
    "background", .text,
    "what lies under the icon where nothing may be transparent: a color, a token's name in "
      + "braces, or a picture; white when left out", example: "\"#17384A\"")
  static let dark = OptionKey(
    "dark", .path, "the icon for dark screens; drawn from the icon when left out",
    example: "brand/icon-dark.svg")
  static let tinted = OptionKey(
    "tinted", .path, "the icon for tinted screens; the dark one in gray when left out",
    example: "brand/icon-tinted.svg")
  static let foreground = OptionKey(
    "foreground", .path,
    "the icon without what lies under it, for systems that move the two; the icon when left "
      + "out", example: "brand/mark.svg")
  static let monochrome = OptionKey(
    "monochrome", .path,
    "the icon in one color; the foreground's outline when left out",
    example: "brand/mark-one-color.svg")
  static let templates = OptionKey(
    "template-images", .oneOrMore(.text),
    "names of pictures that programs color themselves, with wildcards", example: "[tab-*]")
  static let vectors = OptionKey(
    "vectors", .oneOrMore(.text),
    "names of pictures in SVG that catalogs keep as such, with wildcards",
    example: "[tab-*]")
  static let density = OptionKey(
    "density", .integer(1...4),
    "pixels a point of PNG pictures whose names do not tell it (@2x); 3 when left out",
    example: "2")
  static let platform = OptionKey(
    "platform", .word(of: AssetPlatform.self),
    "for whom a folder is; left out, one called res is for android, hicolor for linux, and web, "
      + "www, public or static for the web", example: "web")
  static let icons = OptionKey(
    "icon-sizes", .word(["single", "legacy", "all", "none"]),
    "sizes of the app's icon in a catalog: single has one, with its dark and tinted twins; "
      + "legacy one for each place since iOS 15; all for each there ever was; single when left "
      + "out", example: "legacy")
  static let devices = OptionKey(
    "devices", .oneOrMore(.word(["ios", "macos", "watchos"])),
    "for which devices a catalog's icon is; ios when left out", example: "[ios, macos]")
  static let iconName = OptionKey(
    "icon-name", .text,
    "what the icon is called; AppIcon, ic_launcher, or the title in small letters when left "
      + "out", example: "AppIcon")
  static let size = OptionKey(
    "size", .integer(1...4096), "pixels a side of an icon; 1024 when left out", example: "512")
  static let appearance = OptionKey(
    "appearance", .word(of: IconSlot.Appearance.self),
    "which of the icon's pictures; any when left out", example: "dark")
  static let show = OptionKey(
    "show", .word(of: AssetContent.self),
    "what a picture shows: one icon, all its pictures on a sheet, or the tokens with their "
      + "contrasts; icon for .png and specimen for .pdf when left out", example: "specimen")
  static let width = OptionKey(
    "width", .integer(256...8192), "pixels across a sheet", example: "1600")
  static let package = OptionKey(
    "package", .text, "the package of Kotlin source", example: "org.example.design")
  static let typeName = OptionKey(
    "type-name", .text,
    "what the type or object in source is called; DesignTokens when left out",
    example: "Brand")
  static let language = OptionKey(
    "language", .text, "the language of a string table; the first when left out",
    example: "de")
  static let base = OptionKey(
    "base", .text, "where a site's icons lie on its server; / when left out",
    example: "/static/")
  static let theme = OptionKey(
    "theme-color", .text,
    "the color round a site, or a token's name in braces; the background when "
      + "left out", example: "\"{color.sea}\"")

  static let grammar: JobGrammar = {
    var grammar = declared
    grammar.folderKeys = [images.name]
    grammar.patternKeys = [images.name]
    // Either a color or a picture.
    grammar.isFile = [background.name: AssetRecipe.isPicture]
    return grammar
  }()

  private static let declared = JobGrammar(
    name: input.name,
    summary: "icons, colors and pictures for programs and sites",
    keys: [
      input, icon, tokens, images, title, background, dark, tinted, foreground, monochrome,
      templates, vectors, density,
    ],
    options: [
      platform, icons, devices, iconName, size, appearance, show, width, package, typeName,
      language, base, theme,
    ],
    forms: AssetForm.rows)

  /// Indicates whether a file that begins so may hold design tokens, or an icon's shapes.
  static func seemsTokens(_ prefix: [UInt8]) -> Bool {
    let text = FirstBytes(prefix)
    return text.names("$value") || text.contains("$value:") || text.names("colors")
      || text.hasLine(beginning: "icon:") || text.hasLine(beginning: "colors:")
      || seemsForeignTokens(text)
  }

  /// Indicates whether a folder of these names holds pictures.
  static func holdsPictures(_ names: [String]) -> Bool {
    names.contains { ImageVariant(file: $0) != nil }
  }
}

extension AssetKeys {
  /// Indicates whether JSON that begins so is a file of tokens of another program, which the reader
  /// of tokens refuses by name.
  fileprivate static func seemsForeignTokens(_ text: FirstBytes) -> Bool {
    guard text.names("value"), !text.members.isEmpty else { return false }
    let types = [
      "color", "dimension", "sizing", "spacing", "borderRadius", "borderWidth", "fontFamilies",
      "fontWeights", "fontSizes", "lineHeights", "letterSpacing", "boxShadow", "typography",
    ]
    return text.names("$themes") || text.contains("/token-types/")
      || ["#", "{"].contains {
        text.contains("\"value\": \"\($0)") || text.contains("\"value\":\"\($0)")
      }
      || types.contains {
        text.contains("\"type\": \"\($0)\"") || text.contains("\"type\":\"\($0)\"")
      }
  }
}

/// For whom a folder of assets is.
enum AssetPlatform: String, CaseIterable {
  case android, web, linux

  /// `web, android or linux`.
  static let spoken = "web, android or linux"

  /// The platform an output's options or name say.
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

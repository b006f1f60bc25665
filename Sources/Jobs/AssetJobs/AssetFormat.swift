// SPDX-License-Identifier: MIT
// Part of Platen: the formats of an assets job's outputs.

internal import JobKit

/// A format of an assets job's outputs.
enum AssetFormat: String, JobFormat {
  case xcassets
  case folder = "/"
  case ico, icns, png, pdf, swift, kt, ts, css, scss, json, tokens, plist, strings, icon

  var row: OutputFormat {
    switch self {
    case .xcassets:
      row(
        "an asset catalog: icon, colors, images",
        options: [AssetKeys.icons, AssetKeys.devices, AssetKeys.iconName],
        dependsOnName: true, isShared: true)
    case .icon:
      row(
        "an icon of Icon Composer, for Xcode 26", options: [AssetKeys.devices],
        dependsOnName: true)
    case .folder:
      row(
        "a folder for a platform: Android resources, icons of a site, an icon theme",
        options: [AssetKeys.platform, AssetKeys.iconName, AssetKeys.base, AssetKeys.theme],
        dependsOnName: true, isShared: true)
    case .ico: row("an icon for Windows", options: [])
    case .icns: row("an icon for the Mac", options: [])
    case .png:
      row(
        "one icon, or an overview sheet",
        options: [AssetKeys.size, AssetKeys.appearance, AssetKeys.show, AssetKeys.width])
    case .pdf: row("the tokens as an overview sheet", options: [AssetKeys.show])
    case .swift: row("the tokens as Swift source", options: [AssetKeys.typeName])
    case .kt:
      row(
        "the tokens as Kotlin source",
        options: [AssetKeys.package, AssetKeys.typeName, AssetKeys.compose])
    case .ts: row("the tokens as TypeScript source", options: [AssetKeys.typeName])
    case .css: row("the tokens as CSS custom properties", options: [AssetKeys.references])
    case .scss: row("the tokens as SCSS variables", options: [AssetKeys.references])
    case .json: row("the resolved tokens, by mode", options: [])
    case .tokens: row("the tokens in the design-token format, with aliases", options: [])
    case .plist: row("the project's fonts for an app's Info.plist", options: [])
    case .strings: row("a string table", options: [AssetKeys.language])
    }
  }
}

/// The content of an image of an assets job.
enum AssetContent: String, CaseIterable {
  case icon, icons, specimen
}

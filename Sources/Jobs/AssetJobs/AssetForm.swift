// SPDX-License-Identifier: MIT
// Part of Platen: the forms of an assets job's outputs.

internal import JobKit

/// A form of an assets job's outputs.
enum AssetForm: String, JobForm {
  case xcassets
  case folder = "/"
  case ico, icns, png, pdf, swift, kt, css, json, plist, strings

  var row: OutputForm {
    switch self {
    case .xcassets:
      row(
        "an asset catalog: icon, colors, pictures",
        options: [AssetKeys.icons, AssetKeys.devices, AssetKeys.iconName],
        dependsOnName: true, isShared: true)
    case .folder:
      row(
        "a folder for a platform: Android's resources, a site's icons, a theme of icons",
        options: [AssetKeys.platform, AssetKeys.iconName, AssetKeys.base, AssetKeys.theme],
        dependsOnName: true, isShared: true)
    case .ico: row("an icon for Windows", options: [])
    case .icns: row("an icon for the Mac", options: [])
    case .png:
      row(
        "one icon, or a sheet to look at",
        options: [AssetKeys.size, AssetKeys.appearance, AssetKeys.show, AssetKeys.width])
    case .pdf: row("the tokens as a sheet to look at", options: [AssetKeys.show])
    case .swift: row("the tokens as Swift source", options: [AssetKeys.typeName])
    case .kt: row("the tokens as Kotlin source", options: [AssetKeys.package, AssetKeys.typeName])
    case .css: row("the tokens as custom properties", options: [])
    case .json: row("the tokens resolved, mode by mode", options: [])
    case .plist: row("the project's fonts for an app's Info.plist", options: [])
    case .strings: row("a string table", options: [AssetKeys.language])
    }
  }
}

/// What a picture of an assets job shows.
enum AssetContent: String, CaseIterable {
  case icon, icons, specimen
}

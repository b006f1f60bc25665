// SPDX-License-Identifier: MIT
// Part of Platen: the kinds of folders in asset catalogs.

/// Extensions of the folders that are sets in an asset catalog; every other folder is a group.
public enum CatalogKinds {
  public static let sets = [
    "appiconset", "imageset", "colorset", "dataset", "symbolset", "launchimage", "imagestack",
    "imagestacklayer", "brandassets", "complicationset", "iconset", "sticker", "stickerpack",
    "stickersequence", "stickersiconset", "spriteatlas", "textureset", "cubetextureset",
    "mipmapset", "arresourcegroup", "arreferenceimage", "arobjectanchor", "gcdashboardimage",
    "gcleaderboard", "gcleaderboardset", "solidimagestack", "solidimagestacklayer",
  ]

  /// The kinds of sets that programs call by their names.
  static let named = ["imageset", "colorset", "dataset", "symbolset"]

  static func isSet(_ pathExtension: String) -> Bool { sets.contains(pathExtension) }
}

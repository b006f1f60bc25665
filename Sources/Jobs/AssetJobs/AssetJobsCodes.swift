// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of assets.

package import Diagnostics

extension Diagnostic.Code {
  package static let assetsAndroid = Self(
    "assets.android", .source,
    "Android has no resources for some of the tokens, which are omitted.",
    "Nothing needs to be done.")
  package static let assetsColor = Self(
    "assets.color", .source,
    "The value is not a color. Write #rrggbb, or the name of a token.")
  package static let assetsContrast = Self(
    "assets.contrast", .source,
    "Android has no resources for high contrast, so they are omitted.",
    "Nothing needs to be done.")
  package static let assetsImage = Self(
    "assets.image", .source,
    "The folder or catalog has no PNG, JPEG or SVG image, or some images cannot be used and",
    "are skipped.",
    "Name a folder of images or a catalog with image sets, and correct the images that the",
    "message names.")
  package static let assetsInput = Self(
    "assets.input", .source,
    "The file is of another kind than its key expects, such as a text under icon.",
    "Name a file of the kind that the message states, or move the file under its own key.")
  package static let assetsLacking = Self(
    "assets.lacking", .source,
    "An output needs an input that the job does not have.",
    "Add it, such as icon, images or tokens.")
  package static let assetsLengths = Self(
    "assets.lengths", .source,
    "Lengths in em or percent, or several in a row, have no value in the language and are omitted.",
    "Write them in px or rem, or take them from a style sheet.")
  package static let assetsMany = Self(
    "assets.many", .source,
    "The folder has more files than are inspected. Name a folder further inside.")
  package static let assetsModes = Self(
    "assets.modes", .source,
    "The language has one value per token, so only that for light is written.",
    "Nothing needs to be done.")
  package static let assetsName = Self(
    "assets.name", .source,
    "Two images have the same name among Android's resources. Rename one of them.")
  package static let assetsOpaque = Self(
    "assets.opaque", .source,
    "The icon fills its square, so some systems show it small on a tile.",
    "Name foreground and background separately.")
  package static let assetsPlatform = Self(
    "assets.platform", .source,
    "The platform of an output cannot be derived from its path. Set platform.")
  package static let assetsSet = Self(
    "assets.set", .source,
    "A catalog's color sets and other sets are not read, since an assets job takes images",
    "from it.",
    "Define colors as tokens; for the other sets nothing needs to be done.")
  package static let assetsSmall = Self(
    "assets.small", .source,
    "An image is smaller than an output needs, so it is enlarged or omitted. Draw it larger.")
  package static let assetsSquare = Self(
    "assets.square", .source,
    "The icon is not square and is placed in the middle of one. Draw it on a square.")
  package static let assetsTemplate = Self(
    "assets.template", .source,
    "Programs color this image themselves, which its copies do not record.",
    "List it under template-images.")
  package static let assetsTitle = Self(
    "assets.title", .source,
    "The site has the same title as many others, since it is named after its icon. Set title.")
  package static let assetsVector = Self(
    "assets.vector", .source,
    "Android's vector drawables hold plain shapes alone, so an image with text, filters, dashes or",
    "the like is written as PNG at five densities.",
    "Turn these parts into plain shapes, or take the image out of vectors.")
  package static let catalogUnreadable = Self(
    "catalog.unreadable", .data,
    "A list in a catalog cannot be read and may have been edited, so it is kept.",
    "Save it again with Xcode, or remove it.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of assets.
  package static let assetJobs = CodeTable(
    "AssetJobs", "jobs of assets",
    [
      .assetsAndroid, .assetsColor, .assetsContrast, .assetsImage, .assetsInput, .assetsLacking,
      .assetsLengths,
      .assetsMany, .assetsModes, .assetsName, .assetsOpaque, .assetsPlatform, .assetsSet,
      .assetsSmall, .assetsSquare, .assetsTemplate, .assetsTitle, .assetsVector,
      .catalogUnreadable,
    ])
}

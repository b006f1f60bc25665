// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about asset catalogs and icons.

package import Diagnostics

extension Diagnostic.Code {
  package static let androidLayer = Self(
    "android.layer", .data,
    "An adaptive icon lacks a layer: without foreground or background it is not valid,",
    "without monochrome it keeps its colors where icons are tinted.",
    "Add the layer to the icon's XML and its drawing beside it.")
  package static let androidSafe = Self(
    "android.safe", .data,
    "The icon reaches out of the circle that every launcher shows. Draw it smaller.")
  package static let androidSize = Self(
    "android.size", .data,
    "The image has another size than its folder requires.",
    "Draw it at the size of the message.")
  package static let androidSquare = Self(
    "android.square", .data,
    "The icon is not square, so launchers stretch it. Draw it on a square.")
  package static let catalogAlpha = Self(
    "catalog.alpha", .data,
    "The app icon has transparent pixels, which app stores refuse, or an alpha channel without",
    "any, which they have refused. Fill the square, and write it as PNG without alpha.")
  package static let catalogAppearance = Self(
    "catalog.appearance", .data,
    "An entry names an appearance that no system has, usually after an edit by hand.",
    "Use the name in the hint, or remove the entry.")
  package static let catalogColor = Self(
    "catalog.color", .data,
    "A color of the catalog lacks components, or they are out of range or in an unknown color",
    "space. Correct Contents.json.")
  package static let catalogContents = Self(
    "catalog.contents", .data,
    "Contents.json is missing or not an object. Save the catalog again with Xcode.")
  package static let catalogCorners = Self(
    "catalog.corners", .data,
    "Rounded corners are drawn into the icon, which the system cuts again. Fill the square.")
  package static let catalogDouble = Self(
    "catalog.double", .data,
    "Two entries are for the same slot, or two sets have the same name. Remove or rename one.")
  package static let catalogEmpty = Self(
    "catalog.empty", .data,
    "A set has no color or image, or a slot is empty. Fill it or remove the set.")
  package static let catalogGroup = Self(
    "catalog.group", .data,
    "A folder's extension is not one of a set, and names of groups have no dot.",
    "Rename the folder.")
  package static let catalogInfo = Self(
    "catalog.info", .data,
    "Contents.json lacks author and version. Save the catalog again with Xcode.")
  package static let catalogJson = Self(
    "catalog.json", .data,
    "Contents.json is not valid JSON, usually after an edit by hand or a merge conflict.",
    "Correct the line that the message names, or save the catalog again with Xcode.")
  package static let catalogForeign = Self(
    "catalog.foreign", .data,
    "A file that Platen did not make, or that was changed since, is kept as it is.",
    "Remove it, or use --force, to have it written.")
  package static let catalogMissing = Self(
    "catalog.missing", .data,
    "A file that Contents.json names does not exist. Put it into the set, or empty its slot.")
  package static let catalogImage = Self(
    "catalog.image", .data,
    "A file of the set is not an image that is known, or is cut short. Export it again.")
  package static let catalogPlaceholder = Self(
    "catalog.placeholder", .data,
    "A file has the name of a template's placeholder.",
    "Check that the image is the one you want.")
  package static let catalogRead = Self(
    "catalog.read", .data,
    "A file of the catalog cannot be read. Check its permissions.")
  package static let catalogScale = Self(
    "catalog.scale", .data,
    "The images of a set do not have the sizes that their scales require, or one is missing.",
    "Export all scales from one drawing, or let an assets job write the set.")
  package static let catalogSize = Self(
    "catalog.size", .data,
    "An image has another size than its slot requires. Draw it at the size of the message.")
  package static let catalogSymbol = Self(
    "catalog.symbol", .data,
    "The file of a symbol set is not a template of SF Symbols, so Xcode compiles no symbol.",
    "Export a template from SF Symbols, and draw the symbol into it.")
  package static let catalogTinted = Self(
    "catalog.tinted", .data,
    "The tinted icon has colors, which the system replaces. Draw it in gray.")
  package static let catalogUnassigned = Self(
    "catalog.unassigned", .data,
    "A file belongs to no set, or no slot uses it. Move it into a set or out of the catalog.")
  package static let catalogValue = Self(
    "catalog.value", .data,
    "A value of Contents.json is none that Xcode knows, so it ignores the entry.",
    "Use the value in the hint, or let Xcode write the entry.")
  package static let icoSize = Self(
    "ico.size", .data,
    "An ICO holds squares of 1 to 256 pixels. Choose a smaller size.")
  package static let iconBundleFile = Self(
    "iconbundle.file", .data,
    "A file of an Icon Composer icon is missing, is not an image, or is in no layer.",
    "Put it into Assets, or correct image-name.")
  package static let iconBundleFlat = Self(
    "iconbundle.flat", .data,
    "An Icon Composer icon is drawn without its glass, shadows and other materials.",
    "Use it as it is in Xcode 26, or write an .icon output.")
  package static let iconBundleGroups = Self(
    "iconbundle.groups", .data,
    "An Icon Composer icon has 1 to 4 groups of layers. Join groups.")
  package static let iconBundleKey = Self(
    "iconbundle.key", .data,
    "A key of icon.json is unknown, or one that must be there is missing.",
    "Use the key in the hint, or let Icon Composer write the file.")
  package static let iconBundleValue = Self(
    "iconbundle.value", .data,
    "A value of icon.json is none that Xcode reads, so it refuses the icon or ignores the value.",
    "Use the value in the hint, or let Icon Composer write the file.")
  package static let iconKey = Self(
    "icon.key", .source,
    "A recipe for an icon has a key that recipes do not have, usually a typo.",
    "Use the key in the hint, or remove it.")
  package static let iconRecipe = Self(
    "icon.recipe", .source,
    "The file is not a recipe for an icon, or the recipe has no foreground.",
    "Begin the file with icon: and name a foreground there.")
  package static let iconShape = Self(
    "icon.shape", .source,
    "A shape of the recipe is unknown or lacks one of its values.",
    "Choose a shape from the list in the message, and give it all its values.")
  package static let iconToken = Self(
    "icon.token", .source,
    "The recipe names a color that the file of tokens does not define.",
    "Add the token, use the name in the hint, or write #rrggbb.")
  package static let iconValue = Self(
    "icon.value", .source,
    "A value of the recipe has another type than its key takes, such as a word where a",
    "number is expected.",
    "Write a value of the type that the message states.")
  package static let manifestRead = Self(
    "manifest.read", .manifest,
    "The web app manifest beside a site's icons is not valid JSON or cannot be read.",
    "Correct the JSON, or check the file's permissions.")
  package static let webmanifestColor = Self(
    "webmanifest.color", .data,
    "A color of the web app manifest is a template's black. Set it to the site's color.")
  package static let webmanifestIcon = Self(
    "webmanifest.icon", .data,
    "The web app manifest lacks an icon of a size that installing requires, or an icon lacks",
    "its src. Add it.")
  package static let webmanifestMaskable = Self(
    "webmanifest.maskable", .data,
    "The web app manifest has no maskable icon, so systems put the icon on a white tile.",
    "Add one.")
  package static let webmanifestMissing = Self(
    "webmanifest.missing", .data,
    "An icon that the web app manifest names does not exist. Add the file or correct src.")
  package static let webmanifestName = Self(
    "webmanifest.name", .data,
    "The web app manifest has no name. Add one.")
  package static let webmanifestPlaceholder = Self(
    "webmanifest.placeholder", .data,
    "A name in the web app manifest is a template's. Name the site.")
  package static let webmanifestSize = Self(
    "webmanifest.size", .data,
    "An icon has another size than the web app manifest states. Correct sizes or the image.")
}

extension CodeTable {
  /// The codes of diagnostics about asset catalogs and icons.
  package static let assets = CodeTable(
    "Assets", "asset catalogs and icons",
    [
      .androidLayer, .androidSafe, .androidSize, .androidSquare, .catalogAlpha,
      .catalogAppearance, .catalogColor, .catalogContents, .catalogCorners,
      .catalogDouble, .catalogEmpty, .catalogGroup, .catalogInfo, .catalogJson,
      .catalogForeign, .catalogMissing, .catalogImage, .catalogPlaceholder,
      .catalogRead, .catalogScale, .catalogSize, .catalogSymbol, .catalogTinted,
      .catalogUnassigned, .catalogValue, .icoSize, .iconBundleFile, .iconBundleFlat,
      .iconBundleGroups,
      .iconBundleKey, .iconBundleValue, .iconKey, .iconRecipe, .iconShape, .iconToken,
      .iconValue, .manifestRead, .webmanifestColor, .webmanifestIcon, .webmanifestMaskable,
      .webmanifestMissing, .webmanifestName, .webmanifestPlaceholder, .webmanifestSize,
    ])
}

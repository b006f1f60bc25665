// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the kinds of job.

package import Diagnostics
internal import JobKit

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
    "No picture was found, or some are not taken.",
    "Name a folder of PNG and SVG files, or a catalog with image sets.")
  package static let assetsInput = Self(
    "assets.input", .source,
    "The input is not of the kind that is expected there. The message says which.")
  package static let assetsLacking = Self(
    "assets.lacking", .source,
    "An output needs an input that the job does not have.",
    "Add it, such as icon, images or tokens.")
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
    "The path of an output does not say which platform it is for. Set platform.")
  package static let assetsSet = Self(
    "assets.set", .source,
    "Parts of a catalog that are not image sets are not read. Tokens define colors.")
  package static let assetsSmall = Self(
    "assets.small", .source,
    "A picture is smaller than an output needs, so it is enlarged or omitted. Draw it larger.")
  package static let assetsSquare = Self(
    "assets.square", .source,
    "The icon is not square and is placed in the middle of one. Draw it on a square.")
  package static let assetsTemplate = Self(
    "assets.template", .source,
    "Programs color this picture themselves, which its copies do not record.",
    "List it under templates.")
  package static let assetsTitle = Self(
    "assets.title", .source,
    "The site has the same title as many others, since it is named after its icon. Set title.")
  package static let campaignAlias = Self(
    "campaign.alias", .data,
    "An alias leads to a place that the world does not have.",
    "Use a name on the map, or its number as in burg:12.")
  package static let campaignEmptyFolder = Self(
    "campaign.empty-folder", .data,
    "No campaign was found in the folder. Check the path and the files' extensions.")
  package static let campaignNoFolder = Self(
    "campaign.no-folder", .data,
    "A library is made of a folder of campaigns, and a file is named.",
    "Name the folder, or make a book of the file.")
  package static let campaignNoPlace = Self(
    "campaign.no-place", .data,
    "No place of the story is found in the world, so the book has no map.",
    "Add aliases from names in the story to those on the map.")
  package static let cardsBacks = Self(
    "cards.backs", .source,
    "Backs are printed behind sheets of cards, and no output is a sheet.",
    "Remove backs, or add a sheet.")
  package static let cardsFont = Self(
    "cards.font", .source,
    "None of the font families of the look is installed.",
    "Install one, or name another in the look.")
  package static let cardsName = Self(
    "cards.name", .source,
    "A row has no name for its card, or two rows have the same one.",
    "Correct the rows, or name by another field.")
  package static let cardsPicture = Self(
    "cards.picture", .source,
    "A picture of a card is missing, cannot be read or is SVG. Give a PNG or JPEG.")
  package static let cardsRows = Self(
    "cards.rows", .source,
    "No row has the name that rows asks for. Names are as in the file.")
  package static let cardsSize = Self(
    "cards.size", .source,
    "No size of cards has that name. The hint shows the nearest one.")
  package static let cardsTable = Self(
    "cards.table", .source,
    "The input has no table of that name, or no rows. The hint shows the nearest one.")
  package static let cardsView = Self(
    "cards.view", .source,
    "The look does not have that view, or says nothing of backs.",
    "The hint shows the nearest one.")
  package static let catalogueUnreadable = Self(
    "catalogue.unreadable", .data,
    "A list in a catalog cannot be read and may have been edited, so it is kept.",
    "Save it again with Xcode, or remove it.")
  package static let chargesFolder = Self(
    "charges.folder", .data,
    "The folder of drawings for charges does not exist. Correct the path.")
  package static let chargesMany = Self(
    "charges.many", .data,
    "The folder has more drawings of charges than are read. Remove those that are not used.")
  package static let heightsFlat = Self(
    "heights.flat", .data,
    "The whole region has one height, so the heightmap is flat. Choose another region.")
  package static let mapEmptyFolder = Self(
    "map.empty-folder", .data,
    "No world was found in the folder. Check the path and the files' extensions.")
  package static let mapSameForPlayers = Self(
    "map.same-for-players", .data,
    "The map for game masters shows nothing that players do not see.",
    "Show zones, armies or markers, or remove audience: gm.")
  package static let mapTooMany = Self(
    "map.too-many", .data,
    "The folder has more worlds than one list may have.",
    "Make a list of each of several folders.")
  package static let mappingType = Self(
    "mapping.type", .data,
    "The file of import-mapping is not of the expected shape.",
    "It maps kinds to old and new names.")
  package static let meetingAttachments = Self(
    "meeting.attachments", .data,
    "The folder of attachments does not exist. Correct the path.")
  package static let meetingEmptyFolder = Self(
    "meeting.empty-folder", .data,
    "No file of a meeting was found in the folder. Check the path and the files' extensions.")
  package static let meetingPictureUnreadable = Self(
    "meeting.picture-unreadable", .data,
    "An attached picture cannot be read and is omitted. Check its permissions.")
  package static let optionRatio = Self(
    "option.ratio", .usage,
    "The text is not an aspect ratio of a slide.",
    "Write width and height with a colon, as in 16:9.")
  package static let overviewSize = Self(
    "overview.size", .data,
    "The overview contains many megabytes of pictures.",
    "Make them smaller with width, or keep them beside it with pictures: beside.")
  package static let rasterContradiction = Self(
    "raster.contradiction", .data,
    "Two settings of the picture's format cannot be used together. Remove one of them.")
  package static let rasterNoAlpha = Self(
    "raster.no-alpha", .data,
    "The map is transparent, which this format cannot be, so its background is white.",
    "Write .png, .webp or .tif to keep it.")
  package static let sessionRead = Self(
    "session.read", .data,
    "The log of the rehearsal cannot be read. Check the path and its permissions.")
  package static let talkFile = Self(
    "talk.file", .data,
    "A talk is a folder of slides or a built deck, and one text file is named.",
    "Put each slide into a file of its own in a folder.")
  package static let talkFiles = Self(
    "talk.files", .data,
    "The folder has more files than are read. Name the folder of the slides.")
  package static let talkSlide = Self(
    "talk.slide", .data,
    "The talk has no slide of that number. The hint states how many there are.")
  package static let tilesOption = Self(
    "tiles.option", .data,
    "Settings of the tiles do not go together. The hint says what serves instead.")
}

extension CodeTable {
  /// Codes of diagnostics about the kinds of job.
  package static let recipes = CodeTable(
    "Recipes", "the kinds of job",
    [
      .assetsAndroid, .assetsColor, .assetsContrast, .assetsImage, .assetsInput, .assetsLacking,
      .assetsMany, .assetsModes, .assetsName, .assetsOpaque, .assetsPlatform, .assetsSet,
      .assetsSmall, .assetsSquare, .assetsTemplate, .assetsTitle, .campaignAlias,
      .campaignEmptyFolder, .campaignNoFolder, .campaignNoPlace, .cardsBacks, .cardsFont,
      .cardsName, .cardsPicture, .cardsRows, .cardsSize, .cardsTable, .cardsView,
      .catalogueUnreadable, .chargesFolder, .chargesMany, .heightsFlat, .mapEmptyFolder,
      .mapSameForPlayers, .mapTooMany, .mappingType, .meetingAttachments, .meetingEmptyFolder,
      .meetingPictureUnreadable, .optionRatio, .overviewSize, .rasterContradiction,
      .rasterNoAlpha, .sessionRead, .talkFile, .talkFiles, .talkSlide, .tilesOption,
    ])
}

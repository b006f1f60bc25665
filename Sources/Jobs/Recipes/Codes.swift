// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about the manifest and the kinds of job.

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
  package static let fontsStandIn = Self(
    "fonts.stand-in", .data,
    "A font is not installed or lacks characters, and a substitute is used.",
    "Install it, or name another font.")
  package static let heightsFlat = Self(
    "heights.flat", .data,
    "The whole region has one height, so the heightmap is flat. Choose another region.")
  package static let instanceStale = Self(
    "instance.stale", .unavailable,
    "The instance could not be used, so what was fetched before is used.",
    "Run again when it can be reached.")
  package static let instanceUnasked = Self(
    "instance.unasked", .unavailable,
    "The instance was not asked, as plan and check do not. Run the job to fetch from it.")
  package static let lookExtends = Self(
    "look.extends", .data,
    "Looks extend each other in a circle. Remove one of the extends.")
  package static let manifestDelivery = Self(
    "manifest.delivery", .manifest,
    "A delivery has an invalid name, or two have the same one. Correct to, name or files.")
  package static let manifestDepth = Self(
    "manifest.depth", .manifest,
    "The manifest is nested too deeply. Nest less deeply.")
  package static let manifestDuplicateKey = Self(
    "manifest.duplicate-key", .manifest,
    "A key occurs twice in one mapping. Remove one of the two.")
  package static let manifestDuplicateOutput = Self(
    "manifest.duplicate-output", .manifest,
    "Two outputs of the manifest would be written to one path.",
    "Add a placeholder such as ${name}, or rename one.")
  package static let manifestEmpty = Self(
    "manifest.empty", .manifest,
    "The manifest is empty. platen init writes one to start from.")
  package static let manifestEncoding = Self(
    "manifest.encoding", .manifest,
    "The file is not UTF-8 text. Save it as UTF-8.")
  package static let manifestFinish = Self(
    "manifest.finish", .manifest,
    "An action of on-finish is not valid.",
    "It is one of run, webhook and mail, with a command, an https address or a mail address.")
  package static let manifestForm = Self(
    "manifest.form", .manifest,
    "The kind of job does not make this format. The hint lists those that it makes.")
  package static let manifestKind = Self(
    "manifest.kind", .manifest,
    "The job names no kind, several kinds, or its input is of another kind.",
    "A job has one of the keys map, campaign, talk, meeting, assets and cards.")
  package static let manifestMatrix = Self(
    "manifest.matrix", .manifest,
    "The matrix makes too many jobs, or an exclude fits nothing. Correct the lists.")
  package static let manifestMissingKey = Self(
    "manifest.missing-key", .manifest,
    "A key that must be there is missing. The message names it.")
  package static let manifestNoMatch = Self(
    "manifest.no-match", .manifest,
    "No file matches the pattern. Check the pattern and the folder it starts from.")
  package static let manifestOutsideRoot = Self(
    "manifest.outside-root", .manifest,
    "An output would be written outside of the output directory.",
    "Choose another path or output directory.")
  package static let manifestSecret = Self(
    "manifest.secret", .manifest,
    "A secret is in the manifest, where everybody can read it.",
    "Name a place instead: env:NAME, file:PATH or keyring:NAME.")
  package static let manifestTooLarge = Self(
    "manifest.too-large", .manifest,
    "The manifest is larger or makes more jobs than is read. Split it.")
  package static let manifestType = Self(
    "manifest.type", .manifest,
    "A key has a value of another type than expected. The message says what is expected.")
  package static let manifestUnknownKey = Self(
    "manifest.unknown-key", .manifest,
    "The key is not known there.",
    "The hint shows the nearest one; platen schema --markdown lists all keys.")
  package static let manifestValue = Self(
    "manifest.value", .manifest,
    "The value of a key is not one that it takes, or does not go with other keys.",
    "The message says what is expected.")
  package static let manifestVariable = Self(
    "manifest.variable", .manifest,
    "A placeholder is not known or not closed. The hint shows the nearest one.")
  package static let manifestVersion = Self(
    "manifest.version", .manifest,
    "The manifest's version is missing or not one that this Platen reads.",
    "Write version: 1, or update Platen.")
  package static let manifestYaml = Self(
    "manifest.yaml", .manifest,
    "The file is not valid YAML.",
    "The place names the line; the usual causes are indentation, tabs and quotes.")
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
  package static let optionOnly = Self(
    "option.only", .usage,
    "The words of --only select no job. The hint shows the nearest name, tag or output.")
  package static let optionRatio = Self(
    "option.ratio", .usage,
    "The text is not an aspect ratio of a slide.",
    "Write width and height with a colon, as in 16:9.")
  package static let optionValue = Self(
    "option.value", .usage,
    "The kind of job has no such setting, or it does not take this value.",
    "The hint shows the nearest one.")
  package static let outputAlike = Self(
    "output.alike", .data,
    "Two outputs have the same settings and content. Remove one, or change its settings.")
  package static let outputOption = Self(
    "output.option", .data,
    "No output of the job takes this option.",
    "Check its spelling, or move it to a job that does.")
  package static let overviewSize = Self(
    "overview.size", .data,
    "The overview contains many megabytes of pictures.",
    "Make them smaller with width, or keep them beside it with pictures: beside.")
  package static let phrasesLanguage = Self(
    "phrases.language", .data,
    "Platen has no texts of its own in that language, so they are English.",
    "A language file in Templates/Phrases adds them.")
  package static let pictureFirstPage = Self(
    "picture.first-page", .data,
    "The document has several pages, and a picture shows the first. Make a PDF to have all.")
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
  package static let templatesMissing = Self(
    "templates.missing", .data,
    "The folder of templates was not found. Name it with --templates or PLATEN_TEMPLATES.")
  package static let tilesOption = Self(
    "tiles.option", .data,
    "Settings of the tiles do not go together. The hint says what serves instead.")
}

extension CodeTable {
  /// The codes of diagnostics about the manifest and the kinds of job.
  package static let recipes = CodeTable(
    "Recipes", "the manifest and the kinds of job",
    [
      .assetsAndroid, .assetsColor, .assetsContrast, .assetsImage, .assetsInput,
      .assetsLacking, .assetsMany, .assetsModes, .assetsName, .assetsOpaque,
      .assetsPlatform, .assetsSet, .assetsSmall, .assetsSquare, .assetsTemplate,
      .assetsTitle, .campaignAlias, .campaignEmptyFolder, .campaignNoFolder,
      .campaignNoPlace, .cardsBacks, .cardsFont, .cardsName, .cardsPicture, .cardsRows, .cardsSize,
      .cardsTable, .cardsView,
      .catalogueUnreadable, .chargesFolder, .chargesMany, .fontsStandIn, .heightsFlat,
      .instanceStale, .instanceUnasked, .lookExtends, .manifestDelivery, .manifestDepth,
      .manifestDuplicateKey, .manifestDuplicateOutput, .manifestEmpty, .manifestEncoding,
      .manifestFinish, .manifestForm, .manifestKind, .manifestMatrix, .manifestMissingKey,
      .manifestNoMatch, .manifestOutsideRoot, .manifestSecret, .manifestTooLarge,
      .manifestType, .manifestUnknownKey, .manifestValue, .manifestVariable,
      .manifestVersion, .manifestYaml, .mapEmptyFolder, .mapSameForPlayers, .mapTooMany,
      .mappingType, .meetingAttachments, .meetingEmptyFolder, .meetingPictureUnreadable,
      .optionOnly, .optionRatio, .optionValue, .outputAlike, .outputOption, .overviewSize,
      .phrasesLanguage, .pictureFirstPage,
      .rasterContradiction, .rasterNoAlpha, .sessionRead, .talkFile, .talkFiles, .talkSlide,
      .templatesMissing, .tilesOption,
    ])
}

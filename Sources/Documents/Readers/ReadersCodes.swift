// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about Markdown and campaigns.

package import Diagnostics

extension Diagnostic.Code {
  package static let campaignActor = Self(
    "campaign.actor", .data,
    "Entries name an author other than the player, the game master or the system, and are",
    "shown as the system's. Check the field actor if they have another author.")
  package static let campaignAnswer = Self(
    "campaign.answer", .data,
    "The file holds an error message of the server instead of a campaign.",
    "Request it again with get_campaign_state and include_story: true.")
  package static let campaignCheckChoice = Self(
    "campaign.check.choice", .data,
    "Two choices of one entry have the same id.",
    "The story may be inconsistent there; look at the scene.")
  package static let campaignCheckCombat = Self(
    "campaign.check.combat", .data,
    "The state has a fight that is still in progress and has an outcome.",
    "Correct the state if the book should show only one of them.")
  package static let campaignCheckDead = Self(
    "campaign.check.dead", .data,
    "A person who died acts again later, or is dead with hit points left.",
    "Check the scene; names may be shared by two people.")
  package static let campaignCheckDouble = Self(
    "campaign.check.double", .data,
    "The same entry occurs twice in the story. Remove one if it was saved twice.")
  package static let campaignCheckEra = Self(
    "campaign.check.era", .data,
    "Headers of scenes count years in several eras by turns, or one year in two eras.",
    "Choose one era, unless the story means both.")
  package static let campaignCheckGold = Self(
    "campaign.check.gold", .data,
    "An amount of gold is negative. Correct the number, or call it a debt.")
  package static let campaignCheckHitPoints = Self(
    "campaign.check.hit-points", .data,
    "Hit points are negative or above the maximum.",
    "Correct the numbers in the state or the entry.")
  package static let campaignCheckItem = Self(
    "campaign.check.item", .data,
    "The hero uses an item that no person owns and the narrator never names.",
    "Check the inventory or the scene.")
  package static let campaignCheckLevel = Self(
    "campaign.check.level", .data,
    "A hero's level is below 1, or falls and nothing in god mode made it fall.",
    "Correct the number, unless the story means it.")
  package static let campaignCheckOrder = Self(
    "campaign.check.order", .data,
    "The source's own scene numbers repeat or go backwards.",
    "Platen numbers scenes itself; check that no part is missing.")
  package static let campaignCheckPerson = Self(
    "campaign.check.person", .data,
    "A person occurs twice among the people of the state. Remove one of the two.")
  package static let campaignCheckQuest = Self(
    "campaign.check.quest", .data,
    "A quest is both active and completed in the state. Correct one of the two lists.")
  package static let campaignCheckTime = Self(
    "campaign.check.time", .data,
    "The time in the header of a scene is an hour or more before that of an earlier scene.",
    "Correct one of the headers, unless the story looks back.")
  package static let campaignControlCharacter = Self(
    "campaign.control-character", .data,
    "Control characters were removed from the text, or read as the dashes they replace.",
    "Nothing needs to be done unless text is missing.")
  package static let campaignDebugTag = Self(
    "campaign.debug-tag", .data,
    "A debug tag is opened or closed without its partner, so what is removed ends with the",
    "record, the line or a blank line. Check the text around it.")
  package static let campaignDeleteMarker = Self(
    "campaign.delete-marker", .data,
    "Entries of lists that the game marked as deleted are omitted. Nothing needs to be done.")
  package static let campaignDoubleEscape = Self(
    "campaign.double-escape", .data,
    "Characters were escaped more than once and are read as meant. Nothing needs to be done.")
  package static let campaignDoubledItem = Self(
    "campaign.doubled-item", .data,
    "The same item is listed twice in the same words and is shown once.",
    "Nothing needs to be done.")
  package static let campaignEmpty = Self(
    "campaign.empty", .data,
    "The campaign has no story entries, or none with words.",
    "The game is known to answer so for long campaigns: request it again with include_story:",
    "true.")
  package static let campaignEmptyEntry = Self(
    "campaign.empty-entry", .data,
    "Entries without any text are omitted. Nothing needs to be done unless text is missing.")
  package static let campaignEntry = Self(
    "campaign.entry", .data,
    "Members of the story are not entries and are omitted, since an entry is an object with",
    "actor and text.",
    "Correct them if they belong to the story; else nothing needs to be done.")
  package static let campaignField = Self(
    "campaign.field", .data,
    "Fields hold another type of value than they should and are omitted.",
    "Compare them with an export of the game.")
  package static let campaignFormat = Self(
    "campaign.format", .data,
    "The file is neither JSON nor a text that the game exports.",
    "Give an answer of get_campaign_state, a bundle of campaign, story and game_state, or an",
    "exported text.")
  package static let campaignJson = Self(
    "campaign.json", .data,
    "The file is not valid JSON or was cut short. Save it again.")
  package static let campaignLeadingText = Self(
    "campaign.leading-text", .data,
    "Lines before the first label of an exported text belong to no entry and are omitted.",
    "Check that the file begins with a label.")
  package static let campaignLine = Self(
    "campaign.line", .data,
    "Lines of the file hold no entry and are omitted, as when the file was cut short or",
    "joined from others.",
    "Write each entry as one JSON object on a line of its own.")
  package static let campaignList = Self(
    "campaign.list", .data,
    "Lists longer than the game makes are cut. Check that the file is what the game wrote.")
  package static let campaignLostCharacter = Self(
    "campaign.lost-character", .data,
    "Characters were lost before the file came to Platen; U+FFFD marks each.",
    "Take an earlier copy if there is one.")
  package static let campaignMerged = Self(
    "campaign.merged", .data,
    "Several campaigns become one book, which has one premise and one state; those of the",
    "others are omitted. Make a book of each to keep them.")
  package static let campaignModeTag = Self(
    "campaign.mode-tag", .data,
    "Tags such as [Mode: ...] are taken out of the text. Nothing needs to be done.")
  package static let campaignMojibake = Self(
    "campaign.mojibake", .data,
    "Runs of characters were damaged by a wrong encoding and are repaired.",
    "Check names with accents.")
  package static let campaignNoCharacter = Self(
    "campaign.no-character", .data,
    "A sheet of the hero is requested, and the files have only the story.",
    "Add the saved answer of get_campaign_state to the files of the campaign.")
  package static let campaignNoProse = Self(
    "campaign.no-prose", .data,
    "No entry of the story is prose: all are about the game. Make a full edition.")
  package static let campaignNoStory = Self(
    "campaign.no-story", .data,
    "The file holds the state of a game but no scenes.",
    "Make a summary with edition: summary, or request the story with include_story: true.")
  package static let campaignNone = Self(
    "campaign.none", .data,
    "None of the files has story entries or the state of a game, as when another program",
    "wrote them or the game answered with the campaign's settings alone.",
    "Save the answer of get_campaign_state with include_story: true, or name the file that",
    "holds the story.")
  package static let campaignNumber = Self(
    "campaign.number", .data,
    "Numbers that are NaN or infinite are read as missing.",
    "Correct them in the source if they matter.")
  package static let campaignOpenCombat = Self(
    "campaign.open-combat", .data,
    "A fight was never closed and is shown as still in progress. Nothing needs to be done.")
  package static let campaignParts = Self(
    "campaign.parts", .data,
    "Parts of long entries, which the game numbers singly, are joined.",
    "Nothing needs to be done.")
  package static let campaignPlanningText = Self(
    "campaign.planning-text", .data,
    "Choices that were written into the text are read as choices. Nothing needs to be done.")
  package static let campaignProse = Self(
    "campaign.prose", .data,
    "A prose edition omits what is of the game; the counts are by kind.",
    "Make a full edition as well to keep it.")
  package static let campaignRepeated = Self(
    "campaign.repeated", .data,
    "Entries that occur in several files are shown once. Nothing needs to be done.")
  package static let campaignScenes = Self(
    "campaign.scenes", .data,
    "The story has no scene in the range that scenes names.",
    "Choose a range up to the last scene.")
  package static let campaignSeveral = Self(
    "campaign.several", .data,
    "The files hold more than one campaign.",
    "Give the files of one campaign, or set several to choose how they are combined.")
  package static let campaignSize = Self(
    "campaign.size", .data,
    "The files together are larger than a campaign may be.",
    "Split them, or remove what is not part of the story.")
  package static let campaignStateUpdates = Self(
    "campaign.state-updates", .data,
    "Records of changes to the game's state are taken out of the text.",
    "Nothing needs to be done.")
  package static let campaignText = Self(
    "campaign.text", .data,
    "Pieces of text are not UTF-8 and are read as U+FFFD. Save the file as UTF-8.")
  package static let campaignTextOmitted = Self(
    "campaign.text-omitted", .data,
    "An exported text is omitted, since another file has the same story in more detail.",
    "If entries are missing, name only the file to be read.")
  package static let campaignTime = Self(
    "campaign.time", .data,
    "Entries have no time that can be read and are placed before all others.",
    "Correct their timestamp.")
  package static let markdownHtml = Self(
    "markdown.html", .data,
    "Raw HTML in Markdown is omitted. Write it as Markdown.")
  package static let markdownImage = Self(
    "markdown.image", .data,
    "Images in Markdown are shown as their alternative text here. Nothing needs to be done.")
  package static let markdownLength = Self(
    "markdown.length", .data,
    "Paragraphs that are too long or too entangled for Markdown are shown as written.",
    "Split them.")
}

extension CodeTable {
  /// The codes of diagnostics about Markdown and campaigns.
  package static let readers = CodeTable(
    "Readers", "Markdown and campaigns",
    [
      .campaignActor, .campaignAnswer, .campaignCheckChoice, .campaignCheckCombat,
      .campaignCheckDead, .campaignCheckDouble, .campaignCheckEra, .campaignCheckGold,
      .campaignCheckHitPoints, .campaignCheckItem, .campaignCheckLevel, .campaignCheckOrder,
      .campaignCheckPerson, .campaignCheckQuest, .campaignCheckTime, .campaignControlCharacter,
      .campaignDebugTag, .campaignDeleteMarker,
      .campaignDoubleEscape, .campaignDoubledItem, .campaignEmpty, .campaignEmptyEntry,
      .campaignEntry, .campaignField, .campaignFormat, .campaignJson, .campaignLeadingText,
      .campaignLine, .campaignList, .campaignLostCharacter, .campaignMerged,
      .campaignModeTag, .campaignMojibake, .campaignNoCharacter, .campaignNoProse, .campaignNoStory,
      .campaignNone,
      .campaignNumber,
      .campaignOpenCombat, .campaignParts, .campaignPlanningText, .campaignProse, .campaignRepeated,
      .campaignScenes, .campaignSeveral, .campaignSize, .campaignStateUpdates,
      .campaignText, .campaignTextOmitted, .campaignTime, .markdownHtml, .markdownImage,
      .markdownLength,
    ])
}

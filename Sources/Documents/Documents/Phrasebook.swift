// SPDX-License-Identifier: MIT
// Part of Platen: every word that Platen itself prints into a document, in the document's language.

public import Digests

/// The words of one language that outputs need beside what their source says.
///
/// English is in the source, so that a program that uses these modules needs no file; the files in
/// `Templates/Phrases` hold the other languages and, for translators to copy, English.
public struct Phrasebook: Hashable, Sendable, Digestible {
  /// BCP 47.
  public var language: String
  /// What differs from English, by the raw value of a `Phrase`; other forms than that of most numbers
  /// by that and their name (`sceneCount.one`).
  public var phrases: [String: String]

  public init(language: String, phrases: [String: String] = [:]) {
    self.language = language
    self.phrases = phrases
  }

  public static let english = Phrasebook(language: "en")

  public subscript(phrase: Phrase) -> String { phrases[phrase.rawValue] ?? phrase.english }

  /// The phrase with `{1}`, `{2}`… replaced by `values`, in that order.
  public func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
    fill(self[phrase], values)
  }

  func fill(_ pattern: String, _ values: [String]) -> String {
    let pattern = Array(pattern.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(pattern.count + 16)
    var at = 0
    while at < pattern.count {
      // `{1}`…`{9}`; a number without a value stays as it is.
      if pattern[at] == UInt8(ascii: "{"), at + 2 < pattern.count, pattern[at + 2] == 0x7D,
        pattern[at + 1] > 0x30, Int(pattern[at + 1]) - 0x31 < values.count
      {
        result += values[Int(pattern[at + 1]) - 0x31].utf8
        at += 3
      } else {
        result.append(pattern[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The phrases this book leaves in English.
  public var untranslated: [Phrase] { Phrase.allCases.filter { phrases[$0.rawValue] == nil } }

  public func add(to digester: inout Digester) { digester.addFields(language, phrases) }
}

/// Something Platen says of itself. The raw value is its name in language files.
public enum Phrase: String, Hashable, Sendable, CaseIterable {
  // Any document
  case contents, index, page, onPage, of, figure, table, note, notes, title, authors, date, language
  case licence, seeScene, continued, chapter, appendix, yes, no, unknown, none
  // What screen readers say, and what leads about in a file
  case skipToContent, backToText, done, toDo, cover
  // What alerts are called
  case tip, important, warning, caution
  // The parts of a campaign's book
  case scene, story, session, recap, characters, cast, places, items, quests, combats, timeline
  case indexOfNames, premise, party, storySoFar, openThreads, whereItStands, dramatisPersonae
  // What is told of a scene
  case player, narrator, gameMaster, godMode, thinking, system, choices, chosen, dice, resources
  case location, time, status, conditions, rewards, faction, socialChallenge, worldEvents, recapOf
  case planning, gameMasterNotes, debug
  // What is told of a character
  case name, race, characterClass, level, background, alignment, hitPoints, armorClass, experience
  case gold, abilities, strength, dexterity, constitution, intelligence, wisdom, charisma, skills
  case features, spells, equipment, inventory, proficiencyBonus, trust, disposition, role
  // Quests, places, combat
  case quest, objective, state, active, completed, firstSeen, lastSeen, round, rounds, enemies
  // Maps of the story
  case mapOfJourney, journeyCaption, mapOfPlace
  // Charts of the story
  case storyInFigures, sessions, most, wordsBySession, wordsBySessionTold, levelByScene
  case levelBySceneTold, levelFromScene, hitPointsByScene, hitPointsBySceneTold
  case outcome, victory, scenes, words, lastPlayed, campaign, campaigns
  // What a list of worlds says
  case worlds, world, sheetSize, savedOn, worldCount, cellCount, stateCount, burgCount
  case combatGoesOn, experienceGained, levelUp, loot
  // What a campaign's book says between these
  case opening, pros, cons, risk, against, success, failure, visited, met, decided, gained
  case sceneCount, wordCount, range, memories, moreMemories, rumors, arcs, factions, rules
  case alsoKnownAs, levelOf, upTo, toCome, excerpt, cantrips, spellSlots, hitDice
  case mediumRisk, highRisk
  // How people stand to the hero and how they are, how quests and fights stand
  case bonded, devoted, trusted, allied, friendly, neutral, cold, antagonistic, hostile, dead
  case conscious, unconscious, resisting, failed, pending, accepted, defeat, fled
  // What notes for the game master are called
  case debt, directive, backgroundEvents, changedPeople, timeEvents, sceneEvent, complications
  case knowledge, secret, hiddenAgenda, motivation, goal, fear, personality, weakness
  // What is told of a rehearsal
  case rehearsal, began, slide, slides, plan, spent, difference, total, inMinutes
  case pausedFor, estimate, steps
  case timeBySlide, timeBySlideTold, timeThroughTalk, timeThroughTalkTold, runOf, notReached
  // Days, as minutes write them out
  case weekdayNames, monthNames, longDate
  // The parts of minutes
  case minutes, attendance, agenda, chat, moderation, actionItems, polls, whoSpokeWhen
  case whoSpokeWhenTold, whoSpokeWhenMost, nextMeeting, meeting
  // What stands at their head
  case room, link, server, host, timeZone, people, messageCount
  // Who was there
  case joined, left, duration, remarks, stillOpen, lastVisitOnly, chatOnly, guest, moderator, admin
  case participant, muted, videoOff, chatBlocked, banned, onStage, notApproved, nobody
  case fromTime, liveOnly, inRoomNow
  // What was written, and what moderators did
  case somebody, pictureNotShown, pictureOf, kicked, bannedBy, askedToUnmute, askedForCamera
  case spotlighted, deafened, undeafened, unknownEvent, noTime
  case fileSent, pollInChat, reactions, notDelivered, deliveryUnknown, partMissing
  // What became of the room
  case roomEvents, roomCreated, roomJoined, roomEnded, roomClosed, roomArchived, roomSuspended
  case roomDeleted, archived, recordings, recording, size
  // Polls and things to do
  case option, votes, share, closed, minutesShort, due
  // The evening of a tabletop group
  case recapTitle, whatHappened, lootAndExperience, whoWasThere, fought, died, nothingPlayed
  // Invitations
  case invitation, scanToJoin, roomCode, validUntil
  // The report on a server
  case serverReport, users, roomsTitle, liveNow, settings, setting, value, secretsMasked, email
  case provider, rights, created, invitations, createdBy, used, publishers, activeRooms, online
  case isPublicRoom, expires, incompleteList, inUse, inactive
  // Slides of a talk; names of keys stand in brackets
  case slideCount, parts, skipToSlides, searchSlides, slidesFound, slideKeys, previousSlide
  case nextSlide, close
  // What a talk comes to
  case statistics, points, pictures, notesWords, part, planned
  case wordsPerMinute, pace, slow, normal, fast, plannedOver, minutesByPart, minutesByPartTold
  case talkTooLong, talkTooShort, partTooLong, slidesTooFull, slidesTooEmpty
  // The parts of a booklet
  case morning, anytime, evening, source, repetitions, bestTime
  // What maps bear
  case windNorth, windEast, windSouth, windWest
  case mapStates, mapProvinces, mapCultures, mapReligions, mapBiomes, mapZones
  // Layers of maps, as readers of PDF list them
  case layerOcean, layerLandmass, layerTexture, layerHeightmap, layerLakes, layerBiomes
  case layerReligions, layerCultures, layerStates, layerProvinces, layerZones, layerHillshade
  case layerCells, layerGrid, layerCoordinates, layerCompass, layerRivers, layerRelief
  case layerBorders, layerRoutes, layerTemperature, layerCoastline, layerIce, layerGoods
  case layerMarkets, layerTrade, layerPrecipitation, layerPopulation, layerEmblems, layerBurgIcons
  case layerLabels, layerMilitary, layerMarkers, layerFogging, layerRulers, layerVignette
  case layerFrame, layerScaleBar, layerTitle, layerLegend, layerInset
  // Maps as pages, and over many sheets
  case map, mapOf, mapTold, sheetPlan, sheetPlanOf, sheetNamed, sheetPlace, sheetCount
  case sheetsTold, sheetOverlap, sheetScale, sheetsJoined, burgs
  // The page of a map's tiles; parts of the map are nine, line by line, with commas between them
  case keys, keysTold, dark, zoom, zoomIn, zoomOut, wholeMap, zoomTold, mapParts, tilesMissing
  case tilesNeedScript
  // What somebody's practice has come to
  case daysInARow, dayCount, doneOn, toNextLevel, xpThisWeek, thisWeek

  /// The phrase in English.
  public var english: String {
    switch self {
    case .contents: "Contents"
    case .index: "Index"
    case .page: "Page"
    case .onPage: "Page {1}"
    case .of: "of"
    case .figure: "Figure"
    case .table: "Table"
    case .note: "Note"
    case .notes: "Notes"
    case .title: "Title"
    case .authors: "Authors"
    case .date: "Date"
    case .language: "Language"
    case .licence: "Licence"
    case .seeScene: "see scene {1}"
    case .continued: "continued"
    case .chapter: "Chapter {1}"
    case .appendix: "Appendix"
    case .yes: "yes"
    case .no: "no"
    case .unknown: "unknown"
    case .none: "none"
    case .skipToContent: "Skip to the text"
    case .backToText: "Back to where note {1} is called"
    case .done: "done"
    case .toDo: "to do"
    case .cover: "Cover"
    case .tip: "Tip"
    case .important: "Important"
    case .warning: "Warning"
    case .caution: "Caution"
    case .scene: "Scene #{1}"
    case .story: "Story"
    case .session: "Session {1}"
    case .recap: "In this chapter"
    case .characters: "Characters"
    case .cast: "Cast"
    case .places: "Places"
    case .items: "Items"
    case .quests: "Quests"
    case .combats: "Battles"
    case .timeline: "Timeline"
    case .indexOfNames: "Index of names"
    case .premise: "The premise"
    case .party: "The party"
    case .storySoFar: "The story so far"
    case .openThreads: "Open threads"
    case .whereItStands: "Where it stands"
    case .dramatisPersonae: "Dramatis personae"
    case .player: "Player"
    case .narrator: "Narrator"
    case .gameMaster: "Game Master"
    case .godMode: "God mode"
    case .thinking: "Thinking"
    case .system: "System"
    case .choices: "What to do?"
    case .chosen: "chosen"
    case .dice: "Dice"
    case .resources: "Resources"
    case .location: "Location"
    case .time: "Time"
    case .status: "Status"
    case .conditions: "Conditions"
    case .rewards: "Rewards"
    case .faction: "Faction"
    case .socialChallenge: "Social challenge"
    case .worldEvents: "Elsewhere in the world"
    case .recapOf: "Scenes {1} to {2}"
    case .planning: "Planning"
    case .gameMasterNotes: "Game Master's notes"
    case .debug: "Debug"
    case .name: "Name"
    case .race: "Race"
    case .characterClass: "Class"
    case .level: "Level"
    case .background: "Background"
    case .alignment: "Alignment"
    case .hitPoints: "Hit points"
    case .armorClass: "Armour class"
    case .experience: "Experience"
    case .gold: "Gold"
    case .abilities: "Abilities"
    case .strength: "Strength"
    case .dexterity: "Dexterity"
    case .constitution: "Constitution"
    case .intelligence: "Intelligence"
    case .wisdom: "Wisdom"
    case .charisma: "Charisma"
    case .skills: "Skills"
    case .features: "Features"
    case .spells: "Spells"
    case .equipment: "Equipment"
    case .inventory: "Inventory"
    case .proficiencyBonus: "Proficiency bonus"
    case .trust: "Trust"
    case .disposition: "Disposition"
    case .role: "Role"
    case .quest: "Quest"
    case .objective: "Objective"
    case .state: "State"
    case .active: "active"
    case .completed: "completed"
    case .firstSeen: "First seen"
    case .lastSeen: "Last seen"
    case .round: "round"
    case .rounds: "rounds"
    case .enemies: "Enemies"
    case .mapOfJourney: "Map of {1} with the journey through these places: {2}"
    case .journeyCaption: "The journey: {1}"
    case .mapOfPlace: "Map of {1} and the country around it"
    case .outcome: "Outcome"
    case .victory: "Victory"
    case .scenes: "Scenes"
    case .words: "Words"
    case .lastPlayed: "Last played"
    case .campaign: "Campaign"
    case .campaigns: "Campaigns"
    case .worlds: "Worlds"
    case .world: "World"
    case .sheetSize: "Size"
    case .savedOn: "Saved"
    case .worldCount: "{1} worlds"
    case .cellCount: "{1} cells"
    case .stateCount: "{1} states"
    case .burgCount: "{1} burgs"
    case .storyInFigures: "The story in figures"
    case .sessions: "Sessions"
    case .most: "at most"
    case .wordsBySession: "Words in each session"
    case .wordsBySessionTold:
      "Bars: {1} sessions with {2} words in all, {3} on average; the longest "
        + "is session {5} with {4} words."
    case .levelByScene: "The level over the scenes"
    case .levelBySceneTold: "A line: {1}."
    case .levelFromScene: "level {1} from scene {2}"
    case .hitPointsByScene: "Hit points over the scenes"
    case .hitPointsBySceneTold:
      "Lines: {1} hit points in scene {2}, {3} in scene {4}; fewest, {5}, in scene {6}."
    case .combatGoesOn: "The fight is not over."
    case .experienceGained: "{1} XP"
    case .levelUp: "a new level is within reach"
    case .loot: "Loot"
    case .opening: "Before the first scene"
    case .pros: "For"
    case .cons: "Against"
    case .risk: "risk: {1}"
    case .mediumRisk: "medium"
    case .highRisk: "high"
    case .bonded: "bonded"
    case .devoted: "devoted"
    case .trusted: "trusted"
    case .allied: "allied"
    case .friendly: "friendly"
    case .neutral: "neutral"
    case .cold: "cold"
    case .antagonistic: "antagonistic"
    case .hostile: "hostile"
    case .dead: "dead"
    case .conscious: "conscious"
    case .unconscious: "unconscious"
    case .resisting: "resisting"
    case .failed: "failed"
    case .pending: "pending"
    case .accepted: "accepted"
    case .defeat: "Defeat"
    case .fled: "fled"
    case .debt: "Debt"
    case .directive: "Rule"
    case .backgroundEvents: "In the background"
    case .changedPeople: "Changes of people"
    case .timeEvents: "Events in time"
    case .sceneEvent: "Event of the scene"
    case .complications: "Complications"
    case .knowledge: "Knows"
    case .secret: "Secret"
    case .hiddenAgenda: "Hidden agenda"
    case .motivation: "Motive"
    case .goal: "Goal"
    case .fear: "Fear"
    case .personality: "Personality"
    case .weakness: "Weakness"
    case .against: "against {1}"
    case .success: "success"
    case .failure: "failure"
    case .visited: "Visited"
    case .met: "Met"
    case .decided: "Decided"
    case .gained: "Gained"
    case .sceneCount: "{1} scenes"
    case .wordCount: "{1} words"
    case .range: "{1} to {2}"
    case .memories: "What is remembered"
    case .moreMemories: "{1} more moments are told in the full book."
    case .rumors: "Rumours"
    case .arcs: "Arcs"
    case .factions: "Factions"
    case .rules: "Rules of this game"
    case .alsoKnownAs: "also {1}"
    case .levelOf: "level {1}"
    case .upTo: "{1} of {2}"
    case .toCome: "Next"
    case .excerpt: "Excerpt: {1}"
    case .cantrips: "Cantrips"
    case .spellSlots: "Spell slots, level {1}"
    case .hitDice: "Hit dice"
    case .rehearsal: "Rehearsal"
    case .began: "Began"
    case .slide: "Slide"
    case .slides: "Slides"
    case .plan: "Plan"
    case .spent: "Time"
    case .difference: "Difference"
    case .total: "Total"
    case .inMinutes: "Minutes"
    case .pausedFor: "Clock stopped"
    case .estimate: "~ estimated by the words, where the talk sets no time aside."
    case .timeBySlide: "Time for each slide"
    case .timeBySlideTold:
      "Bars: {1} slides in {2}, planned {3}; the longest is slide {4} with {5}."
    case .timeThroughTalk: "The time through the talk"
    case .timeThroughTalkTold:
      "Lines: time and plan added up over the slides; at the end {1} against {2}."
    case .runOf: "run {1} of {2}, the longest"
    case .steps: "Steps"
    case .notReached: "not reached"
    case .weekdayNames: "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"
    case .monthNames:
      "January, February, March, April, May, June, July, August, September, October, November, "
        + "December"
    case .longDate: "{1}, {2} {3} {4}"
    case .minutes: "Minutes"
    case .attendance: "Attendance"
    case .agenda: "Agenda"
    case .chat: "Chat"
    case .moderation: "Moderation"
    case .actionItems: "To do"
    case .polls: "Polls"
    case .whoSpokeWhen: "Who spoke when"
    case .whoSpokeWhenTold:
      "A row for each of {1} people, marks where they wrote, from {2} to {3}. {4}"
    case .whoSpokeWhenMost: "{1} wrote {2} messages."
    case .nextMeeting: "Next meeting"
    case .meeting: "Meeting"
    case .room: "Room"
    case .link: "Link"
    case .server: "Server"
    case .host: "Host"
    case .timeZone: "Time zone"
    case .people: "People"
    case .messageCount: "Messages"
    case .joined: "Joined"
    case .left: "Left"
    case .duration: "Duration"
    case .remarks: "Remarks"
    case .stillOpen: "open"
    case .lastVisitOnly:
      "The server keeps the last visit of each person only; earlier visits are not in it. \"Open\" "
        + "means that no end was recorded."
    case .chatOnly: "known from the chat only"
    case .guest: "guest"
    case .moderator: "moderator"
    case .admin: "host"
    case .participant: "participant"
    case .muted: "muted"
    case .videoOff: "camera off"
    case .chatBlocked: "chat blocked"
    case .banned: "banned"
    case .onStage: "on stage"
    case .notApproved: "not let in"
    case .nobody: "Nobody"
    case .fromTime: "from {1}"
    case .liveOnly:
      "These people were in the room when its server was asked; anyone who had left is missing."
    case .inRoomNow: "in the room"
    case .somebody: "somebody"
    case .pictureNotShown: "[Picture not shown: {1}]"
    case .pictureOf: "Picture sent by {1}"
    case .kicked: "{1} removed {2}"
    case .bannedBy: "{1} banned {2}"
    case .askedToUnmute: "{1} asked {2} to unmute"
    case .askedForCamera: "{1} asked {2} to turn on the camera"
    case .spotlighted: "{1} put {2} in the spotlight"
    case .deafened: "{1} deafened {2}"
    case .undeafened: "{1} let {2} hear again"
    case .unknownEvent: "{1}: {2}, {3}"
    case .noTime: "time unknown"
    case .fileSent: "[File: {1}]"
    case .pollInChat: "Poll: {1}"
    case .reactions: "Reactions: {1}"
    case .notDelivered: "not delivered"
    case .deliveryUnknown: "delivery not confirmed"
    case .partMissing: "parts of it are missing"
    case .roomEvents: "Room events"
    case .roomCreated: "{1} opened the room"
    case .roomJoined: "{1} joined"
    case .roomEnded: "The meeting was ended"
    case .roomClosed: "The room was closed"
    case .roomArchived: "The room was archived"
    case .roomSuspended: "The room was suspended"
    case .roomDeleted: "The room was deleted"
    case .archived: "Archived"
    case .recordings: "Recordings"
    case .recording: "Recording"
    case .size: "Size"
    case .option: "Option"
    case .votes: "Votes"
    case .share: "Share"
    case .closed: "closed {1}"
    case .minutesShort: "{1} min"
    case .due: "due {1}"
    case .recapTitle: "Recap of the evening"
    case .whatHappened: "What happened"
    case .lootAndExperience: "Loot and experience"
    case .whoWasThere: "Who was there"
    case .fought: "Fights"
    case .died: "Fallen"
    case .nothingPlayed: "No scene of the campaign was played at the time of this meeting."
    case .invitation: "You are invited"
    case .scanToJoin: "Scan to join"
    case .roomCode: "Room code"
    case .validUntil: "valid until {1}"
    case .serverReport: "Report on {1}"
    case .users: "Users"
    case .roomsTitle: "Rooms"
    case .liveNow: "Live now"
    case .settings: "Settings"
    case .setting: "Setting"
    case .value: "Value"
    case .secretsMasked: "Secrets are masked; {1} of them are set."
    case .email: "Email"
    case .provider: "Signs in with"
    case .rights: "Rights"
    case .created: "Created"
    case .invitations: "Invitations"
    case .createdBy: "Created by"
    case .used: "Used"
    case .publishers: "Publishing"
    case .activeRooms: "Active rooms"
    case .online: "Online"
    case .isPublicRoom: "Public"
    case .expires: "Expires"
    case .inUse: "active"
    case .inactive: "inactive"
    case .incompleteList: "{1} of {2} are listed: pages of the list are missing."
    case .slideCount: "{1} slides"
    case .parts: "Parts"
    case .skipToSlides: "Skip to the slides"
    case .searchSlides: "Search"
    case .slidesFound: "{1} of {2} slides"
    case .slideKeys: "[/] searches, arrows move, [Enter] opens, [Esc] closes"
    case .previousSlide: "Previous slide"
    case .nextSlide: "Next slide"
    case .close: "Close"
    case .statistics: "Statistics"
    case .points: "Points"
    case .pictures: "Pictures"
    case .notesWords: "Words in notes"
    case .part: "Part"
    case .planned: "Planned"
    case .wordsPerMinute: "at {1} words a minute"
    case .pace: "At another pace"
    case .slow: "slowly, at {1}"
    case .normal: "usually, at {1}"
    case .fast: "fast, at {1}"
    case .plannedOver: "{1} over {2} of {3} slides"
    case .minutesByPart: "Minutes by part"
    case .minutesByPartTold: "A bar for each part: {1}."
    case .talkTooLong: "The talk is longer than 50 minutes: split it."
    case .talkTooShort: "The talk is shorter than 2 minutes."
    case .partTooLong: "More than half of the talk is in one part: {1}"
    case .morning: "Morning"
    case .anytime: "Anytime"
    case .evening: "Evening"
    case .source: "Source"
    case .repetitions: "Repetitions"
    case .bestTime: "Best time"
    case .windNorth: "N"
    case .windEast: "E"
    case .windSouth: "S"
    case .windWest: "W"
    case .mapStates: "States"
    case .mapProvinces: "Provinces"
    case .mapCultures: "Cultures"
    case .mapReligions: "Religions"
    case .mapBiomes: "Biomes"
    case .mapZones: "Zones"
    case .layerOcean: "Ocean"
    case .layerLandmass: "Land"
    case .layerTexture: "Paper texture"
    case .layerHeightmap: "Heights"
    case .layerLakes: "Lakes"
    case .layerBiomes: "Biomes"
    case .layerReligions: "Religions"
    case .layerCultures: "Cultures"
    case .layerStates: "States"
    case .layerProvinces: "Provinces"
    case .layerZones: "Zones"
    case .layerHillshade: "Hill shading"
    case .layerCells: "Cells"
    case .layerGrid: "Grid"
    case .layerCoordinates: "Coordinates"
    case .layerCompass: "Compass"
    case .layerRivers: "Rivers"
    case .layerRelief: "Relief"
    case .layerBorders: "Borders"
    case .layerRoutes: "Routes"
    case .layerTemperature: "Temperature"
    case .layerCoastline: "Coastline"
    case .layerIce: "Ice"
    case .layerGoods: "Goods"
    case .layerMarkets: "Markets"
    case .layerTrade: "Trade"
    case .layerPrecipitation: "Precipitation"
    case .layerPopulation: "Population"
    case .layerEmblems: "Coats of arms"
    case .layerBurgIcons: "Burgs"
    case .layerLabels: "Names"
    case .layerMilitary: "Armies"
    case .layerMarkers: "Markers"
    case .layerFogging: "Fog"
    case .layerRulers: "Rulers"
    case .layerVignette: "Vignette"
    case .layerFrame: "Frame"
    case .layerScaleBar: "Scale bar"
    case .layerTitle: "Title"
    case .layerLegend: "Legend"
    case .layerInset: "Inset"
    case .map: "Map"
    case .mapOf: "Map of {1}"
    case .mapTold: "{1}. Layers: {2}."
    case .sheetPlan: "Sheet plan"
    case .sheetPlanOf: "Plan of the sheets of the map of {1}: {2} across, {3} down"
    case .sheetNamed: "Sheet {1}"
    case .sheetPlace: "row {1} of {2}, column {3} of {4}"
    case .sheetCount: "{1} sheets"
    case .sheetsTold: "{1} of {2}: {3} across, {4} down. Put together the map is {5} × {6} cm."
    case .sheetOverlap: "Neighbours share {1} mm."
    case .sheetScale: "Scale: {1}."
    case .sheetsJoined:
      "Cut a sheet along the marks at its left and upper edge, and lay it on its neighbours up to their ticks."
    case .burgs: "Burgs"
    case .keys: "Keys"
    case .keysTold:
      "Drag or use the arrow keys to move. The wheel, two fingers, a double click or the "
        + "keys + and − zoom. 0 shows the whole map."
    case .dark: "Dark"
    case .zoom: "Zoom"
    case .zoomIn: "Zoom in"
    case .zoomOut: "Zoom out"
    case .wholeMap: "Whole map"
    case .zoomTold: "{1} % of the largest zoom: {2}"
    case .mapParts:
      "upper left, upper middle, upper right, middle left, middle, middle right, lower "
        + "left, lower middle, lower right"
    case .tilesMissing:
      "The tiles of this map are not where this page expects them: they lie in the folder "
        + "it was made in."
    case .tilesNeedScript:
      "This page puts the map's tiles together with a script, and this browser runs none. "
        + "The tiles lie in the folders beside it."
    case .daysInARow: "days in a row"
    case .dayCount: "{1} days"
    case .doneOn: "{1} done on {2}"
    case .toNextLevel: "{1} XP to the next level"
    case .xpThisWeek: "{1} XP this week"
    case .thisWeek: "This week"
    case .slidesTooFull: "Slides have more than 100 words on average."
    case .slidesTooEmpty: "Slides have fewer than 20 words on average."
    }
  }
}

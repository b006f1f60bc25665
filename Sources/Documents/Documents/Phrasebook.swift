// SPDX-License-Identifier: MIT
// Part of Platen: every word that Platen itself prints into a document, in the document's language.

public import Digests

/// The words of one language that outputs need beside those of their source.
///
/// English is in the source, so that a program that uses these modules needs no file; the files in
/// `Templates/Phrases` hold the other languages and, for translators to copy, English.
public struct Phrasebook: Hashable, Sendable, Digestible {
  /// BCP 47.
  public var language: String
  /// Differences from English, by the raw value of a `Phrase`; other forms than that of most
  /// numbers by that and their name (`sceneCount.one`).
  public let phrases: [String: String]
  /// The keys of `phrases` in the order of a stream: many digests contain the same book.
  private let order: [String]

  public init(language: String, phrases: [String: String] = [:]) {
    self.language = language
    self.phrases = phrases
    order = phrases.keys.sorted { $0.precedes($1) }
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

  /// The names that a phrase lists, one after each comma.
  public func names(_ phrase: Phrase) -> [String] {
    self[phrase].split(separator: ", ").map(String.init)
  }

  /// A day in digits as the language writes it; other text stays as it is.
  ///
  /// Hyphens between digits turn the order of a date within words that run from right to left; the
  /// separators of their languages do not (UAX #9, W4).
  ///
  /// - Parameter iso: `2026-11-20`, with or without text behind it.
  public func date(_ iso: String) -> String {
    let bytes = Array(iso.utf8.prefix(11))
    let isDay =
      bytes.count >= 10
      && bytes.prefix(10).enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == 0x2D : (0x30...0x39).contains(byte)
      }
    guard isDay, bytes.count == 10 || !(0x30...0x39).contains(bytes[10]) else { return iso }
    let day = iso.prefix(10).split(separator: "-").map(String.init)
    return self(.shortDate, day[0], day[1], day[2]) + iso.dropFirst(10)
  }

  /// The phrases this book leaves in English.
  public var untranslated: [Phrase] { Phrase.allCases.filter { phrases[$0.rawValue] == nil } }

  public func add(to digester: inout Digester) {
    digester.addFields(language, SortedPhrases(phrases: phrases, order: order))
  }

  public static func == (a: Phrasebook, b: Phrasebook) -> Bool {
    a.language == b.language && a.phrases == b.phrases
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(language)
    hasher.combine(phrases)
  }

  /// The phrases as the dictionary itself is digested, without sorting its keys again.
  private struct SortedPhrases: Digestible {
    let phrases: [String: String]
    let order: [String]

    func add(to digester: inout Digester) {
      digester.beginTable(count: order.count)
      for key in order {
        key.add(to: &digester)
        (phrases[key] ?? "").add(to: &digester)
      }
    }
  }
}

/// A text of Platen's own.
public enum Phrase: String, Hashable, Sendable, CaseIterable {
  // Any document
  case contents, index, page, onPage, of, figure, table, note, notes, title, authors, date, language
  case license, continued, chapter, appendix, volumeOf, yes, no, unknown, none
  // What separates the items of a list, and items with commas of their own
  case comma, semicolon
  // For screen readers and navigation within a file
  case skipToContent, backToText, done, toDo, cover
  // References of a book
  case references, undated, andOthers, editedBy, inBook
  // Names of alerts
  case tip, important, warning, caution
  // The parts of a campaign's book
  case scene, story, session, recap, characters, cast, places, items, quests, combats, timeline
  case indexOfNames, premise, party, storySoFar, openThreads, currentSituation, dramatisPersonae
  // Parts of a scene
  case player, narrator, godMode, thinking, system, choices, chosen, dice, resources
  case location, time, status, conditions, rewards, faction, socialChallenge, worldEvents, recapOf
  case planning, gameMasterNotes, debug
  // Parts of a character sheet
  case name, race, characterClass, level, background, alignment, hitPoints, armorClass, experience
  case gold, abilities, strength, dexterity, constitution, intelligence, wisdom, charisma, skills
  case features, spells, equipment, inventory, proficiencyBonus, trust, disposition, role
  // Quests, places, combat
  case quest, objective, state, active, completed, firstSeen, rounds, roundCount
  case enemies
  // Maps of the story
  case mapOfJourney, journeyCaption, mapOfPlace
  // Charts of the story
  case storyStatistics, sessions, most, wordsBySession, wordsBySessionDescription, levelByScene
  case levelBySceneDescription, levelFromScene, hitPointsByScene, hitPointsBySceneDescription
  case outcome, victory, scenes, words, lastPlayed, campaign, campaigns
  // A list of worlds
  case worlds, world, sheetSize, savedOn, worldCount, cellCount, stateCount, burgCount
  case combatContinues, experienceGained, levelUp, loot
  // Other words of a campaign's book
  case opening, pros, cons, risk, against, success, failure, visited, met, decided, gained
  case sceneCount, wordCount, range, memories, moreMemories, rumors, arcs, factions, rules
  case levelOf, upTo, toCome, excerpt, cantrips, spellLevel, spellSlots, hitDice
  case mediumRisk, highRisk
  // A script to read aloud
  case voices, unknownVoice
  // How people stand to the hero and how they are, how quests and fights stand
  case bonded, devoted, trusted, allied, friendly, neutral, cold, antagonistic, hostile, dead
  case conscious, unconscious, resisting, failed, pending, accepted, defeat, fled
  // Names of notes for the game master
  case debt, directive, backgroundEvents, changedPeople, timeEvents, sceneEvent, complications
  case knowledge, secret, hiddenAgenda, motivation, goal, fear, personality, weakness
  // A rehearsal
  case rehearsal, began, slide, slides, plan, spent, difference, total, inMinutes
  case pausedFor, estimate, steps
  case timeBySlide, timeBySlideDescription, timeThroughTalk, timeThroughTalkDescription, runOf,
    notReached
  // Days: of lists of names, each is one after a comma; a short date has year, month and day
  case weekdayNames, monthNames, weekdayInitials, longDate, shortDate
  // Words by which days in tasks are found: lists with commas; days are today and tomorrow
  case dueWords, relativeDays
  // The parts of minutes
  case minutes, attendance, agenda, chat, moderation, actionItems, polls, whoSpokeWhen
  case whoSpokeWhenDescription, whoSpokeWhenMost, transcript, nextMeeting, meeting
  // Heads of minutes
  case room, link, server, host, timeZone, people, messageCount
  // Who was there
  case joined, left, duration, remarks, stillOpen, lastVisitOnly, chatOnly, guest, moderator, admin
  case participant, muted, videoOff, chatBlocked, banned, onStage, notApproved, nobody
  case fromTime, liveOnly, inRoomNow, transcriptOnly, visitCount
  // Messages and actions of moderators
  case somebody, pictureNotShown, pictureOf, kicked, bannedBy, askedToUnmute, askedForCamera
  case spotlighted, deafened, undeafened, unknownEvent, noTime
  case fileSent, pollInChat, reactions, notDelivered, deliveryUnknown, partMissing
  // Events of a room
  case roomEvents, roomCreated, roomJoined, roomEnded, roomClosed, roomArchived, roomSuspended
  case roomDeleted, handRaised, archived, recordings, recording, size
  case bytes, kilobytes, megabytes, gigabytes
  // Polls and things to do
  case option, votes, share, closed, minutesShort, due
  // Minutes that people sign
  case decisions, decision, decisionReference, discussion, agendaNumber, agendaItem, ledBy
  case apologies, quorum, quorumMet, quorumMissed, votesFor, votesAgainst, abstentions, votedBy
  case voteResult, carried, notCarried, proposedBy, secondedBy, task, owner, dueDay, signatures
  case signature, placeAndDate, chair, minutesTaker, venue, attendanceOverTime
  case attendanceOverTimeDescription, emptyRoom, replyTo, replyToUnknown, edited, messageDeleted
  case sharedApps, sharedApp, appContents, uploads, sentBy, fileKind
  // The evening of a tabletop group
  case recapTitle, whatHappened, lootAndExperience, whoWasThere, fought, died, nothingPlayed
  // Invitations
  case invitation, scanToJoin, roomCode, validUntil
  // The report on a server
  case serverReport, users, roomsTitle, liveNow, settings, setting, value, secretsMasked, email
  case provider, rights, created, invitations, createdBy, used, publishers, activeRooms, online
  case isPublicRoom, expires, incompleteList, inUse, inactive, administrator
  // Slides of a talk; names of keys stand in brackets
  case slideCount, parts, skipToSlides, searchSlides, slidesFound, slideKeys, previousSlide
  case nextSlide, close, slideContent
  // The pages of a live talk; names of keys stand in brackets, {1} and {2} are arrows on and back
  case presenter, speakerNotes, controls, back, advance, startClock, pauseClock, resumeClock
  case talkEnded, clockDescription, blink, blinkDescription, currentSlide, nextIsStep, nextIsSlide,
    nextIsEnd
  case smallerNotes, largerNotes, noNotes, watching, plannedTime, behindPlan, aheadOfPlan, onPlan
  case pressToStart, talkNotStarted, talkOver, slideTyped, slideMissing, onlyWatching, tokenNeeded
  case reconnecting, notConnected, reconnected, tryAgain, keyNext, keyBack, keySlides, keyEnds
  case keyNumber, keyClock, keyBlink, keyDark, keyFull, keyNotes, allSlides, fullScreen, readAsPage
  case keyAll, keyWindow, keyPage, remote, scanRemote
  // Statistics of a talk
  case statistics, points, pictures, notesWords, part, introduction, planned
  case wordsPerMinute, pace, slow, normal, fast, plannedOver, minutesByPart,
    minutesByPartDescription
  case talkTooLong, talkTooShort, partTooLong, slidesTooFull, slidesTooEmpty
  // The parts of a booklet
  case morning, anytime, evening, source, repetitions, bestTime
  // Directions on maps
  case windNorth, windEast, windSouth, windWest
  case mapStates, mapProvinces, mapCultures, mapReligions, mapBiomes, mapZones
  case mapMore, mapMiles, mapKilometers, mapFeet, mapMeters
  // Layers of maps, as readers of PDF list them
  case layerOcean, layerLandmass, layerTexture, layerHeightmap, layerLakes, layerBiomes
  case layerReligions, layerCultures, layerStates, layerProvinces, layerZones, layerHillshade
  case layerCells, layerGrid, layerCoordinates, layerCompass, layerRivers, layerRelief
  case layerBorders, layerRoutes, layerTemperature, layerCoastline, layerIce, layerGoods
  case layerMarkets, layerTrade, layerPrecipitation, layerPopulation, layerEmblems, layerBurgIcons
  case layerLabels, layerMilitary, layerMarkers, layerFogging, layerRulers, layerVignette
  case layerFrame, layerScaleBar, layerTitle, layerLegend, layerInset
  // Maps as pages, and over many sheets
  case map, mapOf, mapDescription, sheetPlan, sheetPlanOf, sheetNamed, sheetPlace, sheetCount
  case sheetsDescription, sheetOverlap, sheetScale, sheetsJoined, burgs
  case atlas, atlasOverview, atlasMapCount, atlasContinued
  // The page of a map's tiles; parts of the map are nine, line by line, with commas between them
  case keys, keysDescription, dark, zoom, zoomIn, zoomOut, wholeMap, zoomDescription, mapParts,
    tilesMissing
  case tilesNeedScript
  // The page that shows a map or pages while their look is edited
  case previewLook, previewLayers, previewOwnLayers, previewAudience, previewPlayers
  case previewGameMasters, previewDrawing, previewErrors, previewKeys, previewSize, previewOwnLook
  case previewPageErrors, previewPageKeys, previewLookKeys, previewNeedsScript
  // The page of a run
  case reportRunNone, reportFailedOf, reportUnfinished, reportStopped, reportNothingBuilt
  case reportAllBuilt, reportSomeBuilt, reportDelivered, reportNotDelivered, reportSkipToSheet
  case reportLight, reportUseDark, reportUseLight, reportTotals, reportSections
  case reportNeedsScript, reportRecord
  // A run in progress, on its page
  case reportInProgress, reportProgress, reportPause, reportResume, reportCancel, reportRunning
  case reportFailures, reportConnectionLost, reportRunEnded, reportRunPreparing, reportRunGoing
  case reportRunPaused, reportRunStopping, reportRunCompleting, reportPlanning, reportJobsEnded
  case reportFailedCount, reportTimeLeft, reportRemaining
  // Outcomes of jobs and outputs, on the page of a run
  case reportBuilt, reportUpToDate, reportFailed, reportNotBuilt, reportCancelled
  case reportRunningNow, reportWaiting, reportWarningLabel, reportOutputLabel, reportTotalTime
  // Sections of the page of a run
  case reportFailedHead, reportChanges, reportChangesPages, reportSheet, reportSheetPages
  case reportFilters, reportSearch, reportSearchHint, reportKind, reportTag, reportTags
  case reportEverything, reportOutputs, reportJob, reportJobs, reportJobsPages, reportWarnings
  case reportTimes, reportSlowest, reportStage, reportStart, reportPrevious, reportNext
  // Lists and numbers on the page of a run
  case reportPreviousPage, reportNextPage, reportPageOf, reportJobCount, reportOutputCount
  case reportPageCount, reportFileCount, reportStageCount, reportStagesOmitted, reportTimeNote
  case reportTimelineDescription, reportSeconds, reportMinutes, reportHours, reportProperties
  case reportJobTime, reportImageOf, reportThumbnailOf, reportOpenFile, reportFile
  case reportWithoutThumbnail, reportNoThumbnails, reportMoreOf, reportMore, reportMoreIn
  // Changes since the last run
  case reportNow, reportThen, reportBefore, reportAfter, reportDifference, reportDifferenceIn
  case reportNew, reportNoThumbnailBefore, reportSizeChange, reportOtherSize, reportInvisible
  case reportMarked, reportHardlyMarked, reportIncomparable, reportOutputsChanged
  case reportOutputsNew, reportOutputsGone, reportSince
  // Formats of files
  case formatImage, formatDrawing, formatIcon, formatDocument, formatWord, formatPresentation
  case formatBook, formatWebPage, formatText, formatData, formatTable, formatMapData
  case formatCalendar, formatArchive, formatMapSave, formatMapTiles, formatSourceCode
  case formatStyleSheet, formatPropertyList, formatStringTable, formatAssetCatalog
  // Results of practice
  case daysInARow, dayCount, doneOn, toNextLevel, xpThisWeek, thisWeek
  // A gazetteer: titles and columns; wordings of a sentence stand between bars, any of which may
  // be taken
  case gazetteer, gazetteerWorld, gazetteerTowns, gazetteerNoState, gazetteerRivers
  case gazetteerLakes, gazetteerIslands, gazetteerMarkers, gazetteerRoutes, gazetteerForces
  case gazetteerWars, gazetteerTables, gazetteerName, gazetteerCapital, gazetteerSeat
  case gazetteerArea, gazetteerPopulation, gazetteerState, gazetteerSquare, gazetteerLength
  case gazetteerNumber, gazetteerUnits, gazetteerArms, gazetteerRouteKinds, gazetteerDays
  // Counts of a gazetteer
  case gazetteerTownCount, gazetteerProvinceCount, gazetteerPeople, gazetteerRegiments, travelDays
  // Words that sentences of a gazetteer are made of; lists have commas, in the order of the
  // English ones
  case gazetteerAnd, gazetteerPercent, gazetteerShare, gazetteerAway, gazetteerSince
  case gazetteerSea, gazetteerRiverNamed, gazetteerEdge, gazetteerIslandOf, gazetteerDirections
  case gazetteerGovernments, gazetteerBiomes, gazetteerLakeKinds, gazetteerFaithKinds
  case gazetteerFaithForms, gazetteerCultureKinds, gazetteerTownParts
  // Sentences of a gazetteer about the world
  case gazetteerContains, gazetteerWorldPeople, gazetteerWorldLand, gazetteerClimate
  case gazetteerYear, gazetteerLargest, gazetteerMostPeopled
  // Sentences of a gazetteer about states and provinces
  case gazetteerFullForm, gazetteerIs, gazetteerCapitalIs, gazetteerLand, gazetteerTownShare
  case gazetteerRank, gazetteerDivided, gazetteerBorders, gazetteerNoBorders, gazetteerInland
  case gazetteerAlly, gazetteerFriendly, gazetteerNeutralTo, gazetteerSuspicion, gazetteerRival
  case gazetteerEnemy, gazetteerVassal, gazetteerSuzerain, gazetteerUnknownTo, gazetteerWarSides
  case gazetteerFaiths, gazetteerCultures, gazetteerGround, gazetteerPorts, gazetteerYields
  case gazetteerForcesAre, gazetteerLongestRiver, gazetteerProvinceOf, gazetteerSeatIs
  // Sentences of a gazetteer about towns
  case gazetteerTownCapital, gazetteerTownIn, gazetteerTownHas, gazetteerTownRank
  case gazetteerTownPartsAre, gazetteerPort, gazetteerOnRiver, gazetteerNearest, gazetteerRoads
  case gazetteerSails, gazetteerHeight, gazetteerPeopleOf, gazetteerCultureOf
  // Sentences of a gazetteer about waters, faiths, cultures and marks
  case gazetteerFlows, gazetteerRuns, gazetteerPasses, gazetteerTakesIn, gazetteerLakeIs
  case gazetteerCovers, gazetteerIslandIs, gazetteerOtherIslands, gazetteerFormIs
  case gazetteerDeity, gazetteerFollowers, gazetteerGrewFrom, gazetteerMembers
  case gazetteerCultureStates, gazetteerMarkerNear, gazetteerZoneIn
  // A list of changes: titles, columns and lists; kinds are those of rows, with commas between them
  case changesIn, changesOfRuns, changeCount, changesNone, changesMap, changesMapDescription
  case changesTable, changesRelations, changesLand, changesKind, changesField, changesKinds
  case changesNew, changesGone
  // The key of a map of changes
  case changesOldBorder, changesHanded, changesFounded, changesRenamed, changesMoved
  case changesVanished
  // Sentences about changes; relations are in the order of the English ones
  case changeFounded, changeFoundedIn, changeVanished, changeRenamed, changePassed, changeJoined
  case changeLeft, changeMoved, changeGained, changeLost, changeCeded, changeCapital, changeGrew
  case changeShrank, changeRelation, changeRelationNames, changeHeights, changeFlooded
  case changeDried, changeOtherCells

  /// The phrase's name in language files, in kebab case.
  public var key: String {
    rawValue.reduce(into: "") { key, letter in
      if letter.isUppercase { key += "-" }
      key += letter.lowercased()
    }
  }
}

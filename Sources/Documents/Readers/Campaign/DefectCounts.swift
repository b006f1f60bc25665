// SPDX-License-Identifier: MIT
// Part of Platen: defects repaired while a campaign was read, counted, one warning a kind.

internal import Diagnostics

/// A repaired defect of a campaign's data.
enum RepairedDefect: Int, CaseIterable {
  case controlCharacter, mojibake, debugTag, deletedMarker, doubleEscape, modeTag, stateUpdates
  case planningText, openCombat, joinedParts, unreadableTime, emptyEntry, unknownActor
  case malformedField, dataLine, doubledItem, invalidText, repeatedEntry, lostCharacter
  case cutList, noEntry, nonNumber, leadingText

  var code: Diagnostic.Code {
    switch self {
    case .controlCharacter: .campaignControlCharacter
    case .mojibake: .campaignMojibake
    case .debugTag: .campaignDebugTag
    case .deletedMarker: .campaignDeleteMarker
    case .doubleEscape: .campaignDoubleEscape
    case .modeTag: .campaignModeTag
    case .stateUpdates: .campaignStateUpdates
    case .planningText: .campaignPlanningText
    case .openCombat: .campaignOpenCombat
    case .joinedParts: .campaignParts
    case .unreadableTime: .campaignTime
    case .emptyEntry: .campaignEmptyEntry
    case .unknownActor: .campaignActor
    case .malformedField: .campaignField
    case .dataLine: .campaignLine
    case .doubledItem: .campaignDoubledItem
    case .invalidText: .campaignText
    case .repeatedEntry: .campaignRepeated
    case .lostCharacter: .campaignLostCharacter
    case .cutList: .campaignList
    case .noEntry: .campaignEntry
    case .nonNumber: .campaignNumber
    case .leadingText: .campaignLeadingText
    }
  }

  var message: String {
    switch self {
    case .controlCharacter: "control characters were removed, or read as the dash they stand for"
    case .mojibake: "runs of characters were damaged by a wrong encoding and repaired"
    case .debugTag:
      "tags are without their partner: what is taken out after one that opens ends with its record, its "
        + "line or at a blank line"
    case .deletedMarker: "entries of lists hold the marker __DELETE__ and were omitted"
    case .doubleEscape: "characters were escaped twice or more and are read as meant"
    case .modeTag: "[Mode: …] tags were taken out of the text"
    case .stateUpdates: "records of changes to the state were taken out of the text"
    case .planningText: "lists of choices written into the text were read as choices"
    case .openCombat: "combat was never closed; it is shown as still in progress"
    case .joinedParts: "parts of long entries were joined; the game gives each a number of its own"
    case .unreadableTime: "entries have no readable time; they sort before all others"
    case .emptyEntry: "entries have no content"
    case .unknownActor: "entries have an unknown author; they are shown as the system's"
    case .malformedField: "fields have unexpected values and were omitted"
    case .dataLine: "lines hold no entry and were omitted"
    case .doubledItem: "things are carried twice in the same words and listed once"
    case .invalidText: "pieces of text were not valid UTF-8"
    case .repeatedEntry: "entries occur twice in the files and are shown once"
    case .lostCharacter: "characters were lost before they came here; U+FFFD stands for each"
    case .cutList: "members of lists longer than any a game makes were omitted"
    case .noEntry: "members of the story are not entries and were omitted"
    case .nonNumber: "numbers are NaN or Infinity and are read as missing"
    case .leadingText: "lines before the first label of the export are not entries and were skipped"
    }
  }

  /// Facts rather than errors: reading continues as usual.
  var severity: Diagnostic.Severity {
    self == .joinedParts || self == .repeatedEntry ? .note : .warning
  }
}

/// Counts defects, with the first location of each.
struct DefectCounts {
  private var counts = [Int](repeating: 0, count: RepairedDefect.allCases.count)
  private var places = [SourceLocation?](repeating: nil, count: RepairedDefect.allCases.count)
  /// The file being read, for the first defect of a kind; empty where it may be any of several
  /// files.
  var file = ""
  /// The place in it, such as a scene.
  var place = ""
  /// The names of omitted fields, as many as are reported.
  private var strays: [String] = []
  /// Other diagnostics, in order.
  var others: [Diagnostic] = []

  mutating func count(_ flaw: RepairedDefect, _ times: Int = 1) {
    guard times > 0 else { return }
    if counts[flaw.rawValue] == 0, !(file.isEmpty && place.isEmpty) {
      places[flaw.rawValue] = SourceLocation(
        file: file.isEmpty ? nil : file, field: place.isEmpty ? nil : place)
    }
    counts[flaw.rawValue] += times
  }

  /// Counts a field that holds something else than it should.
  ///
  /// - Parameter name: The name of the field; called only where it is reported.
  mutating func countStray(_ name: () -> String) {
    count(.malformedField)
    if strays.count < DefectCounts.reportLimit { strays.append(name()) }
  }

  /// The number of fields that are called by their names.
  private static let reportLimit = 5

  func count(of flaw: RepairedDefect) -> Int { counts[flaw.rawValue] }

  /// Adds what was counted in another file, whose first places count where there are none yet.
  mutating func merge(_ other: DefectCounts) {
    for flaw in RepairedDefect.allCases {
      counts[flaw.rawValue] += other.counts[flaw.rawValue]
      places[flaw.rawValue] = places[flaw.rawValue] ?? other.places[flaw.rawValue]
    }
    strays += other.strays.prefix(max(0, DefectCounts.reportLimit - strays.count))
    others += other.others
  }

  var diagnostics: [Diagnostic] {
    others
      + RepairedDefect.allCases.compactMap { flaw in
        let count = counts[flaw.rawValue]
        guard count > 0 else { return nil }
        var message = "\(flaw.message) (\(count))"
        if flaw == .malformedField {
          message += ": " + strays.joined(separator: ", ")
          if count > strays.count { message += " and others" }
        }
        return Diagnostic(flaw.severity, flaw.code, message, at: places[flaw.rawValue])
      }
  }
}

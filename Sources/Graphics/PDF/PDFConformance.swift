// SPDX-License-Identifier: MIT
// Part of Platen: the standards that a PDF can be made to.

internal import Canvas

/// The standard that a PDF is made to, and claims in its metadata.
public enum PDFConformance: Hashable, Sendable {
  /// PDF/UA-1 (ISO 14289-1), for screen readers; claimed unless a warning states why it cannot be.
  case accessible
  /// PDF/A-2 (ISO 19005-2), for archives.
  ///
  /// - Parameter hasStructure: Level A, which requires what PDF/UA does, in place of level U.
  case archive(hasStructure: Bool)
  /// PDF/X-4 (ISO 15930-7), for a press whose colors the profile describes.
  case print(PrintProfile)

  var isArchive: Bool { if case .archive = self { true } else { false } }

  /// The profile of the press, if the file is for one.
  var printProfile: PrintProfile? { if case .print(let profile) = self { profile } else { nil } }

  /// The name that people know.
  package var name: String {
    switch self {
    case .accessible: "PDF/UA-1"
    case .archive(let hasStructure): hasStructure ? "PDF/A-2a" : "PDF/A-2u"
    case .print: "PDF/X-4"
    }
  }

  /// The color spaces of pages.
  func colors(isGray: Bool) -> PageColors {
    if isGray { return .gray }
    return printProfile == nil ? .rgb : .blackAlone
  }

  /// The most graphics states that a stream may keep at once (ISO 32000-1, Annex C).
  static let depthLimit = 28
}

// SPDX-License-Identifier: MIT
// Part of Platen: the properties of a font family that are known before a file of it is opened.

public import Drawing

/// A family of fonts: its name in requests, and its files.
public struct FontFamily: Hashable, Sendable {
  /// Roughly what it looks like; decides which fallback goes with it.
  public enum Genre: String, Hashable, Sendable {
    case serif, sans, mono, blackletter, emoji
  }

  /// One file's face.
  public struct Face: Hashable, Sendable {
    /// The name scenes know it by.
    public var face: FontFace
    /// The path of the file.
    public var path: String
    /// Number of the face in a collection; 0 in plain files.
    public var index: Int
    /// 100…900.
    public var weight: Int
    public var isItalic: Bool
    /// Indicates whether letters are drawn bolder than the file has them.
    public var isEmboldened = false

    private static let emboldened = "+bold"

    /// The face with its letters drawn bolder, in place of a bold face that is not here.
    var emboldened: Face {
      var face = self
      face.face = FontFace(name: self.face.name + Face.emboldened)
      face.weight = 700
      face.isEmboldened = true
      return face
    }

    /// The face of the file that an emboldened one is drawn from; nil for any other.
    static func plain(of face: FontFace) -> FontFace? {
      face.name.hasSuffix(emboldened)
        ? FontFace(name: String(face.name.dropLast(emboldened.count))) : nil
    }
  }

  public var name: String
  /// The Debian package it comes from; nil for a file the user named.
  public var package: String?
  public var genre: Genre
  /// The faces found on this machine; empty where the package is not installed.
  public var faces: [Face]

  /// Indicates whether at least one file is there.
  public var isPresent: Bool { !faces.isEmpty }

  /// The face nearest to a weight and slant: slant first, then the distance in weight, and of two
  /// equally near the one further from regular. A slanted face that is not bold is emboldened where
  /// bold is requested: bold words in italic text stay bold.
  public func face(weight: Int, isItalic: Bool) -> Face? {
    func cost(_ face: Face) -> (Int, Int, Int) {
      (
        face.isItalic == isItalic ? 0 : 1, abs(face.weight - weight),
        weight >= 500 ? -face.weight : face.weight
      )
    }
    var best: Face?
    for face in faces {
      guard let current = best else {
        best = face
        continue
      }
      if cost(face) < cost(current) { best = face }
    }
    guard let best, isItalic, best.isItalic, weight >= 600, best.weight < 550 else { return best }
    return best.emboldened
  }
}

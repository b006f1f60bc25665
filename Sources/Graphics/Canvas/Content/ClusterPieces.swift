// SPDX-License-Identifier: MIT
// Part of Platen: which letters the glyphs of a run stand for, cluster by cluster.

internal import Drawing

extension TextNode {
  var unreadable: String {
    "\"\(source)\" is drawn but cannot be copied: its glyphs and letters do not match"
  }

  /// Indicates whether all glyphs stand at one angle.
  var isLevel: Bool { glyphs.allSatisfy { $0.angle == glyphs[0].angle } }

  /// Indicates whether clusters, glyphs and letters add up, and no letter is cut by a cluster.
  func hasWholeClusters(isRightToLeft: Bool) -> Bool {
    var source = source
    return source.withUTF8 { bytes in
      var byte = isRightToLeft ? bytes.count : 0
      var glyph = 0
      for cluster in clusters {
        guard cluster.byteCount > 0, cluster.glyphCount > 0, cluster.byteCount <= bytes.count,
          cluster.glyphCount <= glyphs.count
        else { return false }
        byte += isRightToLeft ? -cluster.byteCount : cluster.byteCount
        glyph += cluster.glyphCount
        guard (0...bytes.count).contains(byte) else { return false }
        if byte < bytes.count, unsafe bytes[byte] & 0xC0 == 0x80 { return false }
      }
      return byte == (isRightToLeft ? 0 : bytes.count) && glyph == glyphs.count
    }
  }
}

/// A run cut into its clusters, each with its glyphs and letters.
struct ClusterPieces {
  struct Piece {
    var glyphs: [Glyph]
    var source: String
    var cluster: Drawing.Cluster

    mutating func append(_ next: Piece) {
      glyphs += next.glyphs
      source += next.source
      cluster.byteCount += next.cluster.byteCount
      cluster.glyphCount += next.cluster.glyphCount
    }
  }

  /// The pieces in the order of the glyphs.
  private(set) var pieces: [Piece] = []

  /// The pieces in runs of one angle.
  var lines: [[Piece]] {
    var lines: [[Piece]] = []
    var angle: Double?
    for piece in pieces {
      let isLevel = piece.glyphs.allSatisfy { $0.angle == piece.glyphs.first?.angle }
      if isLevel, let angle, piece.glyphs.first?.angle == angle {
        lines[lines.count - 1].append(piece)
      } else {
        lines.append([piece])
      }
      angle = isLevel ? piece.glyphs.first?.angle : nil
    }
    return lines
  }

  /// Makes one piece of all letters of a word that share an angle; for text from left to right.
  mutating func joinWords() {
    pieces = lines.flatMap { line -> [Piece] in
      var words: [Piece] = []
      var wasSpace = true
      for piece in line {
        let isSpace = piece.source.allSatisfy(\.isWhitespace)
        if isSpace || wasSpace {
          words.append(piece)
        } else {
          words[words.count - 1].append(piece)
        }
        wasSpace = isSpace
      }
      return words
    }
  }

  /// Nil when clusters, glyphs and letters do not add up.
  init?(_ text: TextNode, isRightToLeft: Bool) {
    let bytes = Array(text.source.utf8)
    guard text.clusters.allSatisfy({ $0.byteCount > 0 && $0.glyphCount > 0 }),
      text.clusters.reduce(0, { $0 + $1.byteCount }) == bytes.count,
      text.clusters.reduce(0, { $0 + $1.glyphCount }) == text.glyphs.count
    else { return nil }
    var glyph = 0
    var byte = isRightToLeft ? bytes.count : 0
    for cluster in text.clusters {
      if isRightToLeft { byte -= cluster.byteCount }
      guard let source = String(validating: bytes[byte..<byte + cluster.byteCount], as: UTF8.self)
      else { return nil }
      pieces.append(
        Piece(
          glyphs: Array(text.glyphs[glyph..<glyph + cluster.glyphCount]), source: source,
          cluster: cluster))
      if !isRightToLeft { byte += cluster.byteCount }
      glyph += cluster.glyphCount
    }
  }
}

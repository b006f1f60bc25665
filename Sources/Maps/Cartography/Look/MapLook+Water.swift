// SPDX-License-Identifier: MIT
// Part of Platen: the settings of the sea, coasts, lakes, ice and rivers in a look.

internal import Drawing

extension MapLook {
  struct Ocean: Hashable {
    var fill = Color(bytes: 0x46, 0x6e, 0xab)
    var depths: [Double] = [-6, -3, -1]
    var depthFill = Color(bytes: 0xec, 0xf2, 0xf9)
    var depthOpacity = 0.4
    var veil = Color.white.opacity(0.2)
    var depthLine = Line(color: .clear, width: 0)
    var pattern = "none"
    var patternColor = Color.clear
    var patternSize = 16.0
    var wash = Wash(reach: 60)
    var washColor = Color(bytes: 0x2f, 0x5d, 0x86)
  }

  struct Coast: Hashable {
    var line = Line(color: Color(bytes: 0x1f, 0x38, 0x46).opacity(0.5), width: 0.5)
    var lakeIsland = Line(color: Color(bytes: 0x7c, 0x8e, 0xaf), width: 0.35)
    var glow = Color(bytes: 0x1f, 0x38, 0x46).opacity(0.1)
    var glowWidth = 3.0
    var waterlines = 0.0
    var waterlineGap = 4.0
    var waterline = Line(color: .white, width: 0.4)
    var innerGlow = Color.clear
    var innerGlowWidth = 0.0
    var hatching = Line(color: .clear, width: 0)
    var hatchingGap = 1.4
    var hatchingWidth = 12.0
  }

  struct Basin: Hashable {
    var fill: Color
    var line: Line
    init(_ fill: String, _ opacity: Double, _ stroke: String, _ width: Double) {
      self.fill = (Color(hex: fill) ?? .clear).opacity(opacity)
      line = Line(color: (Color(hex: stroke) ?? .clear).opacity(opacity), width: width)
    }
  }

  struct Lakes: Hashable {
    var freshwater = Basin("#a6c1fd", 0.5, "#5f799d", 0.7)
    var salt = Basin("#409b8a", 0.5, "#388985", 0.7)
    var sinkhole = Basin("#5bc9fd", 1, "#53a3b0", 0.7)
    var frozen = Basin("#cdd4e7", 0.95, "#cfe0eb", 0)
    var lava = Basin("#90270d", 0.7, "#f93e0c", 2)
    var dry = Basin("#c9bfa7", 1, "#8e816f", 0.7)
  }

  struct Ice: Hashable {
    var fill = Color(bytes: 0xf1, 0xf8, 0xfe).opacity(0.9)
    var line = Line(color: Color(bytes: 0xe8, 0xf0, 0xf6).opacity(0.9), width: 0.5)
    var shadow = Color.black.opacity(0.3)
    var shadowOffset = 0.3
    var isSmooth = false
  }

  struct Rivers: Hashable {
    var fill = Color(bytes: 0x5d, 0x97, 0xbb)
    var widthFactor = 1.0
    var minWidth = 0.0
  }
}

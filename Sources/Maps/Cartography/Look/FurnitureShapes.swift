// SPDX-License-Identifier: MIT
// Part of Platen: the shapes that a look may give to title, frame and compass rose.

/// The shape of a title's plate.
enum Cartouche: String, CaseIterable {
  case plate
  /// A painted ribbon with folded ends.
  case ribbon
  /// A plate whose corners are cut out in quarter circles, a star in each.
  case scooped
}

/// The drawing between the lines of a frame.
enum FrameStyle: String, CaseIterable {
  /// Bars dark and light in turn.
  case bars
  /// A scale of fine ticks, with a star in each corner.
  case degrees
  /// Nothing: the painted sheet ends raggedly inside a line drawn by hand.
  case ragged
}

/// The shape of a compass rose.
enum RoseShape: String, CaseIterable {
  /// Thirty-two winds on a ring of degrees, under a lily.
  case winds
  /// Loose strokes of a brush.
  case brush
  /// A star of fine rays in rings of degrees, under the pole star.
  case star
}

// SPDX-License-Identifier: MIT
// Part of Platen: the properties of a face made for formulas that setting them requires.

public import Geometry

/// A face with a `MATH` table (OpenType 1.9, "MATH — the mathematical typesetting table").
///
/// All lengths are in em, y down.
public protocol MathFace {
  var face: FontFace { get }
  /// A constant of the table; percentages as parts of one.
  func constant(_ constant: MathConstant) -> Double
  /// The glyph of a code point; nil where the face has none.
  ///
  /// - Parameter scriptLevel: 1 for scripts, 2 for scripts of scripts, for which some faces have
  ///   forms of their own.
  func glyph(of scalar: Unicode.Scalar, scriptLevel: Int) -> UInt32?
  func advance(of glyph: UInt32) -> Double
  /// The box around a glyph's ink; nil for a blank one.
  func ink(of glyph: UInt32) -> Rect?
  func italicCorrection(of glyph: UInt32) -> Double
  /// The middle of an accent, from the glyph's origin.
  func accentPosition(of glyph: UInt32) -> Double
  /// Larger forms of a glyph, the smallest first.
  func variants(of glyph: UInt32, along axis: MathAxis) -> [MathVariant]
  /// The parts that a glyph of any length is assembled from, from the bottom or the left; empty for
  /// none.
  func parts(of glyph: UInt32, along axis: MathAxis) -> [MathPart]
  /// The least two parts overlap.
  func overlap(along axis: MathAxis) -> Double
}

public enum MathAxis: Hashable, Sendable { case horizontal, vertical }

/// A larger form of a glyph.
public struct MathVariant: Hashable, Sendable {
  public var glyph: UInt32
  /// Its extent along the axis.
  public var extent: Double
  public init(glyph: UInt32, extent: Double) {
    self.glyph = glyph
    self.extent = extent
  }
}

/// A piece of a glyph that is put together.
public struct MathPart: Hashable, Sendable {
  public var glyph: UInt32
  /// The lengths of its start and its end that may overlap its neighbors.
  public var startConnector: Double
  public var endConnector: Double
  public var extent: Double
  /// Indicates that it may be omitted, or be repeated.
  public var isExtender: Bool
  public init(
    glyph: UInt32, startConnector: Double, endConnector: Double, extent: Double, isExtender: Bool
  ) {
    self.glyph = glyph
    self.startConnector = startConnector
    self.endConnector = endConnector
    self.extent = extent
    self.isExtender = isExtender
  }
}

/// The constants of a `MATH` table, in its own order.
public enum MathConstant: Int, Hashable, Sendable {
  case scriptPercentScaleDown, scriptScriptPercentScaleDown, delimitedSubFormulaMinHeight
  case displayOperatorMinHeight, mathLeading, axisHeight, accentBaseHeight
  case flattenedAccentBaseHeight, subscriptShiftDown, subscriptTopMax, subscriptBaselineDropMin
  case superscriptShiftUp, superscriptShiftUpCramped, superscriptBottomMin
  case superscriptBaselineDropMax, subSuperscriptGapMin, superscriptBottomMaxWithSubscript
  case spaceAfterScript, upperLimitGapMin, upperLimitBaselineRiseMin, lowerLimitGapMin
  case lowerLimitBaselineDropMin, stackTopShiftUp, stackTopDisplayStyleShiftUp
  case stackBottomShiftDown, stackBottomDisplayStyleShiftDown, stackGapMin
  case stackDisplayStyleGapMin, stretchStackTopShiftUp, stretchStackBottomShiftDown
  case stretchStackGapAboveMin, stretchStackGapBelowMin, fractionNumeratorShiftUp
  case fractionNumeratorDisplayStyleShiftUp, fractionDenominatorShiftDown
  case fractionDenominatorDisplayStyleShiftDown, fractionNumeratorGapMin
  case fractionNumDisplayStyleGapMin, fractionRuleThickness, fractionDenominatorGapMin
  case fractionDenomDisplayStyleGapMin, skewedFractionHorizontalGap, skewedFractionVerticalGap
  case overbarVerticalGap, overbarRuleThickness, overbarExtraAscender, underbarVerticalGap
  case underbarRuleThickness, underbarExtraDescender, radicalVerticalGap
  case radicalDisplayStyleVerticalGap, radicalRuleThickness, radicalExtraAscender
  case radicalKernBeforeDegree, radicalKernAfterDegree, radicalDegreeBottomRaisePercent
}

// SPDX-License-Identifier: MIT
// Part of Platen: a look's settings for the nodes of one kind or class.

public import Drawing

/// A look's settings for the nodes of one kind or class; nil values keep the setting as it is.
///
/// Lengths are points of 1/72 inch unless specified otherwise.
public struct StylePatch: Hashable, Sendable {
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    case justified, start, center, end
  }

  /// The side of a node's first page.
  public enum PageBreak: String, Hashable, Sendable, CaseIterable {
    case none, page, right
    /// A page for the first of several headings of one class that follow each other.
    case first
  }

  /// Inherited by what lies within.
  public var families: [String]?
  public var size: Double?
  /// Times the size of the surroundings; `size` wins.
  public var scale: Double?
  /// From baseline to baseline, in em of the size.
  public var leading: Double?
  public var weight: Int?
  public var isItalic: Bool?
  public var isSmallCaps: Bool?
  /// The letter spacing in em.
  public var letterSpacing: Double?
  /// OpenType features.
  public var features: [String]?
  public var color: Color?
  public var alignment: Alignment?
  public var hyphenates: Bool?
  public var isUnderlined: Bool?
  public var isStruck: Bool?
  /// Raises the baseline, in em of the surroundings.
  public var rise: Double?
  /// Of the first line of a paragraph that follows a paragraph; in em.
  public var indent: Double?

  /// Of the node alone.
  public var spaceBefore: Double?
  public var spaceAfter: Double?
  public var marginStart: Double?
  public var marginEnd: Double?
  /// Within the ground and the border.
  public var padding: Double?
  /// Within the ground and the border, above and below; `padding` where nil.
  public var paddingBlock: Double?
  public var ground: Color?
  public var border: Color?
  public var borderWidth: Double?
  /// A line along the start side.
  public var bar: Color?
  public var barWidth: Double?
  /// A line under the node.
  public var underline: Color?
  /// A line above the node.
  public var overline: Color?
  public var radius: Double?
  public var keepsWithNext: Bool?
  public var keepsTogether: Bool?
  public var pageBreak: PageBreak?
  /// Printed before each item of a list, for instance.
  public var marker: String?

  public init() {}

  /// This patch with another's fields laid over it.
  public func merging(_ other: StylePatch) -> StylePatch {
    var merged = self
    func lay<T>(_ path: WritableKeyPath<StylePatch, T?>) {
      if let value = other[keyPath: path] { merged[keyPath: path] = value }
    }
    lay(\.families)
    lay(\.size)
    lay(\.scale)
    lay(\.leading)
    lay(\.weight)
    lay(\.isItalic)
    lay(\.isSmallCaps)
    lay(\.letterSpacing)
    lay(\.features)
    lay(\.color)
    lay(\.alignment)
    lay(\.hyphenates)
    lay(\.isUnderlined)
    lay(\.isStruck)
    lay(\.rise)
    lay(\.indent)
    lay(\.spaceBefore)
    lay(\.spaceAfter)
    lay(\.marginStart)
    lay(\.marginEnd)
    lay(\.padding)
    lay(\.paddingBlock)
    lay(\.ground)
    lay(\.border)
    lay(\.borderWidth)
    lay(\.bar)
    lay(\.barWidth)
    lay(\.underline)
    lay(\.overline)
    lay(\.radius)
    lay(\.keepsWithNext)
    lay(\.keepsTogether)
    lay(\.pageBreak)
    lay(\.marker)
    return merged
  }
}

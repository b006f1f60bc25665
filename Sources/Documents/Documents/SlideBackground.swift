// SPDX-License-Identifier: MIT
// Part of Platen: the image behind a slide, and lists that go on in a later step.

/// The image behind everything on a slide.
public struct SlideBackground: Hashable, Sendable {
  /// The name of the resource.
  public var image: String
  /// Indicates whether all of the image is shown, with the ground around it.
  public var isContained: Bool

  public init(image: String, isContained: Bool) {
    self.image = image
    self.isContained = isContained
  }
}

extension Slide {
  /// The image that its declarations name: `background-image: url(sea.png)`, where the address is
  /// the name of a resource.
  public var background: SlideBackground? {
    guard !declarations.isEmpty else { return nil }
    var image = ""
    var isContained = false
    for own in StyleDeclaration.list(declarations) {
      if own.name == "background-image", own.value.hasPrefix("url("), own.value.hasSuffix(")") {
        image = String(own.value.dropFirst(4).dropLast())
      }
      if own.name == "background-size" { isContained = own.value == "contain" }
    }
    return image.isEmpty ? nil : SlideBackground(image: image, isContained: isContained)
  }

  /// The gradient that its declarations name, as CSS writes it; the last one holds.
  public var gradient: String? {
    guard declarations.contains("gradient(") else { return nil }
    return StyleDeclaration.list(declarations).last {
      ["background", "background-image"].contains($0.name) && $0.value.contains("gradient(")
    }?.value
  }

  /// Indicates whether it has nothing but its background to show.
  public var isBackgroundAlone: Bool {
    background != nil && kind == .standard && title.isBlank
      && steps.allSatisfy { $0.blocks.isEmpty }
  }
}

extension Block {
  /// The class of a table whose cells are columns of a slide, without lines between.
  public static let sideBySide = "side-by-side"
  /// The class of a list that continues the items of the list in the step before.
  public static let continuedList = "continued-list"
}

extension [Block] {
  /// The blocks with lists that continue another one made a part of it.
  public var joiningLists: [Block] {
    var result: [Block] = []
    result.reserveCapacity(count)
    for block in self {
      if case .list(let list) = block, list.attributes.has(Block.continuedList),
        case .list(var before)? = result.last
      {
        before.items += list.items
        result[result.count - 1] = .list(before)
      } else {
        result.append(block)
      }
    }
    return result
  }
}

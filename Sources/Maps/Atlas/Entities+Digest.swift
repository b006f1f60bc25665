// SPDX-License-Identifier: MIT
// Part of Platen: canonical digests of what a world's tables hold.

public import Digests
internal import Geometry

extension EntityColor: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .rgb(let red, let green, let blue): digester.addCase(0, red, green, blue)
    case .hatch(let number): digester.addCase(1, number)
    }
  }
}

extension ReliefIcon: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(symbol, position, size) }
}

extension Feature.Kind: Digestible {}
extension IceSheet.Kind: Digestible {}

extension Feature: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      id, kind, subtype, name, isBorder, cellCount, firstCell, outline, shoreline, area, height)
  }
}

extension Biome: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, color, habitability, movementCost, iconDensity, icons)
  }
}

extension Culture: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, color, code, type, nameBase, center, origins, shield, expansionism)
  }
}

extension LabelOverride: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      text, path, fontSize, letterSpacing, startOffset, offset, group, isHidden, isProposal)
  }
}

extension State: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      id, name, fullName, form, formName, type, color, capital, culture, center, pole, expansionism,
      neighbors, provinces, diplomacy, campaigns, coatOfArms, label, drawnName,
      drawnLabel)
  }
}

extension State.Campaign: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, start, end, attacker, defender)
  }
}

extension Province: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, fullName, formName, state, center, burg, color, pole, coatOfArms)
  }
}

extension Religion: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, type, form, deity, color, code, culture, center, origins)
  }
}

extension Burg: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      id, name, position, cell, state, culture, feature, isCapital, port, population, type, group,
      hasCitadel, hasPlaza, hasWalls, hasShanty, hasTemple, coatOfArms, label)
  }
}

extension River: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      id, name, type, cells, points, source, mouth, parent, basin, discharge, length, width,
      widthFactor, sourceWidth, ribbon)
  }
}

extension Route: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, group, feature, points, cells)
  }
}

extension Marker: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      id, icon, type, position, cell, iconOffset, iconSize, size, fill, stroke, pin, isPinned,
      isHidden)
  }
}

extension Zone: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, type, color, cells, isHidden)
  }
}

extension IceSheet: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, kind, outline, offset, size)
  }
}

extension Regiment: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(
      id, state, name, icon, type, position, base, cell, isNaval, total, units, angle)
  }
}

extension Regiment.UnitCount: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(unit, count) }
}

extension MilitaryUnit: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, icon, type, rural, urban, crew, power, isSeparate)
  }
}

extension MapNote: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(subject, name, legend) }
}

extension NameBase: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(name, minLength, maxLength, doubledLetters, multiwordRate, names)
  }
}

extension AddedLabel: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(id, position, text, label) }
}

extension CoatOfArms: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(field, shield, division, ordinaries, charges, isCustom, size, position)
  }
}

extension CoatOfArms.Division: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(division, tincture, line) }
}

extension CoatOfArms.Ordinary: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(ordinary, tincture, line, divided, isAbove)
  }
}

extension CoatOfArms.Charge: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(charge, tinctures, positions, size, isSinister, isReversed, divided)
  }
}

extension Presentation: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(order, active, stylePreset, stateNames, groups, fonts, legend, winds)
  }
}

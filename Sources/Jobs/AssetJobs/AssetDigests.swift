// SPDX-License-Identifier: MIT
// Part of Platen: digests of the parameters of icons, for stage keys.

public import Assets
public import Digests
public import Tokens

extension TokenColor: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(space, red, green, blue, alpha)
  }
}

extension TokenColor.Space: Digestible {}

extension ICOWriter.Packing: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .png: digester.addCase(0)
    case .bitmap: digester.addCase(1)
    }
  }
}

extension IconImage.Shape: Digestible {
  public func add(to digester: inout Digester) {
    switch self {
    case .square: digester.addCase(0)
    case .free: digester.addCase(1)
    case .tile: digester.addCase(2)
    case .rounded(let part): digester.addCase(3, part)
    case .circle: digester.addCase(4)
    case .safe(let part, let onGround): digester.addCase(5, part, onGround)
    }
  }
}

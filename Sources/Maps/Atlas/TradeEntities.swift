// SPDX-License-Identifier: MIT
// Part of Platen: goods, the markets they are sold on, and who sold what to whom.

public import Digests

/// Something that is grown, dug, made and sold.
public struct Good: Entity, Hashable {
  public var id: Int
  public var name: String
  /// The format's name for its picture, such as `good-wood`.
  public var icon: String
  public var color: EntityColor?
  /// The value of a unit of it.
  public var value: Double
  /// The yield of a cell of a biome, by the biome's id.
  public var biomeOutput: [Int: Double]
  /// Indicates whether the user had it shown on the map.
  public var isVisible: Bool

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
    icon = ""
    color = nil
    value = 0
    biomeOutput = [:]
    isVisible = false
  }
}

/// A place of trade and the land that trades there (`Cells.market`).
public struct Market: Entity, Hashable {
  public var id: Int
  /// The burg it is held in.
  public var burg: Int?
  public var color: EntityColor?

  public init(id: Int) {
    self.id = id
    burg = nil
    color = nil
  }
}

/// A sale.
public struct Deal: Sendable, Hashable {
  /// The seller or buyer.
  public struct Trader: Sendable, Hashable {
    /// Indicates whether `id` is that of a market; it is that of a burg otherwise.
    public var isMarket: Bool
    public var id: Int
    public init(isMarket: Bool, id: Int) {
      self.isMarket = isMarket
      self.id = id
    }
  }

  public var seller: Trader
  public var buyer: Trader
  public var good: Int
  public var units: Double
  /// The price of a unit, without tax.
  public var price: Double

  public init(seller: Trader, buyer: Trader, good: Int, units: Double, price: Double) {
    self.seller = seller
    self.buyer = buyer
    self.good = good
    self.units = units
    self.price = price
  }
}

extension Good: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(id, name, icon, color, value, biomeOutput, isVisible)
  }
}

extension Market: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(id, burg, color) }
}

extension Deal: Digestible {
  public func add(to digester: inout Digester) {
    digester.addFields(seller, buyer, good, units, price)
  }
}

extension Deal.Trader: Digestible {
  public func add(to digester: inout Digester) { digester.addFields(isMarket, id) }
}

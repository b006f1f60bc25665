// SPDX-License-Identifier: MIT
// Part of Platen: tests of vaults of worlds: no dangling link, and nothing of game masters for players.

import Atlas
import Azgaar
import Cartography
import Diagnostics
import Documents
import TestSupport
import Testing
import Vaults
import Worldsmith

@testable import Gazetteers

@Suite struct GazetteerVaultTests {
  static let saves = Shared.files(in: "maps/saves", suffix: ".map")

  private static func world(_ bytes: [UInt8]) throws -> World {
    try bytes.withUnsafeBytes { try AzgaarReader.read($0) }.value.world
  }

  private func vault(
    _ world: World, audience: Audience = .player, depth: GazetteerOptions.Depth = .full
  ) throws -> (content: VaultContent, images: [String]) {
    var options = GazetteerOptions()
    options.audience = audience
    options.depth = depth
    let gazetteer = try Gazetteer(of: world, options, hasPictures: world.cells != nil)
    var images: [String: String] = [:]
    for picture in gazetteer.pictures {
      images[picture.name] = GazetteerVault.image(of: picture, prefix: "w")?.name
    }
    return (
      GazetteerVault(of: world, options, gazetteer, pictures: images).content,
      images.values.sorted()
    )
  }

  private func files(
    _ content: VaultContent, _ links: VaultOptions.Links, over state: VaultState = VaultState()
  ) throws -> [(path: String, bytes: [UInt8])] {
    var options = VaultOptions(audience: "player", phrases: .english, imageFolder: "Images")
    options.links = links
    return try VaultFiles(content, options, merging: state, in: "v").files
  }

  private func texts(_ files: [(path: String, bytes: [UInt8])]) -> [(path: String, text: String)] {
    files.filter { $0.path.hasSuffix(".md") }
      .map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) }
  }

  @Test(arguments: [VaultOptions.Links.wiki, .markdown])
  func `a vault has no dangling link, and a second run writes the same`(
    _ links: VaultOptions.Links
  ) throws {
    let world = try Self.world(
      SampleWorld.map(seed: 7, cells: 2000, width: 900, height: 600, name: nil))
    for depth in GazetteerOptions.Depth.allCases {
      let (content, images) = try vault(world, audience: .gm, depth: depth)
      let files = try files(content, links)
      let paths = images.map { "Images/" + $0 }
      #expect(VaultCheck.dangling(in: texts(files), others: paths).isEmpty)
      let state = try VaultState(
        files: files.filter { $0.path != VaultList.name }, list: files.last?.bytes)
      let again = try self.files(content, links, over: state)
      #expect(again.map(\.path) == files.map(\.path))
      #expect(again.map(\.bytes) == files.map(\.bytes))
    }
  }

  @Test(.serialized, arguments: saves)
  func `shared worlds have no dangling link and no path twice`(_ path: String) throws {
    guard let world = try? Self.world(Shared.bytes(path)) else { return }
    let (content, images) = try vault(world)
    #expect(Set(content.notes.map(\.id)).count == content.notes.count)
    let files = try files(content, .wiki)
    #expect(Set(files.map { VaultNames.folded($0.path) }).count == files.count)
    #expect(files.allSatisfy { $0.path.count <= 260 })
    let dangling = VaultCheck.dangling(in: texts(files), others: images.map { "Images/" + $0 })
    #expect(dangling.isEmpty, "\(dangling.prefix(3))")
  }

  @Test func `names in values are linked once and in order`() {
    func linked(_ values: [String], _ names: [(String, Int)]) -> [[String]] {
      Mention.linked(values, names.map { Mention(name: $0.0, subject: .town($0.1)) }).map {
        $0.map { inline in
          switch inline {
          case .reference(let reference): "<\(reference.target)>"
          case .text(let text): text
          default: "?"
          }
        }
      }
    }
    #expect(
      linked(["A, A and B"], [("A", 1), ("A", 2), ("B", 3)])
        == [["<burg/1>", ", ", "<burg/2>", " and ", "<burg/3>"]])
    #expect(
      linked(["New York and York"], [("York", 1), ("New York", 2)])
        == [["<burg/2>", " and ", "<burg/1>"]])
    #expect(linked(["Yorkshire", "York"], [("York", 1)]) == [["Yorkshire"], ["<burg/1>"]])
    #expect(linked(["x", ""], [("the", 1)]) == [["x"], []])
  }

  @Test func `towns link to their states and neighbors`() throws {
    let world = try Self.world(
      SampleWorld.map(seed: 7, cells: 2000, width: 900, height: 600, name: nil))
    let files = try files(try vault(world).content, .wiki)
    let town = try #require(texts(files).first { $0.text.contains("\nplaten-id: burg/1\n") })
    let prose = town.text.split(separator: "\n").filter { !$0.hasPrefix("platen-") }
    #expect(prose.joined().ranges(of: "[[").count > 2)
  }

  @Test func `players get no markers, zones or notes`() throws {
    let world = try Self.world(
      SampleWorld.map(seed: 7, cells: 2000, width: 900, height: 600, name: nil))
    let kinds = Set(try vault(world).content.notes.map { $0.id.prefix { $0 != "/" } })
    #expect(kinds.isDisjoint(with: ["marker", "zone"]))
    #expect(kinds.isSuperset(of: ["world", "state", "province", "burg", "map"]))
  }
}

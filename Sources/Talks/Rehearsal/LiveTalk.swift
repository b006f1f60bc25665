// SPDX-License-Identifier: MIT
// Part of Platen: the data of a live talk: its slides' titles and steps.

internal import JSON

/// The title and slides of a live talk, for navigation.
public struct LiveTalk: Hashable, Sendable {
  public struct Slide: Hashable, Sendable {
    public var title: String
    /// The parts that appear later: a slide of 2 steps has 3 states, from 0 shown to 2 shown.
    public var steps: Int

    public init(_ title: String, steps: Int = 0) {
      self.title = title
      self.steps = steps
    }
  }

  public var title: String
  public var slides: [Slide]

  public init(title: String, slides: [Slide]) {
    self.title = title
    self.slides = slides
  }

  /// The slide of another version of the talk for each slide: that of the same title, the nearest
  /// where several have it; else the one at the same place where there are as many; else nil.
  public func counterparts(in other: LiveTalk) -> [Int?] {
    var places: [String: [Int]] = [:]
    for (index, slide) in other.slides.enumerated() {
      places[slide.title, default: []].append(index)
    }
    return slides.enumerated().map { index, slide in
      places[slide.title]?.min { (abs($0 - index), $0) < (abs($1 - index), $1) }
        ?? (other.slides.count == slides.count ? index : nil)
    }
  }
}

extension LiveTalk {
  private static let mostSlides = 20_000
  private static let mostSteps = 1000

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      json.key("slides")
      json.array { json in
        for slide in slides {
          json.object { json in
            json.member("title", slide.title)
            json.member("steps", slide.steps)
          }
        }
      }
    }
  }

  /// - Throws: `LiveError` where this is not a talk.
  init(json: JSONValue) throws(LiveError) {
    guard let title = json["title"]?.string, let slides = json["slides"], slides.kind == .array
    else { throw LiveError("a talk has a \"title\" and \"slides\"") }
    guard slides.count <= LiveTalk.mostSlides else {
      throw LiveError("the talk has more than \(LiveTalk.mostSlides) slides")
    }
    self.title = title
    self.slides = []
    for (index, slide) in slides.elements.enumerated() {
      guard let title = slide["title"]?.string, let steps = slide["steps"]?.int,
        (0...LiveTalk.mostSteps).contains(steps)
      else {
        throw LiveError("slide \(index + 1) of the talk has no \"title\" or no number of \"steps\"")
      }
      self.slides.append(Slide(title, steps: steps))
    }
  }
}

/// The error in a message, in a sentence without a full stop.
public struct LiveError: Error, Hashable, Sendable {
  public var message: String
  init(_ message: String) { self.message = message }
}

// SPDX-License-Identifier: MIT
// Part of Platen: the commands for a live talk, in both of Toboggan's protocols.

internal import Diagnostics
public import JSON

/// A viewer's request: to move, to stop the clock, to register.
public enum LiveCommand: Hashable, Sendable {
  case register(Registration)
  case unregister
  case ping
  case first
  case last
  /// Counted from 0.
  case goTo(Int)
  case nextSlide
  case previousSlide
  case nextStep
  case previousStep
  case blink
  /// Starts a talk that has not begun, or resumes the clock.
  case play
  case pause
  case resume

  /// The registration of a viewer.
  public struct Registration: Hashable, Sendable {
    /// The name the viewer gives itself.
    public var name: String
    /// The secret that permits presenting.
    public var token: AccessToken?
    /// The highest role requested; nil for the highest one permitted.
    public var role: LiveRole?
    /// The dialect in which the viewer receives states.
    public var dialect: LiveDialect
    /// Indicates whether it registered as older clients do, which know fewer notifications.
    public var isOlder: Bool

    public init(
      name: String, token: AccessToken? = nil, role: LiveRole? = nil, dialect: LiveDialect = .today,
      isOlder: Bool = false
    ) {
      self.name = name
      self.token = token
      self.role = role
      self.dialect = dialect
      self.isOlder = isOlder
    }
  }
}

/// The role of a viewer, which determines its permissions.
public enum LiveRole: String, Hashable, Sendable {
  /// Moves the talk.
  case presenter = "Presenter"
  /// Watches the talk.
  case audience = "Audience"
}

extension LiveCommand {
  /// The commands that consist of their name alone.
  private static let plain: [(name: String, command: LiveCommand)] = [
    ("Unregister", .unregister), ("Ping", .ping), ("First", .first), ("Last", .last),
    ("NextSlide", .nextSlide), ("PreviousSlide", .previousSlide), ("NextStep", .nextStep),
    ("PreviousStep", .previousStep), ("Blink", .blink), ("Play", .play), ("Pause", .pause),
    ("Resume", .resume),
  ]
  private static let aliases = [("Next", LiveCommand.nextSlide), ("Previous", .previousSlide)]

  /// The command's name in today's protocol, or in the older one where today's has no such command.
  public var name: String {
    switch self {
    case .register: "Register"
    case .goTo: "GoTo"
    default: LiveCommand.plain.first { $0.command == self }?.name ?? ""
    }
  }

  /// Longest name of a viewer that is kept, in characters.
  private static let longestName = 64

  /// Reads a command: `{"command": "GoTo", "slide": 3}`.
  init(json: JSONValue) throws(LiveError) {
    guard json.kind == .object, let name = json["command"]?.string else {
      throw LiveError("a command is an object with its name as \"command\"")
    }
    switch name {
    case "GoTo":
      guard let slide = json["slide"]?.int, slide >= 0 else {
        throw LiveError("GoTo requires a slide, counted from 0, as \"slide\"")
      }
      self = .goTo(slide)
    case "Register":
      let called = json["name"]?.string
      guard called != nil || json["client"] != nil else {
        throw LiveError("Register requires the viewer's name as \"name\"")
      }
      var registration = Registration(
        name: String((called ?? "viewer").prefix(LiveCommand.longestName)),
        token: (json["token"]?.string).map { AccessToken($0) }, isOlder: called == nil)
      registration.dialect = called == nil ? .timed : .today
      if let role = json["role"]?.string {
        guard let known = LiveRole(rawValue: role) else {
          throw LiveError("unknown role \"\(LiveCommand.short(role))\"")
        }
        registration.role = known
      }
      if let dialect = json["dialect"]?.string {
        guard let known = LiveDialect(rawValue: dialect) else {
          throw LiveError("unknown dialect \"\(LiveCommand.short(dialect))\"")
        }
        registration.dialect = known
      }
      self = .register(registration)
    default:
      guard
        let known = LiveCommand.plain.first(where: { $0.name == name })?.command
          ?? LiveCommand.aliases.first(where: { $0.0 == name })?.1
      else {
        let names = LiveCommand.plain.map(\.name) + ["GoTo", "Register", "Next", "Previous"]
        throw LiveError(
          "unknown command \"\(LiveCommand.short(name))\"; "
            + nearMissHint(LiveCommand.short(name), among: names))
      }
      self = known
    }
  }

  /// Reads the text of a message.
  ///
  /// - Parameter limit: Bytes; a longer one is refused.
  init(message: [UInt8], limit: Int) throws(LiveError) {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: message, limits: .init(bytes: limit, depth: 16))
    } catch {
      throw LiveError("a message is JSON: \(error)")
    }
    try self.init(json: document.root)
  }

  /// Writes the command. A registration is written without what it shows to be let in.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("command", name)
      switch self {
      case .goTo(let slide): json.member("slide", slide)
      case .register(let registration): json.member("name", registration.name)
      default: break
      }
    }
  }

  private static func short(_ text: String) -> String {
    text.count > 40 ? text.prefix(40) + "…" : text
  }
}

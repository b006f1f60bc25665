// SPDX-License-Identifier: MIT
// Part of Platen: the viewers of a live talk, and the messages each of them receives.

internal import JSON

/// The viewers of a talk and the talk's state, without the network: it takes received messages and
/// returns the messages to send.
public struct LiveRoom: Sendable {
  /// One connection.
  public typealias Viewer = Int

  /// The rules for admitting viewers, and for their roles.
  public struct Rules: Sendable {
    /// The secret that permits presenting. Without one, every viewer that is let in may present.
    public var token: AccessToken?
    /// Connections at once.
    public var mostViewers = 200
    /// Bytes of a message.
    public var longestMessage = 4096
    /// The number of invalid messages after which a viewer is disconnected.
    public var mostInvalidMessages = 20
    public init(token: AccessToken? = nil) { self.token = token }
  }

  /// An action for the caller.
  public enum Effect: Hashable, Sendable {
    /// A text to viewers, in this order.
    case send([Viewer], String)
    /// A viewer is disconnected after all pending messages are sent.
    case close(Viewer)
    case record(SessionLog.Entry)
  }

  private struct ViewerState: Sendable {
    var name = ""
    var role: LiveRole?
    var dialect = LiveDialect.today
    var isOlder = false
    var invalidMessages = 0
    /// The secret in the address of its connection.
    var token: AccessToken?
  }

  public let rules: Rules
  public private(set) var machine: LiveMachine
  private var viewers: [Viewer: ViewerState] = [:]
  /// The viewers in the order of their connections.
  private var order: [Viewer] = []

  public init(_ machine: LiveMachine, rules: Rules) {
    self.machine = machine
    self.rules = rules
  }

  public var isFull: Bool { order.count >= rules.mostViewers }

  /// Adds a viewer, which receives nothing before it registers. The caller numbers viewers, and
  /// gives no number twice.
  ///
  /// - Parameter token: the secret it brings with its address, where it cannot register with one.
  public mutating func connect(_ viewer: Viewer, showing token: AccessToken? = nil) {
    guard viewers[viewer] == nil else { return }
    viewers[viewer] = ViewerState(token: token)
    order.append(viewer)
  }

  /// Removes a viewer.
  public mutating func leave(_ viewer: Viewer) -> [Effect] {
    guard let person = viewers.removeValue(forKey: viewer) else { return [] }
    order.removeAll { $0 == viewer }
    guard person.role != nil else { return [] }
    return notifyPresenters { json in
      json.member("type", "ClientDisconnected")
      LiveRoom.writeViewer(viewer, to: &json)
      json.member("name", person.name)
    }
  }

  /// Handles a message of a viewer.
  public mutating func receive(_ message: [UInt8], from viewer: Viewer, at now: LiveTimestamp)
    -> [Effect]
  {
    guard let person = viewers[viewer] else { return [] }
    let command: LiveCommand
    do throws(LiveError) {
      command = try LiveCommand(message: message, limit: rules.longestMessage)
    } catch {
      return refuseInvalidMessage(error.message, by: viewer)
    }
    switch command {
    case .ping: return [.send([viewer], LiveRoom.text { $0.member("type", "Pong") })]
    case .unregister: return [.close(viewer)]
    case .register(let registration):
      guard person.role == nil else { return refuse("This viewer is registered", viewer) }
      return register(registration, as: viewer, at: now)
    default: break
    }
    guard let role = person.role else {
      return refuse("\(command.name) comes after Register", viewer)
    }
    guard role == .presenter else {
      return refuse("This viewer is watching, not presenting", viewer)
    }
    let (effects, refusal) = apply(command, at: now)
    return effects + (refusal.map { refuse($0, viewer) } ?? [])
  }

  /// Handles a command of a program that may present and did not connect as a viewer.
  ///
  /// - Returns: the notification that answers it, which is an error for a command of viewers alone.
  /// - Throws: ``LiveError`` for a message that is not a command.
  public mutating func obey(
    _ message: [UInt8], at now: LiveTimestamp
  ) throws(LiveError) -> (answer: String, effects: [Effect]) {
    let command = try LiveCommand(message: message, limit: rules.longestMessage)
    switch command {
    case .ping: return (LiveRoom.text { $0.member("type", "Pong") }, [])
    case .register: return (notification("State", .today, at: now), [])
    case .unregister: return (LiveRoom.error("No viewer is registered"), [])
    case .first, .last, .goTo, .nextSlide, .previousSlide, .nextStep, .previousStep, .blink, .play,
      .pause, .resume:
      let (effects, refusal) = apply(command, at: now)
      let answer =
        refusal.map { LiveRoom.error($0) }
        ?? (command == .blink
          ? LiveRoom.text { $0.member("type", "Blink") } : notification("State", .today, at: now))
      return (answer, effects)
    }
  }

  /// Moves the talk, and notifies all viewers.
  private mutating func apply(
    _ command: LiveCommand, at now: LiveTimestamp
  ) -> (effects: [Effect], refusal: String?) {
    switch machine.apply(command, at: now) {
    case .pong: return ([], nil)
    case .refusal(let why): return ([], why)
    case .blink:
      let effects: [Effect] = [
        .record(.init(time: now, event: .command(command), state: machine.state)),
        .send(registered, LiveRoom.text { $0.member("type", "Blink") }),
      ]
      return (effects, nil)
    case .state(let state):
      // What a viewer received is in the log, whatever happens next.
      let effects: [Effect] = [.record(.init(time: now, event: .command(command), state: state))]
      return (effects + notifyAll("State", at: now), nil)
    }
  }

  /// The number of registered viewers.
  public var registeredCount: Int { registered.count }

  /// The registered viewers, as the response of `/api/clients`.
  ///
  /// - Parameter connection: gives the address of a viewer, and the time of its connection.
  public func viewersJSON(
    _ connection: (Viewer) -> (address: String, time: LiveTimestamp)?
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("clients")
      json.array { json in
        for viewer in registered {
          guard let person = viewers[viewer], let connection = connection(viewer) else { continue }
          json.object { json in
            LiveRoom.writeViewer(viewer, as: "id", to: &json)
            json.member("name", person.name)
            json.member("ip_addr", connection.address)
            json.member("connected_at", connection.time.description)
            json.member("role", (person.role ?? .audience).rawValue)
          }
        }
      }
    }
    return json.utf8
  }

  /// Handles invalid data from a viewer, such as bytes that are not text.
  public mutating func refuseInvalidMessage(_ why: String, by viewer: Viewer) -> [Effect] {
    guard viewers[viewer] != nil else { return [] }
    viewers[viewer]?.invalidMessages += 1
    let count = viewers[viewer]?.invalidMessages ?? 0
    return refuse("Invalid command format: \(why)", viewer)
      + (count > rules.mostInvalidMessages ? [.close(viewer)] : [])
  }

  /// Replaces the talk by a changed version during the session.
  public mutating func change(to talk: LiveTalk, at now: LiveTimestamp) -> [Effect] {
    let state = machine.change(to: talk, at: now)
    return [.record(.init(time: now, event: .talk(talk), state: state))]
      + notifyAll("TalkChange", at: now)
  }

  /// Indicates whether a viewer with that secret may present.
  public func mayPresent(showing token: AccessToken?) -> Bool {
    guard let needed = rules.token else { return true }
    return token.map { needed.opens(for: $0) } ?? false
  }

  // MARK: Messages

  private mutating func register(
    _ registration: LiveCommand.Registration, as viewer: Viewer, at now: LiveTimestamp
  ) -> [Effect] {
    let mayPresent = mayPresent(showing: registration.token ?? viewers[viewer]?.token)
    let role = mayPresent ? registration.role ?? .presenter : .audience
    viewers[viewer] = ViewerState(
      name: registration.name, role: role, dialect: registration.dialect,
      isOlder: registration.isOlder)
    var effects: [Effect] = []
    if !registration.isOlder {
      let text = LiveRoom.text { json in
        json.member("type", "Registered")
        LiveRoom.writeViewer(viewer, to: &json)
        json.member("role", role.rawValue)
      }
      effects.append(.send([viewer], text))
    }
    effects.append(.send([viewer], notification("State", registration.dialect, at: now)))
    if registration.role == .presenter, role == .audience {
      effects += refuse("Presenting needs the token: this viewer is watching", viewer)
    }
    if role == .presenter, registration.role != nil {
      // The viewers that are registered already, for pages of ours: Toboggan's clients name no role,
      // and its servers do not send them this.
      effects += registered.filter { $0 != viewer }.map { other in
        let text = LiveRoom.text { json in
          json.member("type", "ClientConnected")
          LiveRoom.writeViewer(other, to: &json)
          json.member("name", viewers[other]?.name ?? "")
        }
        return .send([viewer], text)
      }
    }
    return effects
      + notifyPresenters(but: viewer) { json in
        json.member("type", "ClientConnected")
        LiveRoom.writeViewer(viewer, to: &json)
        json.member("name", registration.name)
      }
  }

  private var registered: [Viewer] { order.filter { viewers[$0]?.role != nil } }

  private func refuse(_ why: String, _ viewer: Viewer) -> [Effect] {
    [.send([viewer], LiveRoom.error(why))]
  }

  private static func error(_ why: String) -> String {
    text { json in
      json.member("type", "Error")
      json.member("message", why)
    }
  }

  private func notifyAll(_ type: String, at now: LiveTimestamp) -> [Effect] {
    let registered = registered
    return [LiveDialect.today, .timed].compactMap { dialect in
      let recipients = registered.filter { viewers[$0]?.dialect == dialect }
      return recipients.isEmpty ? nil : .send(recipients, notification(type, dialect, at: now))
    }
  }

  /// Sends a notification about a viewer to presenters, not to older clients, which do not know it.
  private func notifyPresenters(
    but viewer: Viewer? = nil, _ body: (inout JSONWriter) -> Void
  ) -> [Effect] {
    let recipients = order.filter {
      $0 != viewer && viewers[$0]?.role == .presenter && viewers[$0]?.isOlder == false
    }
    return recipients.isEmpty ? [] : [.send(recipients, LiveRoom.text(body))]
  }

  /// Viewers that show a clock receive its time, since their own clocks may drift.
  private func notification(_ type: String, _ dialect: LiveDialect, at now: LiveTimestamp) -> String
  {
    LiveRoom.text { json in
      json.member("type", type)
      json.key("state")
      machine.state.write(to: &json, in: dialect)
      if dialect == .timed { json.member("elapsed", machine.state.total(at: now)) }
    }
  }

  /// Writes a viewer as Toboggan's servers number their clients.
  private static func writeViewer(
    _ viewer: Viewer, as key: String = "client_id", to json: inout JSONWriter
  ) {
    json.key(key)
    json.object { json in
      json.member("idx", viewer)
      json.member("version", 1)
    }
  }

  private static func text(_ body: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object(body)
    return json.text
  }
}

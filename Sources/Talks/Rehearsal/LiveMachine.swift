// SPDX-License-Identifier: MIT
// Part of Platen: the state machine of a live talk.

/// Moves a talk from state to state. The same commands at the same times lead to the same states, so
/// a log can be replayed.
///
/// The rules are those of Toboggan's servers; rules about the clock are those of its older protocol:
/// - The first move starts the clock. It leads to the first slide unless it names another one.
/// - A move while the clock is stopped resumes it. A move back from the end leaves it stopped, since
///   the talk is over.
/// - `First` begins again, with the clock at 0.
/// - The state after the last slide is the end, which is final.
///
/// Where Platen's differ: steps are moves like others, so they begin a talk, and the last step of
/// the last slide is followed by the end. Any slide that is requested while the clock is stopped,
/// even the one that is shown, resumes it.
public struct LiveMachine: Hashable, Sendable {
  public private(set) var state: LiveState
  public private(set) var talk: LiveTalk

  public init(_ talk: LiveTalk, state: LiveState = .initial) {
    self.talk = talk
    self.state = state
  }

  /// The answer to a command.
  public enum Answer: Hashable, Sendable {
    /// The state, whether or not it is another one.
    case state(LiveState)
    case blink
    case pong
    /// The command was refused, for a reason.
    case refusal(String)
  }

  /// Applies a command.
  public mutating func apply(_ command: LiveCommand, at now: LiveTimestamp) -> Answer {
    switch command {
    case .ping: return .pong
    case .blink: return .blink
    case .register, .unregister: return .state(state)
    default: break
    }
    guard !talk.slides.isEmpty else { return .refusal("No slides available") }
    if case .goTo(let slide) = command, !talk.slides.indices.contains(slide) {
      return .refusal("Slide index \(slide) not found, total slides: \(talk.slides.count)")
    }
    state = next(command, at: now)
    return .state(state)
  }

  /// Replaces the talk by a changed version. The current slide stays, with as many steps as it still
  /// has.
  public mutating func change(to other: LiveTalk, at now: LiveTimestamp) -> LiveState {
    if let current = state.current {
      let counterpart = talk.counterparts(in: other)[current]
      let slide = counterpart ?? 0
      let steps = other.slides.isEmpty ? 0 : other.slides[slide].steps
      state.show(slide, step: counterpart == nil ? 0 : min(state.step, steps))
    }
    talk = other
    return state
  }

  // MARK: The rules

  private func next(_ command: LiveCommand, at now: LiveTimestamp) -> LiveState {
    switch command {
    case .first:
      if case .running(_, 0, _, _) = state { return state }
      return .running(since: now, current: 0, step: 0, total: 0)
    case .last: return moved(to: talk.slides.count - 1, at: now)
    case .goTo(let slide): return moved(to: slide, at: now)
    case .nextSlide: return forwards(at: now)
    case .previousSlide:
      guard let current = state.current else { return begun(at: now) }
      return current > 0 ? moved(to: current - 1, at: now) : state
    case .nextStep:
      guard let current = state.current else { return begun(at: now) }
      if case .done = state { return state }
      return state.step < steps(of: current)
        ? moved(to: current, step: state.step + 1, at: now) : forwards(at: now)
    case .previousStep:
      guard let current = state.current else { return begun(at: now) }
      if state.step > 0 { return moved(to: current, step: state.step - 1, at: now) }
      return current > 0 ? moved(to: current - 1, step: steps(of: current - 1), at: now) : state
    case .pause:
      guard case .running(_, let current, let step, _) = state else { return state }
      return .paused(current: current, step: step, total: state.total(at: now))
    case .play, .resume:
      switch state {
      case .initial: return command == .play ? begun(at: now) : state
      case .paused(let current, let step, let total):
        return .running(since: now, current: current ?? 0, step: step, total: total)
      case .running, .done: return state
      }
    case .register, .unregister, .ping, .blink: return state
    }
  }

  /// The next slide, or the end.
  private func forwards(at now: LiveTimestamp) -> LiveState {
    guard let current = state.current else { return begun(at: now) }
    if current + 1 < talk.slides.count { return moved(to: current + 1, at: now) }
    // A talk that was halted on its last slide is not over.
    guard case .running = state else { return state }
    return .done(current: current, step: state.step, total: state.total(at: now))
  }

  private func begun(at now: LiveTimestamp) -> LiveState {
    .running(since: now, current: 0, step: 0, total: state.total(at: now))
  }

  private func moved(to slide: Int, step: Int = 0, at now: LiveTimestamp) -> LiveState {
    switch state {
    case .initial: .running(since: now, current: slide, step: step, total: 0)
    case .running(let since, _, _, let total):
      .running(since: since, current: slide, step: step, total: total)
    case .paused(_, _, let total):
      .running(since: now, current: slide, step: step, total: total)
    case .done(_, _, let total): .paused(current: slide, step: step, total: total)
    }
  }

  private func steps(of slide: Int) -> Int {
    talk.slides.indices.contains(slide) ? talk.slides[slide].steps : 0
  }
}

extension LiveState {
  /// Another slide, the clock as it is.
  fileprivate mutating func show(_ slide: Int, step: Int) {
    switch self {
    case .initial: break
    case .paused(_, _, let total): self = .paused(current: slide, step: step, total: total)
    case .running(let since, _, _, let total):
      self = .running(since: since, current: slide, step: step, total: total)
    case .done(_, _, let total): self = .done(current: slide, step: step, total: total)
    }
  }
}

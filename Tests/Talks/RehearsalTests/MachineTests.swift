// SPDX-License-Identifier: MIT
// Part of Platen: tests of the state machine of a talk: every state against every command.

import JSON
import Testing

@testable import Rehearsal

/// A talk of that many slides; the numbers are their steps.
func talk(_ steps: Int..., named title: String = "T") -> LiveTalk {
  LiveTalk(
    title: title,
    slides: steps.enumerated().map { LiveTalk.Slide("S\($0.offset)", steps: $0.element) }
  )
}

func at(_ seconds: Int64) -> LiveTimestamp {
  LiveTimestamp(milliseconds: 1_700_000_000_000 + seconds * 1000)
}

/// Every state a talk can be in, with a clock at 5 s that may run since the tenth second.
func states(of talk: LiveTalk) -> [LiveState] {
  var states: [LiveState] = [.initial]
  for (slide, shape) in talk.slides.enumerated() {
    for step in 0...shape.steps {
      states += [
        .paused(current: slide, step: step, total: 5000),
        .running(since: at(10), current: slide, step: step, total: 5000),
        .done(current: slide, step: step, total: 5000),
      ]
    }
  }
  return states
}

func commands(of talk: LiveTalk) -> [LiveCommand] {
  [
    .ping, .blink, .first, .last, .nextSlide, .previousSlide, .nextStep, .previousStep, .play,
    .pause, .resume, .unregister, .register(.init(name: "x")),
  ] + (0...talk.slides.count).map { .goTo($0) }
}

let smallTalks = [talk(0), talk(2), talk(0, 0), talk(1, 0, 2)]

@Suite struct MachineTests {
  @Test(arguments: smallTalks)
  func invariantsHoldForEveryStateAndCommand(_ talk: LiveTalk) {
    for state in states(of: talk) {
      for command in commands(of: talk) {
        var machine = LiveMachine(talk, state: state)
        let now = at(20)
        let answer = machine.apply(command, at: now)
        let next = machine.state
        let note = Comment(rawValue: "\(command.name) from \(state.summary) gives \(next.summary)")
        // Always on a slide there is, with as many steps as it has.
        if let current = next.current {
          #expect(talk.slides.indices.contains(current), note)
          #expect((0...talk.slides[max(0, current)].steps).contains(next.step), note)
        } else {
          #expect(next == .initial, note)
        }
        // The clock goes on by what passed, or stands, or is at 0 where it began.
        let before = state.total(at: now)
        #expect(next.total(at: now) == (command == .first && next != state ? 0 : before), note)
        switch command {
        case .ping: #expect(answer == .pong && next == state, note)
        case .blink: #expect(answer == .blink && next == state, note)
        case .register, .unregister: #expect(answer == .state(state) && next == state, note)
        case .goTo(let slide) where slide >= talk.slides.count:
          #expect(next == state, note)
          guard case .refusal(let why) = answer else {
            Issue.record("a slide that is not there was found")
            continue
          }
          #expect(why == "Slide index \(slide) not found, total slides: \(talk.slides.count)")
        case .goTo(let slide): #expect(next.current == slide && next.step == 0, note)
        case .last: #expect(next.current == talk.slides.count - 1 && next.step == 0, note)
        case .pause: #expect(!next.isRunning && next.current == state.current, note)
        default: #expect(answer == .state(next), note)
        }
      }
    }
  }

  /// The rules, stated once more as tables: on the middle one of three slides, with a step shown.
  @Test func commandsInTheMiddleOfATalk() {
    let three = talk(1, 2, 0)
    func after(_ command: LiveCommand, _ state: LiveState) -> LiveState {
      var machine = LiveMachine(three, state: state)
      _ = machine.apply(command, at: at(20))
      return machine.state
    }
    let running = LiveState.running(since: at(10), current: 1, step: 1, total: 5000)
    func run(_ slide: Int, _ step: Int) -> LiveState {
      .running(since: at(10), current: slide, step: step, total: 5000)
    }
    #expect(after(.first, running) == .running(since: at(20), current: 0, step: 0, total: 0))
    #expect(after(.last, running) == run(2, 0))
    #expect(after(.goTo(1), running) == run(1, 0))
    #expect(after(.nextSlide, running) == run(2, 0))
    #expect(after(.previousSlide, running) == run(0, 0))
    #expect(after(.nextStep, running) == run(1, 2))
    #expect(after(.previousStep, running) == run(1, 0))
    #expect(after(.pause, running) == .paused(current: 1, step: 1, total: 15_000))
    #expect(after(.play, running) == running)
    #expect(after(.resume, running) == running)

    let paused = LiveState.paused(current: 1, step: 1, total: 5000)
    func resumed(_ slide: Int, _ step: Int) -> LiveState {
      .running(since: at(20), current: slide, step: step, total: 5000)
    }
    #expect(after(.nextSlide, paused) == resumed(2, 0))
    #expect(after(.previousSlide, paused) == resumed(0, 0))
    #expect(after(.nextStep, paused) == resumed(1, 2))
    #expect(after(.previousStep, paused) == resumed(1, 0))
    #expect(after(.resume, paused) == resumed(1, 1))
    #expect(after(.play, paused) == resumed(1, 1))
    #expect(after(.pause, paused) == paused)
    #expect(after(.first, paused) == .running(since: at(20), current: 0, step: 0, total: 0))

    let done = LiveState.done(current: 2, step: 0, total: 5000)
    func stopped(_ slide: Int, _ step: Int) -> LiveState {
      .paused(current: slide, step: step, total: 5000)
    }
    #expect(after(.nextSlide, done) == done)
    #expect(after(.nextStep, done) == done)
    #expect(after(.previousSlide, done) == stopped(1, 0))
    #expect(after(.previousStep, done) == stopped(1, 2))
    #expect(after(.goTo(0), done) == stopped(0, 0))
    #expect(after(.pause, done) == done)
    #expect(after(.resume, done) == done)
  }

  @Test func aTalkBeginsOnItsFirstSlideUnlessAnotherIsRequested() {
    let two = talk(1, 0)
    for command in commands(of: two) {
      var machine = LiveMachine(two)
      _ = machine.apply(command, at: at(1))
      let slide: Int? =
        switch command {
        case .goTo(let slide): slide < 2 ? slide : nil
        case .last: 1
        case .first, .nextSlide, .previousSlide, .nextStep, .previousStep, .play: 0
        default: nil
        }
      #expect(
        machine.state
          == (slide.map { .running(since: at(1), current: $0, step: 0, total: 0) } ?? .initial))
    }
  }

  /// Pressing on goes through every step of every slide once, and comes to the end.
  @Test(arguments: smallTalks)
  func stepsLeadThroughAllSlidesAndBack(_ talk: LiveTalk) {
    var machine = LiveMachine(talk)
    var seen: [[Int]] = []
    for _ in 0..<100 {
      _ = machine.apply(.nextStep, at: at(1))
      guard machine.state.isRunning, let current = machine.state.current else { break }
      seen.append([current, machine.state.step])
    }
    let all = talk.slides.enumerated().flatMap { slide in
      (0...slide.element.steps).map { [slide.offset, $0] }
    }
    #expect(seen == all)
    guard case .done = machine.state else {
      Issue.record("pressing on did not come to the end")
      return
    }
    var back: [[Int]] = [[machine.state.current ?? -1, machine.state.step]]
    for _ in 0..<(all.count - 1) {
      _ = machine.apply(.previousStep, at: at(2))
      back.append([machine.state.current ?? -1, machine.state.step])
    }
    #expect(back == all.reversed())
  }

  @Test func theClockRunsUnlessPaused() {
    var machine = LiveMachine(talk(0, 0, 0))
    _ = machine.apply(.nextSlide, at: at(0))
    _ = machine.apply(.nextSlide, at: at(10))
    #expect(machine.state.total(at: at(15)) == 15_000)
    _ = machine.apply(.pause, at: at(20))
    #expect(machine.state.total(at: at(500)) == 20_000)
    _ = machine.apply(.resume, at: at(100))
    #expect(machine.state.total(at: at(101)) == 21_000)
    // A clock that goes backwards takes nothing away.
    #expect(machine.state.total(at: at(0)) == 20_000)
    _ = machine.apply(.nextSlide, at: at(110))
    _ = machine.apply(.nextSlide, at: at(115))
    #expect(machine.state == .done(current: 2, step: 0, total: 35_000))
  }

  @Test func anEmptyTalkIsRefused() {
    var machine = LiveMachine(talk())
    #expect(machine.apply(.nextSlide, at: at(0)) == .refusal("No slides available"))
    #expect(machine.apply(.ping, at: at(0)) == .pong)
    #expect(machine.state == .initial)
  }

  @Test func aChangedTalkStaysOnItsSlide() {
    let before = LiveTalk(
      title: "T", slides: [.init("A"), .init("B", steps: 3), .init("C"), .init("A")])
    func moved(_ slide: Int, _ step: Int, to slides: [LiveTalk.Slide]) -> LiveState {
      var machine = LiveMachine(before)
      _ = machine.apply(.goTo(slide), at: at(0))
      for _ in 0..<step { _ = machine.apply(.nextStep, at: at(1)) }
      return machine.change(to: LiveTalk(title: "U", slides: slides), at: at(2))
    }
    func run(_ slide: Int, _ step: Int) -> LiveState {
      .running(since: at(0), current: slide, step: step, total: 0)
    }
    // By title, with as many steps as there are now.
    #expect(moved(1, 2, to: [.init("New"), .init("A"), .init("B", steps: 1)]) == run(2, 1))
    // The nearest of those with the same title.
    #expect(moved(3, 0, to: [.init("A"), .init("X"), .init("A")]) == run(2, 0))
    // By place where only titles changed, else the first one.
    #expect(moved(2, 0, to: [.init("A"), .init("B"), .init("Z"), .init("A")]) == run(2, 0))
    #expect(moved(2, 0, to: [.init("A"), .init("Z")]) == run(0, 0))
    var idle = LiveMachine(before)
    #expect(idle.change(to: talk(0), at: at(0)) == .initial)
  }
}

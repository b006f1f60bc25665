// SPDX-License-Identifier: MIT
// Part of Platen: keeps a page in step with the talk, and hands on what is pressed.

const page = ["presenter", "remote"].find((name) => document.body.classList.contains(name))
  ?? "viewer";
/** The pages from which the talk is given: with notes and a clock. */
const isDesk = page !== "viewer";
const find = (id) => document.getElementById(id);
const options = new URLSearchParams(location.search);
const isRightToLeft = document.documentElement.dir === "rtl";
const phrases = JSON.parse(find("phrases").textContent);

/** A phrase with {1}, {2}… replaced by values, in that order. */
function phrase(name, ...values) {
  return phrases[name].replace(/\{([1-9])\}/g, (place, number) => values[number - 1] ?? place);
}
// The token never leaves in an address: what stands after # is not sent.
const given = new URLSearchParams(location.hash.slice(1)).get("token");
if (given !== null) {
  sessionStorage.setItem("token", given);
  history.replaceState(null, "", location.pathname + location.search);
}
const token = sessionStorage.getItem("token");

/** The time as m:ss, with hours before it where there are any. */
function clock(milliseconds) {
  const seconds = Math.floor(Math.abs(milliseconds) / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const text = hours ? `${hours}:${two(minutes)}` : `${minutes}`;
  return `${text}:${two(seconds % 60)}`;
}

/** The WebSocket, opened again when it breaks: five tries, the first after a second. */
class Link {
  constructor(name, role, hear, tell) {
    this.name = name;
    this.role = role;
    this.hear = hear;
    this.tell = tell;
    this.tries = Number(options.get("tries") ?? 5);
    this.delay = Number(options.get("delay") ?? 1000);
    this.failed = 0;
    this.open();
    addEventListener("online", () => this.again());
  }

  open() {
    clearTimeout(this.timer);
    clearInterval(this.counter);
    const secure = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${secure}://${location.host}/api/ws`);
    this.socket = socket;
    socket.onopen = () => {
      const register = { command: "Register", name: this.name, dialect: "timed" };
      if (this.role) register.role = this.role;
      if (token !== null) register.token = token;
      socket.send(JSON.stringify(register));
    };
    socket.onmessage = (event) => {
      this.heard = performance.now();
      const message = JSON.parse(event.data);
      if (message.type === "Registered") {
        if (this.failed) this.tell("back");
        this.failed = 0;
      }
      this.hear(message);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
    // A dead connection is silent: it is checked now and then.
    clearInterval(this.beat);
    this.heard = performance.now();
    this.beat = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (performance.now() - this.heard > 40000) return socket.close();
      socket.send('{"command":"Ping"}');
    }, 15000);
  }

  lost() {
    clearInterval(this.beat);
    this.failed += 1;
    if (this.failed > this.tries) return this.tell("gone");
    let left = this.delay * 2 ** (this.failed - 1);
    const say = () => this.tell("lost", left, this.failed, this.tries);
    say();
    this.counter = setInterval(() => {
      left -= 1000;
      if (left > 0) say();
    }, 1000);
    this.timer = setTimeout(() => this.open(), left);
  }

  /** Tries again, as if nothing had been tried. */
  again() {
    if (this.socket.readyState <= WebSocket.OPEN) return;
    this.failed = 0;
    this.lost();
  }

  say(command, more = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ command, ...more }));
  }
}

/** A slide's picture, changed for another one as soon as that can be shown. */
class Frame {
  constructor(element) {
    this.element = element;
    this.wanted = "";
  }

  get width() {
    const need = this.element.clientWidth * devicePixelRatio;
    return [320, 640, 960, 1280, 1920, 2560, 3840].find((width) => width >= need) ?? 3840;
  }

  address(slide, step) {
    return `/slides/${talk.version}/${slide}/${step}-${this.width}.png`;
  }

  async show(slide, step, words = "") {
    const address = this.address(slide, step);
    if (address === this.wanted) return;
    this.wanted = address;
    const image = new Image();
    image.alt = words;
    image.src = address;
    try {
      await image.decode();
    } catch {
      if (this.wanted === address) this.wanted = "";
      return;
    }
    if (this.wanted !== address) return;
    this.element.replaceChildren(image);
    this.element.dataset.shown = `${slide}/${step}`;
  }

  clear() {
    this.wanted = "";
    this.element.replaceChildren();
  }

  /** Has the browser fetch what may be shown next. */
  prepare(slide, step) {
    new Image().src = this.address(slide, step);
  }

  blink() {
    this.element.classList.remove("blinks");
    void this.element.offsetWidth;
    this.element.classList.add("blinks");
    setTimeout(() => this.element.classList.remove("blinks"), 1600);
  }
}

let talk = null;
let slides = [];
let state = { state: "Init" };
let role = null;
let people = 0;
/** The last reading of the clock, and its time. */
let reading = { at: performance.now(), elapsed: 0 };
const current = new Frame(find("current"));
const next = find("next") ? new Frame(find("next")) : null;

const isPresenting = () => role === "Presenter";
const slide = () => state.current ?? 0;
const step = () => state.current_step ?? 0;
const elapsed = () =>
  reading.elapsed + (state.state === "Running" ? performance.now() - reading.at : 0);

async function load() {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const [about, all] = await Promise.all([
    fetch("/api/talk").then((answer) => answer.json()),
    fetch("/api/slides", { headers }).then((answer) => answer.json()),
  ]);
  talk = about;
  slides = all.slides;
  // Words of another language are in another page.
  if (talk.lang !== phrases.lang) return location.reload();
  document.title = isDesk ? `${talk.title} – ${page === "remote" ? phrases.remote : phrases.presenter}` : talk.title;
  if (isDesk) layTrack();
}

/** What comes after what is shown, also before the start: the next step, or the next slide. */
function following() {
  if (step() < talk.step_counts[slide()]) return { slide: slide(), step: step() + 1 };
  return slide() + 1 < slides.length ? { slide: slide() + 1, step: 0 } : null;
}

/** The words of a slide, without the steps that are still to come. */
function words(number, upTo) {
  const box = document.createElement("div");
  box.innerHTML = slides[number].body.raw ?? "";
  box.querySelectorAll(".step").forEach((part, index) => {
    if (index >= upTo) part.remove();
  });
  const heading = box.querySelector("h1, h2, h3, h4, h5, h6");
  if (!heading) {
    const title = document.createElement("h2");
    title.textContent = talk.titles[number];
    box.prepend(title);
  }
  return box;
}

function draw() {
  if (!talk) return;
  current.show(slide(), step());
  const box = words(slide(), step());
  if (find("words").innerHTML !== box.innerHTML) find("words").innerHTML = box.innerHTML;
  const then = following();
  if (then) current.prepare(then.slide, then.step);
  document.body.dataset.state = state.state;
  document.body.dataset.at = `${slide()}/${step()}`;
  if (isDesk) drawPresenter(then);
  else hint();
}

// Watching

function hint(text) {
  const begun =
    state.state === "Init"
      ? isPresenting() ? phrases.pressToStart : phrases.talkNotStarted
      : state.state === "Done" ? phrases.talkOver : "";
  const element = find("hint");
  element.textContent = text || begun;
  element.hidden = !element.textContent;
}

// Giving

function layTrack() {
  const pieces = slides.map((shown, number) => {
    const piece = document.createElement("button");
    piece.type = "button";
    piece.title = `${number + 1}  ${talk.titles[number]}`;
    piece.setAttribute("aria-label", piece.title);
    piece.classList.toggle("part", shown.kind === "Part");
    piece.style.flexGrow = Math.max(4, talk.plan[number]);
    piece.onclick = () => link.say("GoTo", { slide: number });
    return piece;
  });
  find("track").replaceChildren(...pieces);
}

function drawPresenter(then) {
  find("title").textContent = talk.title;
  find("place").textContent = phrase("upTo", slide() + 1, slides.length);
  find("people").textContent = people ? `· ${phrase("watching", people)}` : "";
  [...find("track").children].forEach((piece, number) => {
    piece.classList.toggle("past", state.state !== "Init" && number < slide());
    if (number === slide()) piece.setAttribute("aria-current", "step");
    else piece.removeAttribute("aria-current");
  });
  const count = talk.step_counts[slide()];
  find("steps").replaceChildren(
    ...Array.from({ length: count }, (_, number) => {
      const dot = document.createElement("i");
      dot.classList.toggle("up", number < step());
      return dot;
    }),
    count ? ` ${phrase("upTo", step(), count)}` : "",
  );
  if (then) {
    next.show(then.slide, then.step);
    find("next-title").textContent =
      then.slide === slide()
        ? phrases.nextIsStep : phrase("nextIsSlide", talk.titles[then.slide]);
  } else {
    next.clear();
    find("next-title").textContent = phrases.nextIsEnd;
  }
  const of = `${talk.version}/${slide()}`;
  if (find("notes").dataset.of !== of) {
    find("notes").dataset.of = of;
    const none = document.createElement("p");
    none.className = "none";
    none.textContent = phrases.noNotes;
    find("notes").innerHTML = slides[slide()].notes.raw ?? none.outerHTML;
    document.querySelector(".notes").scrollTop = 0;
  }
  find("halt").textContent = {
    Init: phrases.startClock, Running: phrases.pauseClock, Paused: phrases.resumeClock,
    Done: phrases.talkEnded,
  }[state.state];
  for (const button of document.querySelectorAll("#halt, [data-command]")) {
    button.disabled = !isPresenting();
  }
  if (state.state === "Done") find("halt").disabled = true;
  tick();
}

/** The clock, and how it stands to the plan of the slides before this one. */
function tick() {
  if (!isDesk || !talk) return;
  const now = elapsed();
  find("clock").textContent = clock(now);
  find("clock").classList.toggle("stands", state.state !== "Running");
  const drift = find("drift");
  const before = talk.plan.slice(0, slide()).reduce((sum, part) => sum + part, 0) * 1000;
  const seconds = talk.plan.reduce((sum, part) => sum + part, 0);
  // As in reports of rehearsals: times of slides that plan none are estimated.
  const whole = (talk.durations.includes(null) ? "~" : "") + clock(seconds * 1000);
  const late = now - before - talk.plan[slide()] * 1000;
  const early = before - now;
  drift.classList.toggle("late", state.state !== "Init" && late >= 1000);
  drift.classList.toggle("early", state.state !== "Init" && early >= 1000);
  drift.textContent =
    state.state === "Init" ? phrase("plannedTime", whole)
      : late >= 1000 ? phrase("behindPlan", clock(late), whole)
      : early >= 1000 ? phrase("aheadOfPlan", clock(early), whole)
      : phrase("onPlan", whole);
}

// The line

async function hear(message) {
  switch (message.type) {
    case "Registered":
      role = message.role;
      document.body.dataset.role = role;
      people = 0;
      // What was missed meanwhile may be another talk.
      await load();
      draw();
      break;
    case "TalkChange":
      take(message);
      await load();
      draw();
      break;
    case "State":
      take(message);
      draw();
      break;
    case "Blink":
      current.blink();
      break;
    case "Error":
      // Who presents is refused a slide alone, and that is found here.
      banner(
        isPresenting() ? message.message
          : isDesk ? phrases.tokenNeeded : phrases.onlyWatching,
        "plain", 4000);
      break;
    case "ClientConnected":
      people += 1;
      draw();
      break;
    case "ClientDisconnected":
      people = Math.max(0, people - 1);
      draw();
      break;
  }
}

function take(message) {
  state = message.state;
  reading = { at: performance.now(), elapsed: message.elapsed ?? 0 };
}

let bannerTimer;
function banner(text, kind = "bad", time = 0, canTryAgain = false) {
  clearTimeout(bannerTimer);
  find("banner").hidden = !text;
  find("banner").className = `banner ${kind}`;
  find("banner-text").textContent = text;
  find("again").hidden = !canTryAgain;
  if (time) bannerTimer = setTimeout(() => banner(""), time);
}

function tell(what, left, failed, tries) {
  document.body.dataset.link = what;
  switch (what) {
    case "lost": {
      const seconds = Math.max(1, Math.ceil(left / 1000));
      return banner(phrase("reconnecting", seconds, failed, tries));
    }
    case "gone":
      return banner(phrases.notConnected, "bad", 0, true);
    case "back":
      return banner(phrases.reconnected, "good", 2500);
  }
}

const link = new Link(
  page, isDesk ? "Presenter" : options.has("watch") ? "Audience" : null, hear, tell);
find("again").onclick = () => link.again();

// What is pressed

const [forward, backward] = isRightToLeft ? ["←", "→"] : ["→", "←"];
const keys = [
  "keyNext", "keyBack", "keySlides", "keyEnds", "keyNumber", "keyClock", "keyBlink", "keyDark",
  "keyFull", "keyNotes",
];

/** An element with a text. */
function made(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** The keys, whose names stand in brackets before what they do. */
function help() {
  const dialog = find("help");
  if (dialog.open) return dialog.close();
  const list = document.createElement("dl");
  for (const key of keys) {
    const text = phrase(key, forward, backward);
    const end = text.lastIndexOf("]") + 1;
    const names = made("dt", "");
    for (const [, name] of text.matchAll(/\[([^\]]+)\]/g)) names.append(made("kbd", name), " ");
    list.append(names, made("dd", text.slice(end).trim()));
  }
  dialog.querySelector("dl")?.remove();
  dialog.append(list);
  dialog.showModal();
}

function halt() {
  if (state.state === "Running") link.say("Pause");
  else if (state.state !== "Done") link.say("Play");
}

function enlarge(by) {
  const size = Number(localStorage.getItem("notes") ?? 1.3) * by;
  const kept = Math.min(3, Math.max(0.8, size));
  localStorage.setItem("notes", kept);
  document.body.style.setProperty("--notes", `${kept}rem`);
}

/** A key as Latin keyboards have it: letters and digits by their places on others. */
function latin(event) {
  if (/^[ -~]+$/.test(event.key)) return event.key;
  if (event.key === "؟") return "?";
  return /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code)?.[1].toLowerCase() ?? event.key;
}

let digits = "";
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const pressed = event.target.closest?.("button");
  if (pressed && (event.key === " " || event.key === "Enter")) return;
  const key = latin(event);
  const after = event.shiftKey ? "NextSlide" : "NextStep";
  const before = event.shiftKey ? "PreviousSlide" : "PreviousStep";
  const moves = {
    ArrowRight: isRightToLeft ? before : after, ArrowDown: "NextStep", PageDown: "NextStep",
    " ": event.shiftKey ? "PreviousStep" : "NextStep",
    ArrowLeft: isRightToLeft ? after : before, ArrowUp: "PreviousStep",
    PageUp: "PreviousStep", Backspace: "PreviousStep", Home: "First", End: "Last", b: "Blink",
  };
  const isScrolling = isDesk && event.target.closest?.(".notes");
  if (isScrolling && /^(Arrow(Up|Down)|Page|Home|End)/.test(key)) return;
  if (/^[0-9]$/.test(key)) {
    digits = (digits + key).slice(-4);
    if (page === "viewer") hint(phrase("slideTyped", digits).replace(/[[\]]/g, ""));
    return;
  }
  const number = Number(digits);
  digits = "";
  if (key === "Enter") {
    if (talk && number > slides.length) banner(phrase("slideMissing", number), "plain", 4000);
    else if (number) link.say("GoTo", { slide: number - 1 });
    else link.say("NextStep");
    hintAgain();
  } else if (moves[key]) {
    link.say(moves[key]);
    hintAgain();
  } else if (key === "p") halt();
  else if (key === ".") document.body.classList.toggle("dark");
  else if (key === "?") help();
  else if (key === "+" && isDesk) enlarge(1.1);
  else if (key === "-" && isDesk) enlarge(1 / 1.1);
  else if (key === "f") {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.();
  } else return;
  event.preventDefault();
});

function hintAgain() {
  if (page === "viewer") hint();
}

for (const button of document.querySelectorAll("[data-command]")) {
  button.onclick = () => link.say(button.dataset.command);
}
/** Shows the address of the page for phones, which has the token, as a QR code. */
function showRemote({ address, side, path }) {
  const name = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(name, "svg");
  drawing.setAttribute("viewBox", `0 0 ${side} ${side}`);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", address);
  const modules = document.createElementNS(name, "path");
  modules.setAttribute("d", path);
  drawing.append(modules);
  find("code").replaceChildren(drawing);
  find("remote-address").textContent = address;
  find("remote-button").hidden = false;
  find("remote-button").onclick = () => find("remote").showModal();
}

if (isDesk) {
  find("halt").onclick = halt;
  if (page === "presenter") {
    find("help-button").onclick = help;
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    fetch("/api/remote", { headers })
      .then((answer) => (answer.status === 200 ? answer.json().then(showRemote) : null))
      .catch(() => null);
  }
  find("larger").onclick = () => enlarge(1.1);
  find("smaller").onclick = () => enlarge(1 / 1.1);
  enlarge(1);
  setInterval(tick, 200);
}
if (page !== "presenter") {
  // A tap where slides came from goes back; a swipe goes where it goes.
  let began = null;
  addEventListener("pointerdown", (event) => { began = { x: event.clientX, y: event.clientY }; });
  addEventListener("pointerup", (event) => {
    if (!began || !isPresenting() || event.target.closest("button, dialog, a")) return;
    if (isDesk && !event.target.closest("#current")) return;
    const across = event.clientX - began.x;
    if (Math.abs(event.clientY - began.y) > 60) return;
    const isLeft = Math.abs(across) > 40 ? across > 0 : event.clientX < innerWidth / 4;
    const isRight = Math.abs(across) > 40 ? across < 0 : event.clientX > innerWidth * 3 / 4;
    link.say((isRightToLeft ? isRight : isLeft) ? "PreviousStep" : "NextStep");
  });
}
if (!isDesk) {
  let idle;
  addEventListener("pointermove", () => {
    document.body.classList.remove("idle");
    clearTimeout(idle);
    idle = setTimeout(() => document.body.classList.add("idle"), 2500);
  });
}
addEventListener("resize", () => draw());

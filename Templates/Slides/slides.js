// SPDX-License-Identifier: MIT
// Part of Platen: what a talk in one HTML file does: slides step by step by keys, touch and buttons,
// all slides at a glance, notes in a window of their own. Without it the page shows every slide with
// its text and its notes.
"use strict";

const root = document.documentElement;
const find = (id) => document.getElementById(id);
const phrases = find("phrases").dataset;
const isRightToLeft = root.dir === "rtl";
const sections = [...document.querySelectorAll("main > section")];
const bar = find("bar");
const pane = find("pane");
const help = find("help");

/** A phrase with {1}, {2}… replaced by values, in that order. */
const phrase = (name, ...values) =>
  phrases[name].replace(/\{([1-9])\}/g, (place, number) => values[number - 1] ?? place);

/** Every state of the talk in order: a frame of a slide with so many of its layers. */
const states = sections.flatMap((section, slide) =>
  [...section.querySelectorAll(".frame")].flatMap((frame) =>
    [...frame.querySelectorAll(".layer")].map((_, layer) => ({ section, slide, frame, layer }))));
const firsts = sections.map((_, slide) => states.findIndex((state) => state.slide === slide));

let now = 0;
let mode = "show";
let notesWindow = null;
let digits = "";
/** Milliseconds of the clock, and since when it runs; null while it is paused. */
let spent = 0;
let since = null;

const elapsed = () => spent + (since === null ? 0 : performance.now() - since);

function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const text = minutes < 60 ? `${minutes}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${text}:${two(seconds % 60)}`;
}

function made(name, text, parent) {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
}

/** Shows a state: its slide, its frame, and the layers up to it. */
function draw() {
  const state = states[now];
  root.classList.toggle("showing", mode === "show");
  root.classList.toggle("all", mode === "all");
  for (const section of sections) section.classList.toggle("now", section === state.section);
  for (const other of states) {
    const image = other.frame.querySelectorAll(".layer")[other.layer];
    other.frame.classList.toggle("now", other.frame === state.frame);
    image.classList.toggle("later", other.frame === state.frame && other.layer > state.layer);
  }
  find("place").textContent = phrase("upTo", state.slide + 1, sections.length);
  find("back").disabled = now === 0;
  find("next").disabled = now === states.length - 1;
  drawNotes(pane, state);
  if (notesWindow && !notesWindow.closed) drawWindow();
  const address = `#${state.section.id}`;
  if (location.hash !== address) history.replaceState(null, "", address);
}

function tell() {
  const { section } = states[now];
  find("status").textContent =
    `${find("place").textContent}. ${section.querySelector("h2").textContent}`;
}

/** The notes of a state's slide, or words that it has none. */
function drawNotes(box, state) {
  if (box.dataset.of === state.section.id) return;
  box.dataset.of = state.section.id;
  const nodes = [...(state.section.querySelector(".notes")?.childNodes ?? [])].slice(1);
  box.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
  // An id stands once on a page.
  for (const node of box.querySelectorAll("[id]")) node.removeAttribute("id");
  if (!nodes.length) made("p", phrases.noNotes, box).className = "none";
  box.scrollTop = 0;
}

function go(to) {
  const target = Math.min(Math.max(to, 0), states.length - 1);
  if (target === now) return;
  const isOther = states[target].slide !== states[now].slide;
  if (since === null && spent === 0) since = performance.now();
  now = target;
  draw();
  if (isOther) tell();
}

/** Another slide: the next from its beginning, this one or the one before from theirs. */
function goSlide(distance) {
  const slide = Math.min(Math.max(states[now].slide + distance, 0), sections.length - 1);
  go(firsts[slide]);
}

function change(to) {
  mode = to;
  draw();
  if (mode !== "show") states[now].section.scrollIntoView({ block: "center" });
}

// Notes in a window of their own; where none is given, below the slide.

function openNotes() {
  if (notesWindow && !notesWindow.closed) return notesWindow.close();
  const isTouched = matchMedia("(pointer: coarse)").matches;
  notesWindow = isTouched ? null : open("", "", "popup,width=1000,height=720");
  if (!notesWindow) {
    pane.hidden = !pane.hidden;
    return;
  }
  const page = notesWindow.document;
  page.documentElement.lang = root.lang;
  page.documentElement.dir = root.dir;
  page.title = `${document.title} – ${phrases.speakerNotes}`;
  page.head.append(page.importNode(document.querySelector("style"), true));
  page.body.className = "speaking";
  page.body.append(page.importNode(find("speaker").content, true));
  page.getElementById("clock").onclick = pause;
  notesWindow.addEventListener("keydown", press);
  drawWindow();
}

function drawWindow() {
  const page = notesWindow.document;
  const show = (id, state) => {
    const box = page.getElementById(id);
    box.replaceChildren();
    if (!state) return;
    const frame = page.importNode(state.frame, true);
    frame.querySelectorAll(".layer").forEach((image, layer) => {
      image.classList.toggle("later", layer > state.layer);
    });
    box.append(frame);
  };
  const [state, then] = [states[now], states[now + 1]];
  show("shown", state);
  show("coming", then);
  page.getElementById("place").textContent = find("place").textContent;
  page.getElementById("then").textContent = !then ? phrases.nextIsEnd
    : then.slide === state.slide ? phrases.nextIsStep
    : phrase("nextIsSlide", then.section.querySelector("h2").textContent);
  drawNotes(page.getElementById("remarks"), state);
  tick();
}

function tick() {
  if (!notesWindow || notesWindow.closed) return;
  const button = notesWindow.document.getElementById("clock");
  button.textContent = clock(elapsed());
  button.classList.toggle("stands", since === null);
}
setInterval(tick, 250);
addEventListener("pagehide", () => notesWindow?.close());

function pause() {
  if (since === null) since = performance.now();
  else {
    spent = elapsed();
    since = null;
  }
  tick();
}

// Keys

function toggleHelp() {
  if (help.open) return help.close();
  const list = help.querySelector("dl");
  if (!list.firstChild) {
    const [forward, backward] = isRightToLeft ? ["←", "→"] : ["→", "←"];
    for (const key of phrases.keys.split(" ")) {
      const text = phrase(key, forward, backward);
      const names = made("dt", "", list);
      for (const [, name] of text.matchAll(/\[([^\]]+)\]/g)) {
        made("kbd", name, names);
        names.append(" ");
      }
      made("dd", text.slice(text.lastIndexOf("]") + 1).trim(), list);
    }
  }
  help.showModal();
}

function fill() {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.();
}

/** A key as Latin keyboards have it: letters and digits by their places on others. */
function latin(event) {
  if (/^[ -~]+$/.test(event.key)) return event.key;
  if (event.key === "؟") return "?";
  return /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code)?.[1].toLowerCase() ?? event.key;
}

/** The number of slides in a row where all are shown. */
function columns() {
  const top = sections[0].offsetTop;
  const count = sections.findIndex((section) => section.offsetTop > top + 4);
  return count < 1 ? sections.length : count;
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = latin(event);
  if (event.target.closest?.("button, a, summary") && (key === " " || key === "Enter")) return;
  if (key === "?") {
    event.preventDefault();
    return toggleHelp();
  }
  if (help.open) return;
  if (mode === "read") {
    if (key === "o") change("all");
    else if (key === "Escape" || key === "f5") change("show");
    return;
  }
  if (/^[0-9]$/.test(key)) {
    digits = (digits + key).slice(-4);
    return;
  }
  const number = Number(digits);
  digits = "";
  const ahead = isRightToLeft ? -1 : 1;
  const across = { ArrowRight: ahead, ArrowLeft: -ahead };
  if (mode === "all") {
    const down = { ArrowDown: columns(), ArrowUp: -columns() };
    const distance = across[key] ?? down[key];
    if (distance) {
      goSlide(distance);
      states[now].section.scrollIntoView({ block: "nearest" });
    } else if (key === "Home" || key === "End") go(key === "Home" ? 0 : firsts.at(-1));
    else if (["Enter", " ", "Escape", "o"].includes(key)) change("show");
    else return;
    return event.preventDefault();
  }
  const steps = {
    ...across, ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1, Backspace: -1,
    " ": event.shiftKey ? -1 : 1,
  };
  if (key === "Enter" && number) go(firsts[Math.min(number, sections.length) - 1]);
  else if (key === "Enter") go(now + 1);
  else if (steps[key]) {
    if (event.shiftKey && key !== " ") goSlide(steps[key]);
    else go(now + steps[key]);
  } else if (key === "Home") {
    go(0);
    [spent, since] = [0, null];
    tick();
  } else if (key === "End") go(states.length - 1);
  else if (key === "o") change("all");
  else if (key === "n") openNotes();
  else if (key === "f") fill();
  else if (key === "p") pause();
  else if (key === ".") root.classList.toggle("dark");
  else if (key === "Escape" && !document.fullscreenElement) change("read");
  else return;
  event.preventDefault();
}
addEventListener("keydown", press);

// Buttons and touch

find("back").onclick = () => go(now - 1);
find("next").onclick = () => go(now + 1);
find("all").onclick = () => change(mode === "all" ? "show" : "all");
find("notes").onclick = openNotes;
find("full").onclick = fill;
find("read").onclick = () => change(mode === "read" ? "show" : "read");
find("keys").onclick = toggleHelp;
if (!document.fullscreenEnabled) find("full").hidden = true;

let began = null;
addEventListener("pointerdown", (event) => {
  began = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
});
addEventListener("pointercancel", () => { began = null; });
addEventListener("click", (event) => {
  if (event.target.closest("button, a, dialog, #bar, #pane, summary")) return;
  const section = event.target.closest("main > section");
  if (mode === "all" && section) {
    go(firsts[sections.indexOf(section)]);
    change("show");
  }
});
addEventListener("pointerup", (event) => {
  const start = began;
  began = null;
  if (!start || mode !== "show" || help.open) return;
  if (event.target.closest("button, a, dialog, #bar, #pane")) return;
  const across = event.clientX - start.x;
  if (Math.abs(event.clientY - start.y) > 60) return;
  const isSwipe = Math.abs(across) > 40;
  const isLeft = isSwipe ? across > 0 : event.clientX < innerWidth / 4;
  // A slide follows the finger; a tap moves forward, but for one where slides came from.
  const isBack = isRightToLeft
    ? (isSwipe ? across < 0 : event.clientX > innerWidth * 3 / 4) : isLeft;
  go(now + (isBack ? -1 : 1));
});

let idle;
function wake() {
  root.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => root.classList.add("idle"), 2500);
}
for (const event of ["pointermove", "pointerdown", "keydown", "focusin"]) {
  addEventListener(event, wake);
}

addEventListener("hashchange", () => {
  const slide = sections.findIndex((section) => `#${section.id}` === location.hash);
  if (slide >= 0 && slide !== states[now].slide) {
    now = firsts[slide];
    draw();
  }
});

if (states.length) {
  const wanted = sections.findIndex((section) => `#${section.id}` === location.hash);
  now = Math.max(0, firsts[Math.max(0, wanted)]);
  root.classList.add("scripted");
  bar.hidden = false;
  draw();
  wake();
}

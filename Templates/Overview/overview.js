// SPDX-License-Identifier: MIT
// Part of Platen: what overview.html of a talk does: keys, search, a slide shown large. Without it
// the page still shows every slide with its notes.
"use strict";

document.documentElement.classList.add("scripted");

const cards = [...document.querySelectorAll(".slides > li")];
const sections = [...document.querySelectorAll("main section")];
const query = document.getElementById("query");
const found = document.getElementById("found");
const large = document.getElementById("large");
const title = document.getElementById("large-title");
const picture = document.getElementById("large-picture");
const notes = document.getElementById("large-notes");
const [previous, next, close] = large.querySelectorAll("button");

const button = (card) => card.querySelector("h3 button");
const shown = () => cards.filter((card) => !card.hidden);
/** The notes of a slide, without the word that folds them. */
const said = (card) => [...(card.querySelector("details")?.childNodes ?? [])].slice(1);

// Search: every word has to be in a slide's title, its text or its notes.

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const texts = cards.map((card) => plain([
  button(card).textContent, card.querySelector("img").alt, ...said(card).map((n) => n.textContent),
].join(" ")));

function search() {
  const words = plain(query.value).split(/\s+/).filter(Boolean);
  cards.forEach((card, index) => {
    card.hidden = !words.every((word) => texts[index].includes(word));
  });
  for (const section of sections) {
    section.hidden = !section.querySelector(".slides > li:not([hidden])");
  }
  found.textContent = words.length === 0 ? "" : found.dataset.text
    .replace("{1}", shown().length).replace("{2}", cards.length);
}

query.addEventListener("input", search);
query.form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (shown().length > 0) button(shown()[0]).focus();
});

// A slide shown large.

let current;

function show(card) {
  current = card;
  const small = card.querySelector("img");
  title.textContent = button(card).textContent.trim();
  picture.src = small.src;
  picture.alt = small.alt;
  notes.replaceChildren(...said(card).map((node) => node.cloneNode(true)));
  notes.hidden = notes.childElementCount === 0;
  // An id stands once on a page.
  for (const node of notes.querySelectorAll("[id]")) node.removeAttribute("id");
  notes.scrollTop = 0;
  const all = shown();
  previous.disabled = all[0] === card;
  next.disabled = all.at(-1) === card;
  if (!large.open) large.showModal();
  history.replaceState(null, "", "#" + card.id);
}

function step(distance) {
  const all = shown();
  const at = Math.min(Math.max(all.indexOf(current) + distance, 0), all.length - 1);
  show(all[at]);
}

for (const card of cards) button(card).addEventListener("click", () => show(card));
previous.addEventListener("click", () => step(-1));
next.addEventListener("click", () => step(1));
close.addEventListener("click", () => large.close());
large.addEventListener("close", () => button(current).focus());

// Keys.

/** The card in the row above or below that lies nearest. */
function beside(card, direction) {
  const from = card.getBoundingClientRect();
  const middle = from.left + from.width / 2;
  let best;
  let least = Infinity;
  for (const other of shown()) {
    const box = other.getBoundingClientRect();
    const rows = direction > 0 ? box.top - from.bottom : from.top - box.bottom;
    if (rows < -1) continue;
    const distance = rows * 4 + Math.abs(box.left + box.width / 2 - middle);
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

function move(event) {
  const all = shown();
  const card = event.target.closest(".slides > li");
  const at = all.indexOf(card);
  const isBackwards = document.documentElement.dir === "rtl";
  const forward = isBackwards ? "ArrowLeft" : "ArrowRight";
  const back = isBackwards ? "ArrowRight" : "ArrowLeft";
  let to;
  switch (event.key) {
    case forward: to = all[at + 1]; break;
    case back: to = card ? all[at - 1] : undefined; break;
    case "ArrowDown": to = card ? beside(card, 1) : undefined; break;
    case "ArrowUp": to = card ? beside(card, -1) : undefined; break;
    case "Home": to = card ? all[0] : undefined; break;
    case "End": to = card ? all.at(-1) : undefined; break;
  }
  if (!to) return;
  event.preventDefault();
  button(to).focus();
  to.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (large.open) {
    const steps = {
      ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1,
      Home: -Infinity, End: Infinity,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const turn = document.documentElement.dir === "rtl" && /Left|Right/.test(event.key) ? -1 : 1;
    step(turn * steps[event.key]);
    return;
  }
  if (event.target === query) {
    if (event.key === "Escape") {
      query.value = "";
      search();
    }
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    query.focus();
    query.select();
    return;
  }
  move(event);
});

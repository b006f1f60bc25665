// SPDX-License-Identifier: MIT
// Part of Platen: the page of a run: lists, filters, pages, what changed, where the time went.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  /** An element with attributes and children; texts are texts, never markup. */
  const el = (name, attributes, ...children) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "on") for (const [event, call] of Object.entries(value)) node.addEventListener(event, call);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
    return node;
  };
  const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
  const time = (seconds) => {
    if (seconds < 0.0005) return "0 s";
    if (seconds < 10) return `${seconds.toFixed(2)} s`;
    if (seconds < 100) return `${seconds.toFixed(1)} s`;
    const whole = Math.round(seconds);
    return whole < 3600 ? `${Math.floor(whole / 60)} min ${whole % 60} s`
      : `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
  };
  const size = (bytes) => {
    if (bytes === null) return "";
    let value = bytes;
    for (const unit of ["B", "kB", "MB", "GB"]) {
      if (value < 1000 || unit === "GB") return `${unit === "B" || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`;
      value /= 1000;
    }
  };
  const href = (path) => path.split("/").map(encodeURIComponent).join("/");
  const state = {
    built: "built", "up-to-date": "up to date", failed: "failed", skipped: "not built", cancelled: "cancelled",
    running: "running", waiting: "waiting",
  };
  const badge = (outcome) => el("span", { class: `badge ${outcome}` }, state[outcome] || outcome);
  // What was not made for want of what it is made of has failed with its job.
  const outputsOf = (jobs) => jobs.flatMap((job) => job.outputs.map((output) => ({
    ...output, job, outcome: job.outcome === "failed" && output.outcome === "skipped" ? "failed" : output.outcome,
  })));
  // The jobs that are shown: those of the page, or of a run in progress as they change.
  let allJobs = data.jobs;
  let outputs = outputsOf(allJobs);
  // Whether a server of Platen's shows the page: then it has small pictures, and the files.
  let isServed = false;

  // The theme: the system's, until another is chosen.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark";
  const nameTheme = () => {
    $("theme").textContent = isDark() ? "Light" : "Dark";
    $("theme").setAttribute("aria-label", isDark() ? "Change to light" : "Change to dark");
  };
  $("theme").removeAttribute("aria-pressed");
  $("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
    drawTimeline();
  });
  dark.addEventListener("change", nameTheme);
  nameTheme();

  // Head: when, and the sums.
  if (data.finished) $("when").textContent = "· " + new Date(data.finished * 1000).toLocaleString();
  const showTotals = (totals) => $("totals").replaceChildren(...totals
    .filter(([value, word]) => value !== 0 || ["built", "failed"].includes(word))
    .map(([value, word, mood]) => el("li", { class: mood || null }, el("b", {}, typeof value === "number" ? value.toLocaleString("en") : value),
      el("span", {}, word + (value !== 1 && ["warning", "output"].includes(word) ? "s" : "")))));
  showTotals([
    [data.totals.built, "built", "built"], [data.totals["up-to-date"], "up to date"],
    [data.totals.failed, "failed", data.totals.failed ? "bad" : ""],
    [data.totals.cancelled, "cancelled", "warn"], [data.totals.warnings, "warning", "warn"],
    [outputs.length, "output"], [data.totals.seconds ? time(data.totals.seconds) : 0, "altogether"],
  ]);

  /** Pages of a list: draws one at a time. */
  const pages = (nav, most, draw) => {
    let items = [];
    let page = 0;
    let per = most;
    const show = (focus) => {
      // Paper has no next page to press for.
      if (per === Infinity) { draw(items); return; }
      const count = Math.max(1, Math.ceil(items.length / per));
      page = Math.min(page, count - 1);
      draw(items.slice(page * per, (page + 1) * per));
      nav.replaceChildren();
      if (count < 2) return;
      const button = (text, to, label) => el("button", {
        type: "button", disabled: to < 0 || to >= count || (to === page && text !== String(page + 1)),
        "aria-label": label, "aria-current": text === String(to + 1) && to === page ? "page" : null,
        on: { click: () => { page = to; show(text); nav.parentElement.scrollIntoView({ block: "start" }); } },
      }, text);
      nav.append(button("‹", page - 1, "Previous page"));
      const near = [...new Set([0, page - 2, page - 1, page, page + 1, page + 2, count - 1])].filter((n) => n >= 0 && n < count);
      let last = -1;
      for (const n of near) {
        if (n > last + 1) nav.append("…");
        nav.append(button(String(n + 1), n, `Page ${n + 1} of ${count}`));
        last = n;
      }
      nav.append(button("›", page + 1, "Next page"));
      if (focus) [...nav.querySelectorAll("button")].find((b) => b.hasAttribute("aria-current"))?.focus({ preventScroll: true });
    };
    addEventListener("beforeprint", () => { per = Infinity; show(false); });
    addEventListener("afterprint", () => { per = most; show(false); });
    return (list, to = 0) => { items = list; page = to === null ? page : to; show(false); };
  };

  // What one looks at more closely.
  let shown = [];
  let at = 0;
  const source = (index) => (index === null || index === undefined ? null : data.pictures[index]);
  const ending = (path) => path.match(/\.([A-Za-z0-9]{1,12})\/?$/)?.[1] || "file";
  /** What is known of a file by the ending of its name. */
  const formats = new Map(Object.entries(data.formats));
  const format = (path) => formats.get(ending(path).toLowerCase()) || {};
  const isThere = (output) => ["built", "up-to-date"].includes(output.outcome);
  /** The small picture of an output: one of the page's, or the server's; null where neither has one. */
  const small = (output) => source(output.picture)
    || (isServed && isThere(output) && format(output.path).preview
      ? `.live/picture/${href(output.path)}?${(output.sha256 || data.finished).toString().slice(0, 16)}` : null);
  const describe = (output) => [output.width ? `${output.width} × ${output.height}` : "", output.pages ? plural(output.pages, "page") : "",
    output.files ? plural(output.files, "file") : "", size(output.size)].filter(Boolean).join(", ");
  /** What stands for a file without a picture: its form, and no guess at what is in it. */
  const card = (path) => el("span", { class: "form", "aria-hidden": "true" }, el("b", {}, ending(path).toUpperCase()), format(path).name ? el("span", {}, format(path).name) : "");
  const pictured = (src, path, attributes) => el("img", { src, ...attributes, on: { error: (event) => event.target.replaceWith(card(path)) } });
  const diagnostics = (list) => list.map((d) => el("div", { class: "fault" }, el("p", {}, d.text), d.hints.map((h) => el("p", { class: "hint" }, h))));
  const view = () => {
    const output = shown[at];
    $("view-h").textContent = output.path;
    const rows = [["Job", output.job.id], ["Kind", output.job.kind], ["State", state[output.outcome]], ["What it is", describe(output)],
      ["Tags", output.job.tags.join(", ")], ["Time of the job", time(output.job.seconds)]].filter(([, value]) => value);
    const picture = small(output);
    const isFile = isServed && isThere(output) && format(output.path).preview === "itself";
    $("view-body").replaceChildren(
      ...(picture ? [pictured(isFile ? href(output.path) : picture, output.path, { alt: `${isFile ? "Picture" : "Small picture"} of ${output.path}` })] : []),
      el("dl", {}, rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      ...(isThere(output) ? [el("p", {}, el("a", { href: href(output.path) }, "Open the file"))] : []),
      ...diagnostics(output.job.errors), ...(output.job.warnings.length ? [el("h3", {}, "Warnings"), el("ul", { class: "plain" }, output.job.warnings.map((w) => el("li", {}, w.text)))] : []));
    $("view-prev").disabled = at === 0;
    $("view-next").disabled = at === shown.length - 1;
    if (!$("view").open) $("view").showModal();
    $("view").scrollTop = 0;
  };
  const step = (by) => { if (shown[at + by]) { at += by; view(); } };
  $("view-prev").addEventListener("click", () => step(-1));
  $("view-next").addEventListener("click", () => step(1));
  $("view").addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });

  // The contact sheet. A tile stays the element it is while what it shows is the same.
  let tiles = new Map();
  const tile = (output) => {
    const picture = small(output);
    const key = [output.job.id, output.path, output.outcome, picture ? picture.slice(0, 200) : "", describe(output)].join("\n");
    const known = tiles.get(key);
    if (known) { known.output = output; return [key, known]; }
    const made = { output };
    made.node = el("li", {}, el("button", { type: "button", class: "tile", on: { click: () => { at = Math.max(0, shown.indexOf(made.output)); view(); } } },
      el("span", { class: "pic" }, picture ? pictured(picture, output.path, { alt: "", loading: "lazy" }) : card(output.path)),
      el("span", { class: "cap" }, output.path, " ", badge(output.outcome), el("small", {}, describe(output)))));
    return [key, made];
  };
  const sheet = pages($("grid-pager"), 60, (list) => {
    tiles = new Map(list.map(tile));
    const nodes = [...tiles.values()].map((t) => t.node);
    const grid = $("grid");
    if (nodes.length === grid.children.length && nodes.every((node, index) => grid.children[index] === node)) return;
    const focused = grid.contains(document.activeElement) ? document.activeElement : null;
    grid.replaceChildren(...nodes);
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  });
  const jobRow = (job) => el("tr", {}, el("th", { scope: "row" }, job.id), el("td", {}, badge(job.outcome)), el("td", {}, job.kind), el("td", {}, job.tags.join(", ")),
    el("td", { class: "num" }, String(job.outputs.length)), el("td", { class: "num" }, job.warnings.length ? String(job.warnings.length) : ""), el("td", { class: "num" }, job.seconds ? time(job.seconds) : ""));
  const jobs = pages($("jobs-pager"), 100, (list) => $("jobs-rows").replaceChildren(...list.map(jobRow)));

  // Filters, kept in the address so that a filtered page can be passed on.
  const options = (id, all, values, name = (v) => v) => {
    const box = $(id);
    const wanted = ["", ...values];
    if (box.options.length === wanted.length && wanted.every((v, i) => box.options[i].value === v)) return;
    const chosen = box.value;
    box.replaceChildren(...wanted.map((v) => el("option", { value: v }, v ? name(v) : all)));
    box.value = wanted.includes(chosen) ? chosen : "";
  };
  const sorted = (values) => [...new Set(values)].sort();
  const order = ["failed", "running", "built", "cancelled", "skipped", "up-to-date", "waiting"];
  const showOptions = () => {
    const states = new Set([...allJobs.map((j) => j.outcome), ...outputs.map((o) => o.outcome)]);
    options("f-state", "all", order.filter((o) => states.has(o)), (v) => state[v]);
    options("f-kind", "all", sorted(allJobs.map((j) => j.kind)));
    options("f-tag", "all", sorted(allJobs.flatMap((j) => j.tags)));
  };
  showOptions();
  const fields = ["text", "state", "kind", "tag"];
  // Of a job under way only so many outputs are listed.
  const beyond = () => {
    const of = allJobs.filter((j) => j.omitted);
    const more = of.reduce((sum, j) => sum + j.omitted, 0);
    return more ? `, and ${more.toLocaleString("en")} more of ${of.length === 1 ? of[0].id : plural(of.length, "job")}` : "";
  };
  const filter = (to = 0) => {
    const [text, outcome, kind, tag] = fields.map((f) => $("f-" + f).value);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (job, path) => (!kind || job.kind === kind) && (!tag || job.tags.includes(tag))
      && words.every((w) => (job.id + " " + path).toLowerCase().includes(w));
    shown = outputs.filter((o) => (!outcome || o.outcome === outcome) && fits(o.job, o.path));
    // What failed comes first, then what there is to see.
    const ranked = shown.map((o, i) => [o, order.indexOf(o.outcome) * 2 + (small(o) ? 0 : 1), i]);
    shown = ranked.sort(([, a, i], [, b, j]) => a - b || i - j).map(([o]) => o);
    sheet(shown, to);
    jobs(allJobs.filter((j) => (!outcome || j.outcome === outcome) && fits(j, j.outputs.map((o) => o.path).join(" "))), to);
    const without = ranked.filter(([, rank]) => rank % 2).length;
    const found = plural(shown.length, "output") + (without ? `, ${without === shown.length ? "none with" : `${without} without`} a small picture` : "") + beyond();
    // It is read out where it changes.
    if ($("found").textContent !== found) $("found").textContent = found;
    const query = new URLSearchParams(fields.map((f) => [f, $("f-" + f).value]).filter(([, v]) => v)).toString();
    try { history.replaceState(null, "", query ? "#" + query : location.pathname); } catch { /* Some browsers keep files from it. */ }
  };
  new URLSearchParams(location.hash.slice(1)).forEach((value, key) => { if (fields.includes(key)) $("f-" + key).value = value; });
  $("filters").addEventListener("input", () => filter());
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(() => filter()));
  filter();

  // What failed.
  const showFailures = () => {
    const failed = allJobs.filter((j) => j.errors.length || j.outcome === "failed");
    $("failures").hidden = !failed.length;
    $("failures-list").replaceChildren(...failed.slice(0, 200).map((j) => el("div", { class: "fault" }, el("h3", {}, j.id), j.errors.map((d) => [el("p", {}, d.text), d.hints.map((h) => el("p", { class: "hint" }, h))]))));
    if (failed.length > 200) $("failures-list").append(el("p", { class: "note" }, `and ${failed.length - 200} more`));
  };
  showFailures();
  const warned = new Map();
  for (const w of data.warnings || []) warned.set(w.text, []);
  for (const job of data.jobs) for (const w of job.warnings) warned.set(w.text, (warned.get(w.text) || []).concat(job.id));
  if (warned.size) {
    $("warnings").hidden = false;
    const list = [...warned];
    $("warnings-list").append(...list.slice(0, 300).map(([text, ids]) => el("li", {}, text, " ", el("small", {}, ids.length > 3 ? `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more` : ids.join(", ")))));
    if (list.length > 300) $("warnings-list").append(el("li", {}, `and ${list.length - 300} more`));
  }

  // Before and after. The difference is found here, on the small pictures.
  const load = (src) => new Promise((resolve, reject) => { const image = new Image(); image.onload = () => resolve(image); image.onerror = reject; image.src = src; });
  const difference = async (before, after) => {
    const [a, b] = await Promise.all([load(before), load(after)]);
    const [w, h] = [b.naturalWidth, b.naturalHeight];
    const pixels = (image) => { const c = el("canvas", { width: w, height: h }); const x = c.getContext("2d"); x.drawImage(image, 0, 0, w, h); return x.getImageData(0, 0, w, h); };
    const [p, q] = [pixels(a), pixels(b)];
    const canvas = el("canvas", { width: w, height: h });
    const paint = canvas.getContext("2d");
    const out = paint.createImageData(w, h);
    let changed = 0;
    for (let i = 0; i < p.data.length; i += 4) {
      const far = Math.abs(p.data[i] - q.data[i]) + Math.abs(p.data[i + 1] - q.data[i + 1]) + Math.abs(p.data[i + 2] - q.data[i + 2]) + Math.abs(p.data[i + 3] - q.data[i + 3]);
      const isMarked = far > 36;
      if (isMarked) changed += 1;
      const gray = 255 - (255 - (q.data[i] * .3 + q.data[i + 1] * .59 + q.data[i + 2] * .11)) * .45;
      out.data.set(isMarked ? [214, 36, 110, 255] : [gray, gray, gray, q.data[i + 3]], i);
    }
    paint.putImageData(out, 0, 0);
    return { canvas, share: changed / (w * h), same: a.naturalWidth === w && a.naturalHeight === h };
  };
  const pair = (change) => {
    const [before, after] = [source(change.before), source(change.after)];
    const note = el("small", { class: "note" });
    const name = el("a", { href: href(change.path) }, change.path);
    if (!before || !after) {
      return el("div", { class: "pair" }, after ? el("div", { class: "pic" }, el("img", { src: after, alt: `${change.path} now` })) : null,
        el("div", { class: "cap" }, name, " ", el("small", {}, change["is-new"] ? "new" : after ? "no picture of before was kept" : `${size(change.was)} → ${size(change.size)}`)));
    }
    const box = el("div", { class: "pic" });
    const views = { before: el("img", { src: before, alt: `${change.path} before` }), after: el("img", { src: after, alt: `${change.path} now` }) };
    const buttons = ["before", "after", "difference"].map((kind) => el("button", { type: "button", "aria-pressed": "false", on: { click: () => show(kind) } }, kind));
    const show = (kind) => {
      buttons.forEach((b) => b.setAttribute("aria-pressed", String(b.textContent === kind)));
      box.replaceChildren(views[kind] || views.after);
    };
    show("after");
    difference(before, after).then((found) => {
      found.canvas.setAttribute("role", "img");
      found.canvas.setAttribute("aria-label", `What is different in ${change.path}`);
      views.difference = found.canvas;
      const share = found.share * 100;
      note.textContent = !found.same ? "another size" : share === 0 ? "too small to be seen here" : `${share < 0.1 ? "less than 0.1" : share.toFixed(1)} % marked`;
      if (share > 0) show("difference");
    }).catch(() => { note.textContent = "the pictures cannot be compared"; });
    return el("div", { class: "pair" }, el("div", { class: "switch", role: "group", "aria-label": change.path }, buttons), box, el("div", { class: "cap" }, name, " ", note));
  };
  if (data.changes.length || data.removed.length) {
    $("changes").hidden = false;
    const fresh = data.changes.filter((c) => c["is-new"]).length;
    const other = data.changes.length - fresh;
    $("changes-note").textContent = [other ? `${plural(other, "output")} with other bytes than before` : "", fresh ? `${fresh} new` : "",
      data.removed.length ? `${data.removed.length} gone` : ""].filter(Boolean).join(", ") + (data.since ? `, since ${new Date(data.since * 1000).toLocaleString()}` : "");
    pages($("changes-pager"), 12, (list) => $("changes-list").replaceChildren(...list.map(pair)))(
      // What can be seen comes first.
      [...data.changes].sort((a, b) => (a.after === null) - (b.after === null)));
  }

  // Where the time went: a lane for each stage that ran beside others.
  function drawTimeline() {
    const spans = data.spans;
    if (!spans.length) return;
    $("time").hidden = false;
    const hues = [205, 150, 28, 268, 340, 95, 48, 180, 230, 12];
    const names = [...new Set(spans.map((s) => s[0]))];
    const color = (name) => `hsl(${hues[names.indexOf(name) % hues.length]} 52% ${isDark() ? 58 : 46}%)`;
    const lanes = Math.max(...spans.map((s) => s[2]));
    const end = Math.max(0.001, ...spans.map((s) => s[3] + s[4]));
    const [width, left, row] = [1200, 8, lanes > 24 ? 8 : 20];
    const x = (t) => left + (t / end) * (width - 2 * left);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const height = lanes * (row + 3) + 26;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${plural(spans.length, "stage")} in ${plural(lanes, "lane")} over ${time(end)}; the slowest stand in the table below`);
    const add = (name, attributes, text) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      if (text) node.textContent = text;
      return node;
    };
    const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400];
    const tick = steps.find((s) => end / s <= 10) || 28800;
    for (let t = 0; t <= end; t += tick) {
      svg.append(add("line", { class: "tick", x1: x(t), x2: x(t), y1: 0, y2: height - 18 }));
      svg.append(add("text", { x: x(t) + 3, y: height - 5 }, time(t).replace(/\.0+ s$/, " s")));
    }
    for (const [name, job, lane, start, seconds] of spans) {
      const bar = add("rect", { x: x(start).toFixed(2), y: (lane - 1) * (row + 3), width: Math.max(0.6, x(start + seconds) - x(start) - 0.3).toFixed(2), height: row, rx: 1.5, fill: color(name) });
      bar.append(add("title", {}, `${name}, ${job}: ${time(seconds)}`));
      svg.append(bar);
    }
    $("timeline").replaceChildren(svg, el("ul", { class: "key" }, names.slice(0, 30).map((name) => { const dot = el("i"); dot.style.background = color(name); return el("li", {}, dot, name); })));
    $("time-note").textContent = `${plural(spans.length, "stage")} ran` + (data.omitted ? `, and ${plural(data.omitted, "short one")} besides` : "") + `: ${time(data.totals["cpu-seconds"])} of computing in ${time(data.totals.seconds)}.`;
    $("slowest").replaceChildren(...[...spans].sort((a, b) => b[4] - a[4]).slice(0, 20).map(([name, job, , start, seconds]) =>
      el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, job), el("td", { class: "num" }, time(start)), el("td", { class: "num" }, time(seconds)))));
  }
  drawTimeline();

  // Only what there is can be gone to.
  const showNav = () => $("nav").replaceChildren(...[...document.querySelectorAll("main > section")].filter((s) => !s.hidden).map((s) => el("li", {}, el("a", { href: "#" + s.id, on: { click: (event) => { event.preventDefault(); s.scrollIntoView(); s.setAttribute("tabindex", "-1"); s.focus({ preventScroll: true }); } } }, s.querySelector("h2").textContent))));
  showNav();

  // Where a server of Platen's shows this page: the run in progress, its jobs as they change, its controls.
  if (location.protocol.startsWith("http")) {
    let wait = 500;
    let wasRunning = false;
    // What is read out to those who do not see the bar: where the run stands, not each step of it.
    let phase = "";
    let refusedAt = -Infinity;
    const controls = [...document.querySelectorAll("[data-ask]")];
    const say = (text) => { if ($("live-news").textContent !== text) $("live-news").textContent = text; };
    const connect = () => {
      const address = new URL("live" + location.search, location.href);
      address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(address);
      for (const button of controls) button.onclick = () => socket.send(button.dataset.ask);
      socket.onopen = () => { wait = 500; };
      socket.onmessage = (event) => live(JSON.parse(event.data));
      socket.onclose = () => {
        controls.forEach((b) => { b.disabled = true; });
        $("live-text").textContent = "The connection is lost; trying again.";
        say("The connection is lost.");
        setTimeout(connect, wait);
        wait = Math.min(8000, wait * 2);
      };
    };

    // The jobs of the run, of which the server gives what has changed since a revision.
    const run = { name: "", revision: 0, jobs: [], isAsked: false, isStale: false };
    const pull = async () => {
      run.isStale = true;
      if (run.isAsked) return;
      run.isAsked = true;
      try {
        while (run.isStale) {
          run.isStale = false;
          const since = run.revision;
          const answer = await fetch(`.live/jobs/${since}`);
          if (!answer.ok) break;
          const part = await answer.json();
          if (part.run !== run.name) {
            Object.assign(run, { name: part.run, revision: 0, jobs: [] });
            // What was given is what another run had changed since.
            if (since > 0) { run.isStale = true; continue; }
          }
          run.revision = part.revision;
          for (const job of part.jobs) run.jobs[job.number] = { ...job, warnings: [] };
          if (part.more) run.isStale = true;
          else if (part.jobs.length) showRun();
        }
      } catch { /* The server is gone for a while: the next status requests it again. */ }
      run.isAsked = false;
    };
    const showRun = () => {
      if (!wasRunning) return;
      allJobs = run.jobs.filter(Boolean);
      outputs = outputsOf(allJobs);
      // What another run changed and how long it took is not this run's.
      for (const id of ["changes", "warnings", "time"]) $(id).hidden = true;
      showFailures();
      showOptions();
      filter(null);
      showNav();
    };

    const live = (status) => {
      if (!isServed) { isServed = true; filter(null); }
      // A refusal stays long enough to be read.
      if (status.error) {
        refusedAt = performance.now();
        $("live").hidden = false;
        $("live-text").textContent = status.error;
        say(status.error);
        return;
      }
      const isSaid = performance.now() - refusedAt < 6000;
      const isRunning = status.phase !== "idle";
      const mayAsk = ["preparing", "running", "paused"].includes(status.phase);
      controls.forEach((b) => {
        b.disabled = !mayAsk || (b.dataset.ask === "pause" && status.phase === "paused") || (b.dataset.ask === "resume" && status.phase !== "paused");
      });
      if (!isRunning) {
        // A run that is over takes no requests.
        if (!isSaid) $("live").hidden = true;
        if (wasRunning) {
          say("The run has ended.");
          // The page of the run that has ended.
          setTimeout(() => location.reload(), 700);
        }
        phase = status.phase;
        wasRunning = false;
        showNav();
        return;
      }
      const isNew = !wasRunning;
      wasRunning = true;
      $("live").hidden = false;
      if (isNew) showNav();
      const percent = Math.floor(status.share * 100);
      $("live-bar").setAttribute("aria-valuenow", percent);
      $("live-bar").firstElementChild.style.width = percent + "%";
      const ended = status.built + status["up-to-date"] + status.failed + status.cancelled;
      const phases = {
        preparing: "A run is being prepared.", running: "A run is in progress.", paused: "The run is paused.",
        stopping: "The run is stopping.", done: "The run is being completed.",
      };
      if (phase !== status.phase) say(phases[status.phase] || "");
      phase = status.phase;
      const hasJobs = status.jobs > 0;
      if (!isSaid) {
        $("live-text").textContent = !hasJobs ? "The manifest is read and the jobs are planned."
          : `${ended} of ${plural(status.jobs, "job")}, ${status.failed} failed` + (status.phase === "running" ? "" : `, ${status.phase}`)
            + (status["remaining-seconds"] === null || status.phase === "done" ? "" : `, about ${time(status["remaining-seconds"])} left`);
      }
      $("verdict").textContent = (phases[status.phase] || "") + (hasJobs ? ` ${ended} of ${plural(status.jobs, "job")} ended.` : "");
      $("when").textContent = "";
      showTotals([
        [status.built, "built", "built"], [status["up-to-date"], "up to date"], [status.failed, "failed", status.failed ? "bad" : ""],
        [status.cancelled, "cancelled", "warn"], [Math.max(0, status.jobs - ended), "to go"], [outputs.length, "output"],
      ]);
      $("live-running").replaceChildren(...status.running.map((r) => el("li", {}, `${r.stage} `, el("small", {}, `${r.job}, ${time(r.seconds)}`))));
      $("live-failures").replaceChildren(...status.failures.map((f) => el("li", {}, `${f.job}: ${f.message}`)));
      pull();
    };
    connect();
  }
})();

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
  const state = { made: "made", unchanged: "unchanged", failed: "failed", skipped: "not made", cancelled: "cancelled" };
  const badge = (outcome) => el("span", { class: `badge ${outcome}` }, state[outcome] || outcome);
  // What was not made for want of what it is made of has failed with its job.
  const outputs = data.jobs.flatMap((job) => job.outputs.map((output) => ({
    ...output, job, outcome: job.outcome === "failed" && output.outcome === "skipped" ? "failed" : output.outcome,
  })));

  // The theme: the system's, until somebody says otherwise.
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
  const totals = [
    [data.totals.made, "made", "made"], [data.totals.unchanged, "unchanged", ""],
    [data.totals.failed, "failed", data.totals.failed ? "bad" : ""],
    [data.totals.cancelled, "cancelled", data.totals.cancelled ? "warn" : ""],
    [data.totals.warnings, "warnings", data.totals.warnings ? "warn" : ""],
    [outputs.length, "outputs", ""], [time(data.totals.seconds), "altogether", ""],
  ];
  $("totals").append(...totals.filter(([value, word]) => value !== 0 || ["made", "failed"].includes(word))
    .map(([value, word, mood]) => el("li", { class: mood }, el("b", {}, typeof value === "number" ? value.toLocaleString("en") : value), el("span", {}, word))));

  /** Pages of a list: draws one at a time. */
  const pages = (nav, per, draw) => {
    let items = [];
    let page = 0;
    const show = (focus) => {
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
    return (list, to = 0) => { items = list; page = to; show(false); };
  };

  // What one looks at more closely.
  let shown = [];
  let at = 0;
  const source = (index) => (index === null || index === undefined ? null : data.pictures[index]);
  const describe = (output) => [output.width ? `${output.width} × ${output.height}` : "", output.pages ? plural(output.pages, "page") : "",
    output.files ? plural(output.files, "file") : "", size(output.size)].filter(Boolean).join(", ");
  const form = (path) => (path.match(/\.([A-Za-z0-9]{1,10})\/?$/)?.[1] || "file").toUpperCase();
  const diagnostics = (list) => list.map((d) => el("div", { class: "fault" }, el("p", {}, d.text), d.hints.map((h) => el("p", { class: "hint" }, h))));
  const view = () => {
    const output = shown[at];
    $("view-h").textContent = output.path;
    const rows = [["Job", output.job.id], ["Kind", output.job.kind], ["State", state[output.outcome]], ["What it is", describe(output)],
      ["Tags", output.job.tags.join(", ")], ["Time of the job", time(output.job.seconds)]].filter(([, value]) => value);
    const picture = source(output.picture);
    $("view-body").replaceChildren(
      ...(picture ? [el("img", { src: picture, alt: `Small picture of ${output.path}` })] : []),
      el("dl", {}, rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      ...(["made", "unchanged"].includes(output.outcome) ? [el("p", {}, el("a", { href: href(output.path) }, "Open the file"))] : []),
      ...diagnostics(output.job.errors), ...(output.job.warnings.length ? [el("h3", {}, "Warnings"), el("ul", { class: "plain" }, output.job.warnings.map((w) => el("li", {}, w.text)))] : []));
    $("view-prev").disabled = at === 0;
    $("view-next").disabled = at === shown.length - 1;
    if (!$("view").open) $("view").showModal();
  };
  const step = (by) => { if (shown[at + by]) { at += by; view(); } };
  $("view-prev").addEventListener("click", () => step(-1));
  $("view-next").addEventListener("click", () => step(1));
  $("view").addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });

  // The contact sheet.
  const tile = (output) => {
    const picture = source(output.picture);
    return el("li", {}, el("button", { type: "button", class: "tile", on: { click: () => { at = shown.indexOf(output); view(); } } },
      el("span", { class: "pic" }, picture ? el("img", { src: picture, alt: "", loading: "lazy" }) : el("span", { class: "form", "aria-hidden": "true" }, form(output.path))),
      el("span", { class: "cap" }, output.path, " ", badge(output.outcome), el("small", {}, describe(output)))));
  };
  const sheet = pages($("grid-pager"), 60, (list) => $("grid").replaceChildren(...list.map(tile)));
  const jobRow = (job) => el("tr", {}, el("th", { scope: "row" }, job.id), el("td", {}, badge(job.outcome)), el("td", {}, job.kind), el("td", {}, job.tags.join(", ")),
    el("td", { class: "num" }, String(job.outputs.length)), el("td", { class: "num" }, job.warnings.length ? String(job.warnings.length) : ""), el("td", { class: "num" }, job.seconds ? time(job.seconds) : ""));
  const jobs = pages($("jobs-pager"), 100, (list) => $("jobs-rows").replaceChildren(...list.map(jobRow)));

  // Filters, kept in the address so that a filtered page can be passed on.
  const options = (id, all, values, name = (v) => v) => $(id).append(el("option", { value: "" }, all), ...values.map((v) => el("option", { value: v }, name(v))));
  const sorted = (values) => [...new Set(values)].sort();
  const order = ["failed", "made", "cancelled", "skipped", "unchanged"];
  options("f-state", "all", order.filter((o) => data.jobs.some((j) => j.outcome === o) || outputs.some((x) => x.outcome === o)), (v) => state[v]);
  options("f-kind", "all", sorted(data.jobs.map((j) => j.kind)));
  options("f-tag", "all", sorted(data.jobs.flatMap((j) => j.tags)));
  const fields = ["text", "state", "kind", "tag"];
  const filter = () => {
    const [text, outcome, kind, tag] = fields.map((f) => $("f-" + f).value);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (job, path) => (!kind || job.kind === kind) && (!tag || job.tags.includes(tag))
      && words.every((w) => (job.id + " " + path).toLowerCase().includes(w));
    shown = outputs.filter((o) => (!outcome || o.outcome === outcome) && fits(o.job, o.path));
    const pictured = (o) => (o.picture === null || o.picture === undefined ? 1 : 0);
    const rank = (o) => order.indexOf(o.outcome);
    shown = shown.map((o, i) => [o, i]).sort(([a, i], [b, j]) => rank(a) - rank(b) || pictured(a) - pictured(b) || i - j).map(([o]) => o);
    sheet(shown);
    jobs(data.jobs.filter((j) => (!outcome || j.outcome === outcome) && fits(j, j.outputs.map((o) => o.path).join(" "))));
    const without = shown.filter(pictured).length;
    $("found").textContent = `${plural(shown.length, "output")}` + (without && shown.length ? `, ${without === shown.length ? "none with" : `${without} without`} a small picture` : "");
    const query = new URLSearchParams(fields.map((f) => [f, $("f-" + f).value]).filter(([, v]) => v)).toString();
    try { history.replaceState(null, "", query ? "#" + query : location.pathname); } catch { /* Some browsers keep files from it. */ }
  };
  new URLSearchParams(location.hash.slice(1)).forEach((value, key) => { if (fields.includes(key)) $("f-" + key).value = value; });
  $("filters").addEventListener("input", filter);
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(filter));
  filter();

  // What failed.
  const failed = data.jobs.filter((j) => j.errors.length || j.outcome === "failed");
  if (failed.length) {
    $("failures").hidden = false;
    $("failures-list").append(...failed.slice(0, 200).map((j) => el("div", { class: "fault" }, el("h3", {}, j.id), j.errors.map((d) => [el("p", {}, d.text), d.hints.map((h) => el("p", { class: "hint" }, h))]))));
    if (failed.length > 200) $("failures-list").append(el("p", { class: "note" }, `and ${failed.length - 200} more`));
  }
  const warned = new Map();
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
      const grey = 255 - (255 - (q.data[i] * .3 + q.data[i + 1] * .59 + q.data[i + 2] * .11)) * .45;
      out.data.set(isMarked ? [214, 36, 110, 255] : [grey, grey, grey, q.data[i + 3]], i);
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
        el("div", { class: "cap" }, name, " ", el("small", {}, change.isNew ? "new" : after ? "no picture of before was kept" : `${size(change.was)} → ${size(change.size)}`)));
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
    const fresh = data.changes.filter((c) => c.isNew).length;
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
    const colour = (name) => `hsl(${hues[names.indexOf(name) % hues.length]} 52% ${isDark() ? 58 : 46}%)`;
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
      const bar = add("rect", { x: x(start).toFixed(2), y: (lane - 1) * (row + 3), width: Math.max(0.6, x(start + seconds) - x(start) - 0.3).toFixed(2), height: row, rx: 1.5, fill: colour(name) });
      bar.append(add("title", {}, `${name}, ${job}: ${time(seconds)}`));
      svg.append(bar);
    }
    $("timeline").replaceChildren(svg, el("ul", { class: "key" }, names.slice(0, 30).map((name) => { const dot = el("i"); dot.style.background = colour(name); return el("li", {}, dot, name); })));
    $("time-note").textContent = `${plural(spans.length, "stage")} ran` + (data.omitted ? `, and ${plural(data.omitted, "short one")} besides` : "") + `: ${time(data.totals["cpu-seconds"])} of computing in ${time(data.totals.seconds)}.`;
    $("slowest").replaceChildren(...[...spans].sort((a, b) => b[4] - a[4]).slice(0, 20).map(([name, job, , start, seconds]) =>
      el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, job), el("td", { class: "num" }, time(start)), el("td", { class: "num" }, time(seconds)))));
  }
  drawTimeline();

  // Only what there is can be gone to.
  $("nav").append(...[...document.querySelectorAll("main > section")].filter((s) => !s.hidden).map((s) => el("li", {}, el("a", { href: "#" + s.id, on: { click: (event) => { event.preventDefault(); s.scrollIntoView(); s.setAttribute("tabindex", "-1"); s.focus({ preventScroll: true }); } } }, s.querySelector("h2").textContent))));

  // Where somebody serves this page, the run that goes on, and its reins.
  if (location.protocol.startsWith("http")) {
    let wait = 500;
    let wasRunning = false;
    // What is read out to those who do not see the bar: where the run stands, not each step of it.
    let phase = "";
    let refusedAt = -Infinity;
    const say = (text) => { if ($("live-news").textContent !== text) $("live-news").textContent = text; };
    const connect = () => {
      const address = new URL("live" + location.search, location.href);
      address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
      const socket = new WebSocket(address);
      for (const button of document.querySelectorAll("[data-ask]")) button.onclick = () => socket.send(button.dataset.ask);
      socket.onopen = () => { wait = 500; };
      socket.onmessage = (event) => live(JSON.parse(event.data));
      socket.onclose = () => {
        document.querySelectorAll("[data-ask]").forEach((b) => { b.disabled = true; });
        $("live-text").textContent = "The connection is lost; trying again.";
        say("The connection is lost.");
        setTimeout(connect, wait);
        wait = Math.min(8000, wait * 2);
      };
    };
    const live = (status) => {
      $("live").hidden = false;
      // A refusal stays long enough to be read.
      if (status.error) { refusedAt = performance.now(); $("live-text").textContent = status.error; say(status.error); return; }
      const isSaid = performance.now() - refusedAt < 6000;
      const isRunning = status.phase !== "idle";
      document.querySelectorAll("[data-ask]").forEach((b) => {
        b.disabled = !isRunning || status.phase === "stopping" || (b.dataset.ask === "pause" && status.phase === "paused") || (b.dataset.ask === "resume" && status.phase !== "paused");
      });
      if (!isRunning) {
        if (!isSaid) $("live-text").textContent = "No run goes on.";
        if (phase !== status.phase && !isSaid) say("No run goes on.");
        phase = status.phase;
        $("live-running").replaceChildren();
        // The page of the run that has ended.
        if (wasRunning) setTimeout(() => location.reload(), 700);
        wasRunning = false;
        return;
      }
      wasRunning = true;
      const percent = Math.floor(status.share * 100);
      $("live-bar").setAttribute("aria-valuenow", percent);
      $("live-bar").firstElementChild.style.width = percent + "%";
      const ended = status.made + status.unchanged + status.failed + status.cancelled;
      if (phase !== status.phase) say({ running: "A run goes on.", paused: "The run is paused.", stopping: "The run is stopping." }[status.phase] || "");
      phase = status.phase;
      if (!isSaid) $("live-text").textContent = `${ended} of ${plural(status.jobs, "job")}, ${status.failed} failed` + (status.phase === "running" ? "" : `, ${status.phase}`)
        + (status["remaining-seconds"] === null ? "" : `, about ${time(status["remaining-seconds"])} left`);
      $("live-running").replaceChildren(...status.running.map((r) => el("li", {}, `${r.stage} `, el("small", {}, `${r.job}, ${time(r.seconds)}`))));
      $("live-failures").replaceChildren(...status.failures.map((f) => el("li", {}, `${f.job}: ${f.message}`)));
    };
    connect();
  }
})();

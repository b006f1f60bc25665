// SPDX-License-Identifier: MIT
// Part of Platen: the page of a run: lists, filters, pages, what changed, where the time went.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const phrases = JSON.parse($("phrases").textContent);
  const isRightToLeft = document.documentElement.dir === "rtl";
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
  /** A format of the page's language; browsers may not know the name of a language. */
  const formatter = (Format, options) => {
    try { return new Format(phrases.lang, options); } catch { return new Format("en", options); }
  };
  const fill = (pattern, values) => pattern.replace(/\{([1-9])\}/g, (place, number) => values[number - 1] ?? place);
  /** A phrase with {1}, {2}… replaced by values, in that order. */
  const phrase = (name, ...values) => fill(phrases[name], values);
  const plurals = formatter(Intl.PluralRules);
  const form = (name, count) => phrases[name][plurals.select(count)] ?? phrases[name].other;
  /** A phrase in the form that a count takes, with {1} replaced by the count, and {2}… by values. */
  const counted = (name, count, ...values) => fill(form(name, count), [number(count), ...values]);
  const list = (texts) => texts.filter(Boolean).join(phrases.comma);
  const numbers = new Map();
  /** A number with at most so many decimals, in the digits of the rest of the page. */
  const number = (value, most = 0, least = most) => {
    const key = `${most}/${least}`;
    if (!numbers.has(key)) {
      numbers.set(key, formatter(Intl.NumberFormat, {
        numberingSystem: "latn", useGrouping: "min2", maximumFractionDigits: most, minimumFractionDigits: least,
      }));
    }
    return numbers.get(key).formatToParts(value).map((part) => (part.type === "group" ? phrases.group : part.value)).join("");
  };
  const dates = formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
  const date = (seconds) => dates.format(new Date(seconds * 1000));
  const time = (seconds) => {
    if (seconds < 0.0005) return phrase("reportSeconds", number(0));
    if (seconds < 100) return phrase("reportSeconds", number(seconds, seconds < 10 ? 2 : 1));
    const whole = Math.round(seconds);
    return whole < 3600 ? phrase("reportMinutes", number(Math.floor(whole / 60)), number(whole % 60))
      : phrase("reportHours", number(Math.floor(whole / 3600)), number(Math.floor(whole / 60) % 60));
  };
  const units = ["bytes", "kilobytes", "megabytes", "gigabytes"];
  const size = (bytes) => {
    if (bytes === null) return "";
    const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const value = bytes / 1000 ** power;
    return phrase(units[power], number(value, power === 0 || value >= 100 ? 0 : 1));
  };
  /** A name within text of any direction. */
  const isolated = (name) => `\u2068${name}\u2069`;
  const named = (name) => el("bdi", {}, name);
  const pathed = (path) => el("bdi", { dir: "ltr" }, path);
  /** A message, which is in English. */
  const message = (text) => el("bdi", { lang: "en", dir: "ltr" }, text);
  const href = (path) => path.split("/").map(encodeURIComponent).join("/");
  const state = {
    built: phrases.reportBuilt, "up-to-date": phrases.reportUpToDate, failed: phrases.reportFailed,
    skipped: phrases.reportNotBuilt, cancelled: phrases.reportCancelled, running: phrases.reportRunningNow,
    waiting: phrases.reportWaiting,
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
    $("theme").textContent = isDark() ? phrases.reportLight : phrases.dark;
    $("theme").setAttribute("aria-label", isDark() ? phrases.reportUseLight : phrases.reportUseDark);
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
  if (data.finished) $("when").textContent = "· " + date(data.finished);
  const showTotals = (totals) => $("totals").replaceChildren(...totals.map(([value, label, mood]) =>
    el("li", { class: mood || null }, el("b", {}, typeof value === "number" ? number(value) : value), el("span", {}, label))));
  const totalsOf = ({ built, failed, cancelled, "up-to-date": current }) => [
    [built, state.built, "built"], current && [current, state["up-to-date"]], [failed, state.failed, failed ? "bad" : ""],
    cancelled && [cancelled, state.cancelled, "warn"],
  ];
  const outputTotal = () => outputs.length && [outputs.length, form("reportOutputLabel", outputs.length)];
  const { warnings, seconds } = data.totals;
  showTotals([
    ...totalsOf(data.totals), warnings && [warnings, form("reportWarningLabel", warnings), "warn"], outputTotal(),
    seconds && [time(seconds), phrases.reportTotalTime],
  ].filter(Boolean));

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
        type: "button", disabled: to < 0 || to >= count, "aria-label": label, "aria-current": to === page ? "page" : null,
        on: { click: () => { page = to; show(text); nav.parentElement.scrollIntoView({ block: "start" }); } },
      }, text);
      nav.append(button("‹", page - 1, phrases.reportPreviousPage));
      const near = [...new Set([0, page - 2, page - 1, page, page + 1, page + 2, count - 1])].filter((n) => n >= 0 && n < count);
      let last = -1;
      for (const n of near) {
        if (n > last + 1) nav.append("…");
        nav.append(button(number(n + 1), n, phrase("reportPageOf", number(n + 1), number(count))));
        last = n;
      }
      nav.append(button("›", page + 1, phrases.reportNextPage));
      if (focus) [...nav.querySelectorAll("button")].find((b) => b.hasAttribute("aria-current"))?.focus({ preventScroll: true });
    };
    addEventListener("beforeprint", () => { per = Infinity; show(false); });
    addEventListener("afterprint", () => { per = most; show(false); });
    return (all, to = 0) => { items = all; page = to === null ? page : to; show(false); };
  };

  // What one looks at more closely.
  let shown = [];
  let at = 0;
  const record = $("record").textContent;
  const source = (index) => (index === null || index === undefined ? null : data.pictures[index]);
  const extension = (path) => path.match(/\.([A-Za-z0-9]{1,12})\/?$/)?.[1] || "";
  /** The names and previews of formats, by file extension. */
  const formats = new Map(Object.entries(data.formats));
  const format = (path) => formats.get(extension(path).toLowerCase()) || {};
  const isThere = (output) => ["built", "up-to-date"].includes(output.outcome);
  /** The small picture of an output: one of the page's, or the server's; null where neither has one. */
  const small = (output) => source(output.picture)
    || (isServed && isThere(output) && format(output.path).preview
      ? `.live/picture/${href(output.path)}?${(output.sha256 || data.finished).toString().slice(0, 16)}` : null);
  const describe = (output) => list([output.width ? `\u2066${number(output.width)} × ${number(output.height)}\u2069` : "",
    output.pages ? counted("reportPageCount", output.pages) : "", output.files ? counted("reportFileCount", output.files) : "", size(output.size)]);
  /** What stands for a file without a picture: its form, and no guess at what is in it. */
  const card = (path) => el("span", { class: "form", "aria-hidden": "true" }, el("b", {}, extension(path).toUpperCase() || phrases.reportFile), format(path).name ? el("span", {}, format(path).name) : "");
  const pictured = (src, path, attributes) => el("img", { src, ...attributes, on: { error: (event) => event.target.replaceWith(card(path)) } });
  const diagnostics = (errors) => errors.map((d) => [el("p", {}, message(d.text)), d.hints.map((h) => el("p", { class: "hint" }, message(h)))]);
  /** How many warnings are only in the record; null for none. */
  const omittedWarnings = (count) => (count ? el("li", {}, phrase("reportMoreIn", number(count), isolated(record))) : null);
  const view = () => {
    const output = shown[at];
    const { job } = output;
    $("view-h").replaceChildren(pathed(output.path));
    const properties = describe(output);
    const rows = [[phrases.reportJob, named(job.id)], [phrases.reportKind, message(job.kind)], [phrases.state, state[output.outcome]],
      [phrases.reportProperties, properties], [phrases.reportTags, list(job.tags.map(isolated))], [phrases.reportJobTime, time(job.seconds)]]
      .filter(([, value]) => value);
    const picture = small(output);
    const isFile = isServed && isThere(output) && format(output.path).preview === "itself";
    $("view-body").replaceChildren(
      ...(picture ? [pictured(isFile ? href(output.path) : picture, output.path, { alt: phrase(isFile ? "reportImageOf" : "reportThumbnailOf", isolated(output.path)) })] : []),
      el("dl", {}, rows.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
      ...(isThere(output) ? [el("p", {}, el("a", { href: href(output.path) }, phrases.reportOpenFile))] : []),
      ...job.errors.map((error) => el("div", { class: "fault" }, diagnostics([error]))),
      ...(job.warnings.length ? [el("h3", {}, phrases.reportWarnings),
        el("ul", { class: "plain" }, job.warnings.map((w) => el("li", {}, message(w.text))), omittedWarnings(job["more-warnings"]))] : []));
    $("view-prev").disabled = at === 0;
    $("view-next").disabled = at === shown.length - 1;
    if (!$("view").open) $("view").showModal();
    $("view").scrollTop = 0;
  };
  const step = (by) => { if (shown[at + by]) { at += by; view(); } };
  $("view-prev").addEventListener("click", () => step(-1));
  $("view-next").addEventListener("click", () => step(1));
  $("view").addEventListener("keydown", (event) => {
    // Arrows point in the direction of the text.
    if (event.key === "ArrowLeft") step(isRightToLeft ? 1 : -1);
    if (event.key === "ArrowRight") step(isRightToLeft ? -1 : 1);
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
      el("span", { class: "cap" }, pathed(output.path), " ", badge(output.outcome), el("small", {}, describe(output)))));
    return [key, made];
  };
  const sheet = pages($("grid-pager"), 60, (part) => {
    tiles = new Map(part.map(tile));
    const nodes = [...tiles.values()].map((t) => t.node);
    const grid = $("grid");
    if (nodes.length === grid.children.length && nodes.every((node, index) => grid.children[index] === node)) return;
    const focused = grid.contains(document.activeElement) ? document.activeElement : null;
    grid.replaceChildren(...nodes);
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  });
  const jobRow = (job) => el("tr", {}, el("th", { scope: "row" }, named(job.id)), el("td", {}, badge(job.outcome)), el("td", {}, message(job.kind)), el("td", {}, list(job.tags.map(isolated))),
    el("td", { class: "num" }, number(job.outputs.length)), el("td", { class: "num" }, job.warnings.length ? number(job.warnings.length + (job["more-warnings"] || 0)) : ""), el("td", { class: "num" }, job.seconds ? time(job.seconds) : ""));
  const jobs = pages($("jobs-pager"), 100, (part) => $("jobs-rows").replaceChildren(...part.map(jobRow)));

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
    options("f-state", phrases.reportEverything, order.filter((o) => states.has(o)), (v) => state[v]);
    options("f-kind", phrases.reportEverything, sorted(allJobs.map((j) => j.kind)));
    options("f-tag", phrases.reportEverything, sorted(allJobs.flatMap((j) => j.tags)));
  };
  showOptions();
  const fields = ["text", "state", "kind", "tag"];
  // Of a job under way only so many outputs are listed.
  const beyond = () => {
    const of = allJobs.filter((j) => j.omitted);
    const more = of.reduce((sum, j) => sum + j.omitted, 0);
    return more ? phrase("reportMoreOf", number(more), of.length === 1 ? isolated(of[0].id) : counted("reportJobCount", of.length)) : "";
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
    const bare = without === shown.length ? phrases.reportNoThumbnails : phrase("reportWithoutThumbnail", number(without));
    const found = list([counted("reportOutputCount", shown.length), without ? bare : "", beyond()]);
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
    $("failures-list").replaceChildren(...failed.slice(0, 200).map((j) => el("div", { class: "fault" }, el("h3", {}, named(j.id)), diagnostics(j.errors))));
    if (failed.length > 200) $("failures-list").append(el("p", { class: "note" }, phrase("reportMore", number(failed.length - 200))));
  };
  showFailures();
  const warned = new Map();
  for (const w of data.warnings || []) warned.set(w.text, []);
  for (const job of data.jobs) for (const w of job.warnings) warned.set(w.text, (warned.get(w.text) || []).concat(job.id));
  if (warned.size) {
    $("warnings").hidden = false;
    const jobsOf = (ids) => list(ids.slice(0, 3).map(isolated)) + (ids.length > 3 ? " " + phrase("reportMore", number(ids.length - 3)) : "");
    const omitted = [data, ...data.jobs].reduce((sum, part) => sum + part["more-warnings"], 0) + Math.max(0, warned.size - 300);
    $("warnings-list").append(...[...warned].slice(0, 300).map(([text, ids]) => el("li", {}, message(text), " ", el("small", {}, jobsOf(ids)))));
    if (omitted) $("warnings-list").append(omittedWarnings(omitted));
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
    const name = el("a", { href: href(change.path) }, pathed(change.path));
    if (!before || !after) {
      return el("div", { class: "pair" }, after ? el("div", { class: "pic" }, el("img", { src: after, alt: phrase("reportNow", isolated(change.path)) })) : null,
        el("div", { class: "cap" }, name, " ", el("small", {}, change["is-new"] ? phrases.reportNew : after ? phrases.reportNoThumbnailBefore
          : phrase("reportSizeChange", size(change.was), size(change.size)))));
    }
    const box = el("div", { class: "pic" });
    const views = { before: el("img", { src: before, alt: phrase("reportThen", isolated(change.path)) }), after: el("img", { src: after, alt: phrase("reportNow", isolated(change.path)) }) };
    const labels = { before: phrases.reportBefore, after: phrases.reportAfter, difference: phrases.reportDifference };
    const buttons = Object.entries(labels).map(([kind, label]) => el("button", { type: "button", "data-kind": kind, on: { click: () => show(kind) } }, label));
    const show = (kind) => {
      buttons.forEach((b) => b.setAttribute("aria-pressed", String(b.dataset.kind === kind)));
      box.replaceChildren(views[kind] || views.after);
    };
    show("after");
    difference(before, after).then((found) => {
      found.canvas.setAttribute("role", "img");
      found.canvas.setAttribute("aria-label", phrase("reportDifferenceIn", isolated(change.path)));
      views.difference = found.canvas;
      const share = found.share * 100;
      note.textContent = !found.same ? phrases.reportOtherSize : share === 0 ? phrases.reportInvisible
        : share < 0.1 ? phrase("reportHardlyMarked", number(0.1, 1)) : phrase("reportMarked", number(share, 1));
      if (share > 0) show("difference");
    }).catch(() => { note.textContent = phrases.reportIncomparable; });
    return el("div", { class: "pair" }, el("div", { class: "switch", role: "group", "aria-label": change.path }, buttons), box, el("div", { class: "cap" }, name, " ", note));
  };
  if (data.changes.length || data.removed.length) {
    $("changes").hidden = false;
    const fresh = data.changes.filter((c) => c["is-new"]).length;
    const other = data.changes.length - fresh;
    const gone = data.removed.length;
    $("changes-note").textContent = list([other ? counted("reportOutputsChanged", other) : "", fresh ? phrase("reportOutputsNew", number(fresh)) : "",
      gone ? phrase("reportOutputsGone", number(gone)) : "", data.since ? phrase("reportSince", date(data.since)) : ""]);
    pages($("changes-pager"), 12, (part) => $("changes-list").replaceChildren(...part.map(pair)))(
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
    // Time runs in the direction of the text.
    const x = (t) => { const along = left + (t / end) * (width - 2 * left); return isRightToLeft ? width - along : along; };
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const height = lanes * (row + 3) + 26;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", phrase("reportTimelineDescription", counted("reportStageCount", spans.length), time(end)));
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
      svg.append(add("text", { x: x(t) + (isRightToLeft ? -3 : 3), y: height - 5 }, t < 100 ? phrase("reportSeconds", number(t, 3, 0)) : time(t)));
    }
    for (const [name, job, lane, start, seconds] of spans) {
      const bar = add("rect", { x: Math.min(x(start), x(start + seconds)).toFixed(2), y: (lane - 1) * (row + 3), width: Math.max(0.6, Math.abs(x(start + seconds) - x(start)) - 0.3).toFixed(2), height: row, rx: 1.5, fill: color(name) });
      bar.append(add("title", {}, list([isolated(name), isolated(job), time(seconds)])));
      svg.append(bar);
    }
    $("timeline").replaceChildren(svg, el("ul", { class: "key" }, names.slice(0, 30).map((name) => { const dot = el("i"); dot.style.background = color(name); return el("li", {}, dot, message(name)); })));
    const stages = list([counted("reportStageCount", spans.length), data.omitted ? counted("reportStagesOmitted", data.omitted) : ""]);
    $("time-note").textContent = phrase("reportTimeNote", stages, time(data.totals["cpu-seconds"]), time(data.totals.seconds));
    $("slowest").replaceChildren(...[...spans].sort((a, b) => b[4] - a[4]).slice(0, 20).map(([name, job, , start, seconds]) =>
      el("tr", {}, el("th", { scope: "row" }, message(name)), el("td", {}, named(job)), el("td", { class: "num" }, time(start)), el("td", { class: "num" }, time(seconds)))));
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
        $("live-text").textContent = phrases.reportConnectionLost;
        say(phrases.reportConnectionLost);
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
        $("live-text").replaceChildren(message(status.error));
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
          say(phrases.reportRunEnded);
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
        preparing: phrases.reportRunPreparing, running: phrases.reportRunGoing, paused: phrases.reportRunPaused,
        stopping: phrases.reportRunStopping, done: phrases.reportRunCompleting,
      };
      if (phase !== status.phase) say(phases[status.phase] || "");
      phase = status.phase;
      const hasJobs = status.jobs > 0;
      const progress = hasJobs ? counted("reportJobsEnded", status.jobs, number(ended)) : "";
      if (!isSaid) {
        const left = status["remaining-seconds"] === null || status.phase === "done" ? "" : phrase("reportTimeLeft", time(status["remaining-seconds"]));
        const sentence = status.phase === "running" ? "" : `${phases[status.phase] || ""} `;
        $("live-text").textContent = !hasJobs ? phrases.reportPlanning
          : sentence + list([progress, phrase("reportFailedCount", number(status.failed)), left]);
      }
      $("verdict").textContent = (phases[status.phase] || "") + (hasJobs ? ` ${progress}.` : "");
      $("when").textContent = "";
      const remaining = Math.max(0, status.jobs - ended);
      showTotals([...totalsOf(status), remaining && [remaining, phrases.reportRemaining], outputTotal()].filter(Boolean));
      $("live-running").replaceChildren(...status.running.map((r) => el("li", {}, message(r.stage), " ", el("small", {}, list([isolated(r.job), time(r.seconds)])))));
      $("live-failures").replaceChildren(...status.failures.map((f) => el("li", {}, named(f.job), ": ", message(f.message))));
      pull();
    };
    connect();
  }
})();

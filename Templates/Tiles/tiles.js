// SPDX-License-Identifier: MIT
// Part of Platen: the page of a pyramid of tiles: moved and zoomed with a pointer, fingers or keys.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const map = $("map"), canvas = $("canvas"), pen = canvas.getContext("2d");
  const levels = data.levels.map(([number, width, height]) => ({ number, width, height }));
  const top = levels[levels.length - 1];
  const size = data["tile-size"], overlap = data.overlap, words = data.words;
  const numbers = (() => {
    const form = { maximumSignificantDigits: 3 };
    // A language may be called by a name that browsers do not take.
    try { return new Intl.NumberFormat(document.documentElement.lang, form); } catch { return new Intl.NumberFormat("en", form); }
  })();

  // What is in the middle, in pixels of the largest level, and how many pixels of the screen one has.
  const view = { x: top.width / 2, y: top.height / 2, scale: 1 };
  let wide = 1, high = 1, dense = 1;
  const whole = () => Math.min(wide / top.width, high / top.height);
  const least = () => Math.min(whole(), 1) / 1.5;
  const most = () => Math.max(2 / dense, whole());

  // MARK: Tiles, the ones used last kept

  let kept = new Map(), past = new Map();
  /** More only where more are seen at once. */
  const mostKept = 600;
  let asked = 0, shown = 0, failed = 0;
  // A page that shows several folders of tiles names another one here, and what it adds to the address.
  let tiles = data.folder, more = "";
  const address = (level, column, row) => {
    const folder = tiles.split("/").map(encodeURIComponent).join("/");
    const name = data.scheme === "dzi" ? `${level.number}/${column}_${row}`
      : `${level.number}/${column}/${data.scheme === "tms" ? 2 ** level.number - 1 - row : row}`;
    return `${folder}${name}.${data.format}`;
  };
  const tile = (level, column, row) => {
    const key = `${level.number}/${column}/${row}`;
    let picture = kept.get(key);
    if (picture) {
      kept.delete(key);
    } else {
      picture = new Image();
      asked += 1;
      const isCurrent = () => kept.get(key) === picture;
      picture.onload = () => {
        if (!isCurrent()) return;
        shown += 1;
        map.dataset.tiles = String(shown);
        plan();
      };
      picture.onerror = () => {
        if (!isCurrent()) return;
        failed += 1;
        plan();
        if (shown === 0 && failed === asked) $("trouble").hidden = false;
      };
      picture.src = address(level, column, row);
    }
    kept.set(key, picture);
    return picture;
  };
  const isThere = (picture) => picture.complete && picture.naturalWidth > 0;

  // MARK: Drawing

  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => { isPlanned = false; draw(); });
  };
  /** The smallest level that has as many pixels as the screen shows, or nearly. */
  const levelFor = () =>
    levels.find((level) => level.width >= top.width * view.scale * dense * 0.75) || top;

  /** The tiles of a level that can be seen: called with their columns and rows. */
  const visible = (level, call) => {
    const scale = view.scale * top.width / level.width;
    const x = view.x * level.width / top.width, y = view.y * level.height / top.height;
    const first = (middle, half) => Math.max(0, Math.floor((middle - half) / size));
    const last = (middle, half, side) =>
      Math.min(Math.ceil(side / size) - 1, Math.floor((middle + half) / size));
    for (let row = first(y, high / 2 / scale); row <= last(y, high / 2 / scale, level.height); row += 1)
      for (let column = first(x, wide / 2 / scale); column <= last(x, wide / 2 / scale, level.width); column += 1)
        call(column, row);
  };
  const paint = (level, column, row, picture) => {
    const left = column * size, up = row * size;
    const width = Math.min(size, level.width - left), height = Math.min(size, level.height - up);
    // Edges on whole pixels of the screen, so that neighbors meet.
    const across = (x) => Math.round(((x * top.width / level.width - view.x) * view.scale + wide / 2) * dense);
    const down = (y) => Math.round(((y * top.height / level.height - view.y) * view.scale + high / 2) * dense);
    const x = across(left), y = down(up);
    pen.drawImage(picture, column > 0 ? overlap : 0, row > 0 ? overlap : 0, width, height,
      x, y, Math.max(1, across(left + width) - x), Math.max(1, down(up + height) - y));
  };
  const draw = () => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = "high";
    const wanted = levelFor();
    const here = [];
    let isWhole = true, isBusy = false;
    visible(wanted, (column, row) => {
      const picture = tile(wanted, column, row);
      here.push([column, row, picture]);
      isWhole = isWhole && isThere(picture);
      isBusy = isBusy || !picture.complete;
    });
    map.setAttribute("aria-busy", String(isBusy));
    if (isWhole) past = new Map();
    // What has not come yet is shown as the folder before has it, or else as smaller levels have it.
    if (past.size > 0) {
      for (const level of levels) {
        visible(level, (column, row) => {
          const picture = past.get(`${level.number}/${column}/${row}`);
          if (picture && isThere(picture)) paint(level, column, row, picture);
        });
      }
    } else if (!isWhole) {
      for (const level of levels) {
        if (level === wanted) break;
        visible(level, (column, row) => {
          const picture = level === levels[0] ? tile(level, column, row)
            : kept.get(`${level.number}/${column}/${row}`);
          if (picture && isThere(picture)) paint(level, column, row, picture);
        });
      }
    }
    for (const [column, row, picture] of here) if (isThere(picture)) paint(wanted, column, row, picture);
    // What is seen now was used last, so it is the last to go.
    while (kept.size > Math.max(mostKept, 2 * here.length)) kept.delete(kept.keys().next().value);
    bar();
    $("in").disabled = view.scale >= most() * 0.999;
    $("out").disabled = view.scale <= least() * 1.001;
  };
  const bar = () => {
    if (!data.distance) return;
    const perPixel = data.distance / top.width / view.scale;
    let length = 10 ** Math.floor(Math.log10(perPixel * 140));
    for (const factor of [5, 2]) if (length * factor <= perPixel * 140) { length *= factor; break; }
    $("scale").hidden = false;
    $("scale-bar").style.width = `${length / perPixel}px`;
    $("scale-text").textContent = `${numbers.format(length)} ${data.unit}`;
  };

  // MARK: Moving

  const settle = () => {
    view.scale = Math.min(most(), Math.max(least(), view.scale));
    view.x = Math.min(top.width, Math.max(0, view.x));
    view.y = Math.min(top.height, Math.max(0, view.y));
    plan();
    tell();
  };
  const move = (x, y) => { view.x += x / view.scale; view.y += y / view.scale; settle(); };
  /** Zooms so that the place at a point of the screen stays there. */
  const zoom = (factor, x = wide / 2, y = high / 2) => {
    const scale = Math.min(most(), Math.max(least(), view.scale * factor));
    view.x += (x - wide / 2) * (1 / view.scale - 1 / scale);
    view.y += (y - high / 2) * (1 / view.scale - 1 / scale);
    view.scale = scale;
    settle();
  };
  const fit = () => {
    Object.assign(view, { x: top.width / 2, y: top.height / 2, scale: whole() * 0.97 });
    settle();
  };

  let waiting = 0, hasMoved = false;
  const tell = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const third = (value, side) => Math.min(2, Math.floor(value / side * 3));
      const place = view.scale < whole() * 1.05 ? words.wholeMap
        : words.mapParts.split(", ")[third(view.y, top.height) * 3 + third(view.x, top.width)];
      const told = { 1: Math.round(view.scale / most() * 100), 2: place };
      if (hasMoved) $("said").textContent = words.zoomDescription.replace(/\{([12])\}/g, (_, n) => told[n]);
      hasMoved = true;
      const mark = `#${[view.x / top.width, view.y / top.height, view.scale / most()].map((n) => n.toFixed(4)).join(",")}${more}`;
      try { history.replaceState(null, "", mark); } catch { /* Some browsers keep addresses of files as they are. */ }
    }, 350);
  };

  // MARK: Pointer, fingers, wheel, keys

  const fingers = new Map();
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const point = (event) => {
    const frame = map.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  };
  map.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    map.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, point(event));
    map.classList.add("dragging");
  });
  map.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const now = point(event);
    if (fingers.size === 2) {
      const before = spread();
      fingers.set(event.pointerId, now);
      const after = spread();
      move(before.x - after.x, before.y - after.y);
      if (before.apart > 0) zoom(after.apart / before.apart, after.x, after.y);
    } else {
      fingers.set(event.pointerId, now);
      if (fingers.size === 1) move(last.x - now.x, last.y - now.y);
    }
  });
  const lift = (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size === 0) map.classList.remove("dragging");
  };
  map.addEventListener("pointerup", lift);
  map.addEventListener("pointercancel", lift);
  map.addEventListener("dblclick", (event) => { const at = point(event); zoom(event.shiftKey ? 0.5 : 2, at.x, at.y); });
  map.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = [1, 20, 400][event.deltaMode] || 1;
    const at = point(event);
    // Two fingers on a pad come as a wheel with the control key, in small steps.
    zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), at.x, at.y);
  }, { passive: false });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select")) return;
    const step = event.shiftKey ? 400 : 100;
    const keys = {
      ArrowLeft: () => move(-step, 0), ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step), ArrowDown: () => move(0, step),
      "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "−": () => zoom(1 / 1.5),
      PageUp: () => move(0, -high * 0.8), PageDown: () => move(0, high * 0.8),
      0: fit, Home: fit, Escape: () => help(false),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  $("in").addEventListener("click", () => zoom(1.5));
  $("out").addEventListener("click", () => zoom(1 / 1.5));
  $("fit").addEventListener("click", fit);

  const help = (isOpen) => {
    $("help").hidden = !isOpen;
    $("help-button").setAttribute("aria-expanded", String(isOpen));
  };
  $("help-button").addEventListener("click", () => help($("help").hidden));

  // MARK: Light and dark

  const root = document.documentElement;
  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const showTheme = () => $("theme").setAttribute("aria-pressed", String(isDark()));
  $("theme").addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; showTheme(); });
  showTheme();

  // MARK: The beginning

  const measure = () => {
    const frame = map.getBoundingClientRect();
    [wide, high, dense] = [Math.max(1, frame.width), Math.max(1, frame.height), window.devicePixelRatio || 1];
    canvas.width = Math.round(wide * dense);
    canvas.height = Math.round(high * dense);
  };
  measure();
  const mark = location.hash.slice(1).split("&")[0].split(",").map(Number);
  if (mark.length === 3 && mark.every((n) => Number.isFinite(n) && n >= 0 && n <= 1) && mark[2] > 0) {
    Object.assign(view, { x: mark[0] * top.width, y: mark[1] * top.height, scale: mark[2] * most() });
    settle();
  } else {
    fit();
  }
  new ResizeObserver(() => {
    const wasWhole = view.scale <= whole() * 1.001;
    measure();
    if (wasWhole) fit(); else settle();
    draw();
  }).observe(map);

  /** Shows the tiles of another folder; those of the last one stay until they have come. */
  window.showTiles = (folder, added) => {
    if ([...kept.values()].some(isThere)) past = kept;
    kept = new Map();
    [tiles, more, asked, shown, failed] = [folder, added, 0, 0, 0];
    map.dataset.tiles = "0";
    $("trouble").hidden = true;
    map.setAttribute("aria-busy", "true");
    plan();
    tell();
  };
})();

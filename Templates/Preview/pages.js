// SPDX-License-Identifier: MIT
// Part of Platen: a column of pages, whose images are requested when they are scrolled to.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement, pages = $("pages");
  const numbers = (() => {
    // A language may be called by a name that browsers do not take.
    try { return new Intl.NumberFormat(root.lang); } catch { return new Intl.NumberFormat("en"); }
  })();
  const placeOf = (page) => data["page-of"].replace(/\{([12])\}/g,
    (_, n) => numbers.format({ 1: page + 1, 2: all.length }[n]));

  /** The pages as they are shown, and the folder of their images; images of the last folder stay until the new ones
   * have come. */
  let all = [], folder = "", more = "";
  /** The page that the reader looks at, and the position to which it was scrolled. */
  let current = 0, settled = -1;

  // MARK: Images, of the pages in view and next to it

  const near = new Set();
  const atOnce = 3;
  let loading = 0, listing = 0, isPlanned = false;
  const watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        near.add(target);
      } else {
        near.delete(target);
        // Far away, it needs no memory.
        target.replaceChildren();
        target.address = null;
      }
    }
    plan();
  }, { root: pages, rootMargin: "120% 0px" });
  const addressOf = (page) => {
    const width = Math.round(page.clientWidth * (window.devicePixelRatio || 1));
    return `${folder}${page.number + 1}/${Math.min(data.widest, Math.max(16, width))}.png`;
  };
  const viewOf = (address) => (address || "").split("/").slice(3, 6).join("/");
  const busy = () => pages.setAttribute("aria-busy", String(listing > 0 || loading > 0));
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => { isPlanned = false; request(); });
  };
  /** Requests the next images, those in view first. */
  const request = () => {
    const middle = pages.scrollTop + pages.clientHeight / 2;
    const away = (page) => Math.abs(page.offsetTop + page.offsetHeight / 2 - middle);
    const wanted = [...near].filter((page) => page.address !== addressOf(page));
    for (const page of wanted.sort((a, b) => away(a) - away(b)).slice(0, Math.max(0, atOnce - loading))) load(page);
    busy();
  };
  const load = (page) => {
    const image = new Image(), address = addressOf(page);
    page.address = address;
    loading += 1;
    const end = (hasCome) => {
      loading -= 1;
      if (hasCome && page.address === address && page.isConnected) {
        image.alt = placeOf(page.number);
        // A slide with more content than fits is higher.
        page.style.setProperty("--ratio", image.naturalWidth / image.naturalHeight);
        page.replaceChildren(image);
        page.dataset.shown = address;
      } else if (!hasCome && page.address === address && viewOf(page.dataset.shown) !== viewOf(address)) {
        // It cannot be drawn, and what it shows is of another look or size.
        page.replaceChildren();
      }
      plan();
    };
    image.onload = () => image.decode().then(() => end(true), () => end(true));
    image.onerror = () => end(false);
    image.src = address;
  };

  // MARK: The list of pages

  const lay = (list) => {
    const page = all[current], before = page && (pages.scrollTop - page.offsetTop) / page.offsetHeight;
    document.title = $("title").textContent = list.title || $("title").textContent;
    pages.classList.toggle("whole", list.whole);
    while (all.length > list.pages.length) {
      const last = all.pop();
      watch.unobserve(last);
      near.delete(last);
      last.remove();
    }
    pages.classList.toggle("small", list.whole && list.pages.every(([width, height]) => width < 1.3 * height));
    list.pages.forEach(([width, height], number) => {
      const page = all[number] || Object.assign(document.createElement("div"), { className: "page", number });
      page.style.setProperty("--ratio", width / height);
      if (all[number]) return;
      all.push(page);
      pages.append(page);
      watch.observe(page);
    });
    if (page) scroll(Math.min(current, all.length - 1), page === all[current] ? before : 0);
    $("turner").hidden = all.length === 0;
    tell();
    plan();
  };
  let asked = 0;
  const show = async (next, added) => {
    more = added;
    asked += 1;
    const number = asked;
    listing += 1;
    busy();
    try {
      const answer = await fetch(`${next}pages.json`);
      // Without a list, the reason comes with the state of the files; the last pages stay.
      if (!answer.ok || number !== asked) return;
      const list = await answer.json();
      if (number !== asked) return;
      folder = next;
      lay(list);
    } catch { /* The connection is lost, which is shown already. */
    } finally {
      listing -= 1;
      busy();
      tell();
    }
  };

  // MARK: The page that is looked at

  const scroll = (number, part = 0) => {
    const page = all[number];
    if (!page) return;
    current = number;
    pages.scrollTop = page.offsetTop + part * page.offsetHeight - (part === 0 ? 16 : 0);
    settled = pages.scrollTop;
    tell();
  };
  /** Goes to the next row of pages, or the previous one. */
  const turn = (by) => {
    const top = all[current]?.offsetTop;
    let number = current;
    while (all[number] && all[number].offsetTop === top) number += by;
    if (!all[number]) return;
    while (all[number - 1]?.offsetTop === all[number].offsetTop) number -= 1;
    scroll(number);
  };
  let waiting = 0;
  const tell = () => {
    $("place").textContent = all.length === 0 ? "" : `${numbers.format(current + 1)} / ${numbers.format(all.length)}`;
    $("previous").disabled = current === 0;
    $("next").disabled = all[current]?.offsetTop === all[all.length - 1]?.offsetTop;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (all.length > 0) $("said").textContent = placeOf(current);
      try { history.replaceState(null, "", `#${current + 1}${more}`); } catch { /* Some pages may not change their address. */ }
    }, 350);
  };
  pages.addEventListener("scroll", () => {
    if (Math.abs(pages.scrollTop - settled) < 2) return;
    settled = -1;
    const line = pages.scrollTop + pages.clientHeight / 3;
    const number = all.findIndex((page) => page.offsetTop + page.offsetHeight > line);
    current = number < 0 ? Math.max(0, all.length - 1) : number;
    tell();
    plan();
  });
  const isRightToLeft = root.dir === "rtl";
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, pre")) return;
    const act = {
      ArrowLeft: () => turn(isRightToLeft ? 1 : -1), ArrowRight: () => turn(isRightToLeft ? -1 : 1),
      Home: () => scroll(0), End: () => scroll(all.length - 1), Escape: () => help(false),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  $("previous").addEventListener("click", () => turn(-1));
  $("next").addEventListener("click", () => turn(1));

  const help = (isOpen) => {
    $("help").hidden = !isOpen;
    $("help-button").setAttribute("aria-expanded", String(isOpen));
  };
  $("help-button").addEventListener("click", () => help($("help").hidden));

  // MARK: Light and dark

  const isDark = () => root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const showTheme = () => $("theme").setAttribute("aria-pressed", String(isDark()));
  $("theme").addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; showTheme(); });
  showTheme();

  // MARK: The beginning

  const first = Number(location.hash.slice(1).split("&")[0]);
  let resizing = 0, wide = 0;
  new ResizeObserver(() => {
    if (pages.clientWidth === wide) return;
    wide = pages.clientWidth;
    // The same page in view; images of the new width once the window stays as it is.
    if (all.length > 0) scroll(current);
    clearTimeout(resizing);
    resizing = setTimeout(plan, 250);
  }).observe(pages);
  pages.focus({ preventScroll: true });

  /** Shows the pages of another folder; those of the last one stay until they have come. */
  window.showPages = async (next, added) => {
    await show(next, added);
    if (first > 1 && all.length > 0 && asked === 1) scroll(Math.min(first, all.length) - 1);
  };
})();

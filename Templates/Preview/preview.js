// SPDX-License-Identifier: MIT
// Part of Platen: the choices on a page that shows a map or pages while their look is edited. The
// script of tiles or of pages comes before this one.
(() => {
  const $ = (id) => document.getElementById(id);
  const choices = ["look", "layers", "size", "audience"].map($).filter((choice) => choice);
  let revision = JSON.parse($("data").textContent).folder.split("/")[2];

  // MARK: What is chosen, also in the address

  const name = (choice) => choice.selectedOptions[0].dataset.name;
  const show = () => (window.showTiles || window.showPages)(
    `.live/picture/${[revision, ...choices.map((choice) => choice.value)].join("/")}/`,
    choices.map((choice) => `&${choice.id}=${encodeURIComponent(name(choice))}`).join(""));
  const inAddress = new URLSearchParams(location.hash.slice(1));
  for (const choice of choices) {
    const option = [...choice.options].find((each) => each.dataset.name === inAddress.get(choice.id));
    if (option) choice.value = option.value;
    choice.addEventListener("change", show);
  }
  show();

  /** Chooses what is so many places further, around the end. */
  const turn = (choice, by) => {
    choice.selectedIndex = (choice.selectedIndex + by + choice.length) % choice.length;
    show();
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select")) return;
    const act = {
      l: () => turn($("look"), event.shiftKey ? -1 : 1),
      g: () => turn($("audience"), 1),
    }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // MARK: What has changed on the disk

  const connect = () => {
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/live`);
    socket.onopen = () => {
      // Another server may have other looks.
      if (!$("lost").hidden) location.reload();
    };
    socket.onmessage = (event) => {
      const state = JSON.parse(event.data);
      if (!Array.isArray(state.errors)) return;
      $("messages").textContent = state.errors.join("\n");
      $("errors").hidden = state.errors.length === 0;
      if (String(state.revision) === revision) return;
      revision = String(state.revision);
      show();
    };
    socket.onclose = () => {
      $("lost").hidden = false;
      setTimeout(connect, 1000);
    };
  };
  connect();
})();

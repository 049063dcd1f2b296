// The interactive board in the browser. It shows what Python says and sends what the person does;
// the rules of Hex are in Python only.

const ANSWER_TIME = 4000; // ms after which a missing answer is worth a sentence

const NO_ANSWER =
  "Python has not answered yet. If no kernel is running, this board is a still picture: " +
  "run the notebook's cells to play on it.";

// An element: h("button", {title: "Undo", onclick: f}, "←").
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function button(sign, label, action) {
  return h("button", { type: "button", title: label, "aria-label": label, onclick: action }, sign);
}

// A labeled <select> that follows a trait in both directions.
function choice(model, line, trait, label) {
  const select = h("select", {
    "aria-label": label,
    "data-trait": trait,
    onchange: () => line.set(trait, select.value),
  });
  const follow = () => (select.value = model.get(trait));
  const fill = () => {
    const options = model.get("choices")[trait];
    select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    follow();
  };
  model.on(`change:${trait}`, follow);
  model.on("change:choices", fill);
  fill();
  return h("label", {}, h("span", {}, label), select);
}

// Everything the person asks for goes to Python through here; it notes when no answer comes.
class Line {
  constructor(model, onSilence, onAnswer) {
    this.model = model;
    this.onSilence = onSilence;
    this.timer = null;
    model.on("change:answered", () => {
      clearTimeout(this.timer);
      onAnswer();
    });
  }

  say(op, content = {}) {
    this.wait();
    this.model.send({ op, ...content });
  }

  set(trait, value) {
    this.wait();
    this.model.set(trait, value);
    this.model.save_changes();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.onSilence, ANSWER_TIME);
  }

  close() {
    clearTimeout(this.timer);
  }
}

// -- parts -----------------------------------------------------------------------------------

function navigation(line) {
  const buttons = {
    first: button("|◀", "First position (Home)", () => line.say("first")),
    undo: button("◀", "Back one move (left arrow)", () => line.say("undo")),
    redo: button("▶", "Forward one move (right arrow)", () => line.say("redo")),
    last: button("▶|", "Last position (End)", () => line.say("last")),
    "swap-pieces": button("swap", "Swap pieces: take over the stone, reflected", () =>
      line.say("swap", { kind: "pieces" })
    ),
    "swap-sides": button("swap sides", "Swap sides: the players exchange colors", () =>
      line.say("swap", { kind: "sides" })
    ),
  };
  const follow = (state) => {
    buttons.first.disabled = buttons.undo.disabled = !state.can_undo;
    buttons.last.disabled = buttons.redo.disabled = !state.can_redo;
    buttons["swap-pieces"].hidden = buttons["swap-sides"].hidden = !state.can_swap;
  };
  return [Object.values(buttons), follow];
}

// The moves as lines of buttons; a variation is a block of its own, set in under its move.
function moveTree(rows, line) {
  const tree = h("div", { class: "hexlab-tree", role: "list" });
  let block = null;
  let depth = -1;
  for (const row of rows) {
    if (row.depth !== depth || row.opens) {
      depth = row.depth;
      block = h("div", { class: "hexlab-line", style: `margin-left:${Math.min(depth, 6)}em` });
      tree.append(block);
    }
    block.append(
      h(
        "button",
        {
          type: "button",
          role: "listitem",
          class: row.current ? "hexlab-move hexlab-current" : "hexlab-move",
          "aria-current": row.current ? "true" : null,
          "data-node": row.node,
          title: row.comment || `Go to ${row.text}`,
          onclick: () => line.say("goto", { node: row.node }),
        },
        row.comment ? `${row.text} ✎` : row.text
      )
    );
  }
  return tree;
}

function movesPanel(line) {
  const list = h("div", { class: "hexlab-moves" });
  const remove = button("delete branch", "Delete this move and all that follows", () =>
    line.say("delete")
  );
  const restore = button("put back", "Bring back what was deleted or replaced last", () =>
    line.say("put_back")
  );
  const follow = (state) => {
    list.replaceChildren(moveTree(state.tree, line));
    remove.disabled = !state.can_undo;
    restore.disabled = !state.can_put_back;
    // Scroll the list alone: scrollIntoView would move the whole notebook.
    const current = list.querySelector(".hexlab-current");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  };
  return [h("section", {}, h("h4", {}, "Moves"), list, h("div", { class: "hexlab-bar" }, remove, restore)), follow];
}

function commentPanel(line) {
  const area = h("textarea", {
    "aria-label": "Comment on this position",
    placeholder: "Comment on this position",
    rows: 2,
    onchange: () => line.say("comment", { text: area.value }),
  });
  const follow = (state) => {
    if (document.activeElement !== area || area.dataset.node !== String(state.node)) {
      area.value = state.comment;
    }
    area.dataset.node = state.node;
  };
  return [h("section", {}, h("h4", {}, "Comment"), area), follow];
}

// What is told about a connection, a solution or a proof, below the board.
function studyPanel(line) {
  const list = h("div", { class: "hexlab-lines" });
  const back = button("take back", "Take the last stones back", () => line.say("back"));
  const other = button("another", "Show another connection of the same ends", () =>
    line.say("other")
  );
  const leave = button("leave", "Begin anew, or leave (Escape)", () => line.say("leave"));
  const bar = h("div", { class: "hexlab-bar" }, back, other, leave);
  const panel = h("div", { class: "hexlab-study", hidden: true }, list, bar);
  const follow = ({ study }) => {
    panel.hidden = !study;
    if (!study) return;
    list.replaceChildren(...study.lines.map((text) => h("p", {}, text)));
    back.disabled = !study.can_back;
    other.hidden = !study.can_other;
  };
  return [panel, follow];
}

// What one asks of the player one plays against.
function botPanel(line) {
  const buttons = {
    hint: button("hint", "What the player would do", () => line.say("hint")),
    go: button("let it move", "The player moves for whoever is to move", () => line.say("go")),
    resign: button("resign", "Give up", () => line.say("resign")),
  };
  const bar = h("div", { class: "hexlab-bar hexlab-bot", hidden: true }, ...Object.values(buttons));
  const follow = ({ bot }) => {
    bar.hidden = !bot;
    if (!bot) return;
    buttons.hint.disabled = buttons.go.disabled = bot.thinking;
  };
  return [bar, follow];
}

async function copy(text, area) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    area.value = text; // no clipboard here (plain http, a sandbox): leave it to the person's hands
    area.focus();
    area.select();
    return false;
  }
}

function exchangePanel(line, tell) {
  const area = h("textarea", {
    class: "hexlab-paste",
    "aria-label": "Paste a HexWorld link, SGF or HexWiki diagram",
    placeholder: "Paste a HexWorld link, SGF or HexWiki diagram",
    rows: 3,
  });
  const open = button("Open", "Open the pasted game", () => line.say("open", { text: area.value }));
  const copies = [
    ["sgf", "SGF"],
    ["hexworld", "HexWorld link"],
    ["hexwiki", "HexWiki"],
  ].map(([format, name]) => {
    const action = async () => {
      const { text, error } = copies[format];
      if (error) tell(error);
      else tell((await copy(text, area)) ? `${name} copied.` : `${name} selected: press Ctrl+C.`);
    };
    return button(`Copy ${name}`, `Copy this game as ${name}`, action);
  });
  const follow = (state) => Object.assign(copies, state.exports);
  const body = [area, h("div", { class: "hexlab-bar" }, open, ...copies)];
  return [h("details", {}, h("summary", {}, "Open or copy a game"), ...body), follow];
}

// A cell's name, a1 for 0: what Python calls the cell, too.
function cellId(name, n) {
  return (Number(name.slice(1)) - 1) * n + name.charCodeAt(0) - 97;
}

// The numbers of the cell under the pointer, all measures for both players.
function numbersTable(rows, name) {
  const head = h("tr", {}, h("th", {}, name), h("th", {}, "Black"), h("th", {}, "White"));
  const at = cellId(name, Math.sqrt(rows[0].black.length));
  const show = (value) => (value == null ? "–" : String(value));
  const line = (row) =>
    h("tr", {}, h("td", {}, row.name), h("td", {}, show(row.black[at])), h("td", {}, show(row.white[at])));
  return h("table", { class: "hexlab-numbers" }, head, ...rows.map(line));
}

// -- the whole -------------------------------------------------------------------------------

function boardArea(model, line) {
  const area = h("div", { class: "hexlab-board" });
  const info = h("div", { class: "hexlab-info" });
  const cellOf = (event) => event.target.closest?.("[data-cell]")?.dataset.cell;
  let cell = null;
  const describe = () => {
    const rows = model.get("numbers");
    if (!rows.length) info.replaceChildren(cell ?? "");
    else if (!cell) info.replaceChildren("Point at a cell to see its numbers.");
    else info.replaceChildren(numbersTable(rows, cell));
  };
  const draw = () => {
    area.innerHTML = model.get("picture");
    // As wide as there is room, but small boards don't become giants.
    const svg = area.querySelector("svg");
    svg.style.maxWidth = `${1.5 * svg.viewBox.baseVal.width}px`;
    describe();
  };
  area.addEventListener("click", (event) => {
    const side = event.target.closest?.("[data-side]")?.dataset.side;
    if (cellOf(event)) line.say("click", { cell: cellOf(event) });
    else if (side && model.get("mode") === "connections") line.say("side", { side });
  });
  area.addEventListener("pointerover", (event) => {
    cell = cellOf(event) ?? cell;
    describe();
  });
  draw();
  return { area, info, draw, describe };
}

const KEYS = {
  ArrowLeft: ["undo"],
  ArrowRight: ["redo"],
  ArrowUp: ["variation", { step: -1 }],
  ArrowDown: ["variation", { step: 1 }],
  Home: ["first"],
  End: ["last"],
};

function handleKey(event, line, studying) {
  const typing = event.target.closest("textarea, input, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const leaving = event.key === "Escape" && studying;
  const command = leaving ? ["leave"] : KEYS[event.key];
  if (!command) return;
  event.preventDefault();
  event.stopPropagation();
  line.say(...command);
}

function moveField(line) {
  const field = h("input", {
    type: "text",
    size: 6,
    "aria-label": "Type a move, like f6, and press Enter",
    placeholder: "f6 ⏎",
    onkeydown: (event) => {
      event.stopPropagation();
      if (event.key !== "Enter") return;
      line.say("move", { text: field.value });
      field.value = "";
    },
  });
  return field;
}

// The still picture in the output before this one is for readers without a kernel.
function hideStill(key) {
  for (const still of document.querySelectorAll(`img[data-hexlab="${key}"]`)) {
    const output = still.closest(".jp-OutputArea-child, .output_area") ?? still;
    output.style.display = "none";
  }
}

// JupyterLab says on <body> which kind of theme it has; elsewhere the page's text color tells.
function pageTheme(el) {
  const told = document.body.dataset.jpThemeLight;
  if (told) return told === "false" ? "dark" : "light";
  const [r, g, b] = getComputedStyle(el).color.match(/[\d.]+/g).map(Number);
  return 0.3 * r + 0.6 * g + 0.1 * b > 140 ? "dark" : "light";
}

function watchTheme(model, el) {
  const tell = () => {
    if (pageTheme(el) === model.get("page_theme")) return;
    model.set("page_theme", pageTheme(el));
    model.save_changes(); // without a kernel the picture stays as it was stored
  };
  tell();
  const observer = new MutationObserver(tell);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  return () => observer.disconnect();
}

function render({ model, el }) {
  const status = h("div", { class: "hexlab-status", role: "status", "aria-live": "polite" });
  const error = h("div", { class: "hexlab-error", role: "alert" });
  const tell = (text) => (error.textContent = text);
  const line = new Line(
    model,
    () => tell(NO_ANSWER),
    () => error.textContent === NO_ANSWER && tell(model.get("state").error) // late, but here
  );
  const board = boardArea(model, line);
  const [buttons, followButtons] = navigation(line);
  const [study, followStudy] = studyPanel(line);
  const [bot, followBot] = botPanel(line);
  const [moves, followMoves] = movesPanel(line);
  const [comment, followComment] = commentPanel(line);
  const [exchange, followExchange] = exchangePanel(line, tell);
  const pick = (trait, label) => choice(model, line, trait, label);

  const root = h(
    "div",
    {
      class: "hexlab",
      tabindex: 0,
      role: "group",
      "aria-label": "Hex board: arrow keys step through the game",
      "data-lm-suppress-shortcuts": "true",
      onkeydown: (event) => handleKey(event, line, Boolean(model.get("state").study)),
    },
    h("div", { class: "hexlab-columns" }, h(
      "div",
      { class: "hexlab-main" },
      h("div", { class: "hexlab-bar" }, ...buttons, pick("mode", "Click"), moveField(line)),
      board.area,
      status,
      bot,
      study,
      error
    ),
    h(
      "div",
      { class: "hexlab-side" },
      h("div", { class: "hexlab-picks" }, pick("measure", "Color by"), pick("player", "for"), pick("links", "Network")),
      board.info,
      moves,
      comment,
      exchange
    ))
  );

  const follow = () => {
    const state = model.get("state");
    status.textContent = state.status;
    error.textContent = state.error;
    root.dataset.mode = model.get("mode");
    for (const part of [followButtons, followBot, followStudy, followMoves, followComment, followExchange]) part(state);
  };
  model.on("change:picture", board.draw);
  model.on("change:numbers", board.describe);
  model.on("change:state change:mode", follow);
  follow();
  el.append(root);
  hideStill(model.get("key"));
  const stopWatching = watchTheme(model, el);
  return () => {
    line.close();
    stopWatching();
  };
}

export default { render };

// Light or dark: as the system has it, until somebody chooses.
import { h } from "./dom.js";

const KEY = "taproot-theme";
const NEXT = { auto: "light", light: "dark", dark: "auto" };
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

// From a file:// page a browser may refuse to remember anything.
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // then it is for this page alone
  }
}

function use(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function makeThemeButton() {
  let theme = remembered() in NEXT ? remembered() : "auto";
  const sign = h("span", { "aria-hidden": "true" });
  const word = h("span", { class: "word" });
  const button = h("button", { class: "quiet", id: "theme", type: "button" }, sign, word);
  const show = () => {
    use(theme);
    sign.textContent = SIGNS[theme];
    word.textContent = `Theme: ${theme}`;
    button.setAttribute("aria-label", `Theme: ${theme}. Change to ${NEXT[theme]}`);
    button.title = "Change between light, dark and what the system has (t)";
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    remember(theme);
    show();
  });
  show();
  return button;
}

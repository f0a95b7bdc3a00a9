// Elements without markup in strings: whatever a program's heap holds, it is text.

const SVG = "http://www.w3.org/2000/svg";

function set(element, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (key === "class") element.setAttribute("class", value);
  else if (key === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
  else if (key === "style") for (const [name, of] of Object.entries(value)) element.style.setProperty(name, of);
  else element.setAttribute(key, value === true ? "" : value);
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

function make(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) set(element, key, value);
  return fill(element, children);
}

export const h = (tag, props, ...children) => make(document.createElement(tag), props, children);

export const svg = (tag, props, ...children) => make(document.createElementNS(SVG, tag), props, children);

export function replace(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

let ids = 0;
export const newId = (word) => `${word}-${++ids}`;

// Read out by a screen reader, seen nowhere.
export const unseen = (...children) => h("span", { class: "unseen" }, ...children);

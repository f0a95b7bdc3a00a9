// Names of classes, with the package stepped back.
import { h } from "./dom.js";

const PACKAGE = /(?<![\w$])(?:[a-z_]\w*\.)+(?=[A-Z$_])/g;

// A name of a class, or what is told with one: "Registry.active", "com.acme.Session × 6".
export function named(text) {
  const all = h("span", { class: "name" });
  let from = 0;
  for (const found of text.matchAll(PACKAGE)) {
    all.append(text.slice(from, found.index), h("span", { class: "package" }, found[0]), h("wbr"));
    from = found.index + found[0].length;
  }
  all.append(text.slice(from));
  return all;
}

const QUALIFIED = /(?<![\w$])(?:[a-z_]\w*\.)+[A-Z$_][\w$.]*(?:\[\])*/g;

// A sentence, whose names of classes alone stand out.
export function prose(text) {
  const all = [];
  let from = 0;
  for (const found of text.matchAll(QUALIFIED)) {
    const name = found[0].replace(/\.$/, "");
    all.push(text.slice(from, found.index), named(name));
    from = found.index + name.length;
  }
  return [...all, text.slice(from)];
}

// The report's sentences begin small and end without a full stop: they stand in lines of text elsewhere.
export function sentence(text) {
  const begun = /^[a-z]+[ ,]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return prose(/[.!?…]$/.test(begun) ? begun : `${begun}.`);
}

export const simpleName = (className) => className.replace(PACKAGE, "");

const JDK = /^(?:javax?|jdk|sun|com\.sun)\./;
const PRIMITIVE = /^(?:boolean|byte|char|short|int|long|float|double)?$/;

// What colours a class: each package has a hue, those of the JDK and arrays of primitives are pale.
export function tintOf(className) {
  const element = (className ?? "").replace(/(?:\[\])+$/, "");
  const pale = PRIMITIVE.test(element) || JDK.test(element);
  const packages = element.match(/^(?:[a-z_]\w*\.){1,3}/)?.[0] ?? "";
  let hash = 7;
  for (const letter of packages) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return { pale, hue: HUES[hash % HUES.length] };
}

const HUES = [168, 212, 255, 290, 330, 20, 60, 100, 135, 190];

// The class that a text is about, as "static field com.acme.Registry.active"; empty if it is about none.
export const classIn = (text) => text.match(/^(?:static field|class|frame) ((?:[a-z_]\w*\.)*[A-Z$_][\w$]*)/)?.[1] ?? "";

// Numbers as a reader likes them. Bytes are told in binary units, exact ones in a title.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

export const count = (number) => Math.round(number).toLocaleString("en-US");

export function bytes(number) {
  let unit = 0;
  let size = Math.abs(number);
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    ++unit;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${number < 0 ? "−" : ""}${size.toFixed(digits)} ${UNITS[unit]}`;
}

export const exactBytes = (number) => `${count(number)} bytes`;

export const signed = (number, format) =>
  number > 0 ? `+${format(number)}` : number < 0 ? `−${format(-number)}` : "0";

export const part = (some, whole) => (whole > 0 ? some / whole : 0);

export function percent(fraction) {
  const value = 100 * fraction;
  if (value > 0 && value < 0.1) return "<0.1%";
  return `${value.toFixed(value >= 99.95 || value === 0 ? 0 : 1)}%`;
}

export function milliseconds(ms) {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return duration(ms);
}

export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 1) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86400) return `${(seconds / 3600).toFixed(1)} h`;
  return `${(seconds / 86400).toFixed(1)} days`;
}

const two = (number) => String(number).padStart(2, "0");

export function clock(ms) {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

export function when(ms) {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock(ms)}`;
}

export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

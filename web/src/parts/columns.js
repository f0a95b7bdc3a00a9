// Columns of a grid as most of them are.
import { bytes, count, exactBytes, part } from "../format.js";
import { named } from "../names.js";

export const nameColumn = (title, value) => ({ title, wide: true, value, show: (row) => named(value(row)) });

// With `most` the cell has a bar, full at so many bytes.
export const bytesColumn = (title, value, most) => ({
  title,
  number: true,
  value,
  show: (row) => bytes(value(row)),
  hint: (row) => exactBytes(value(row)),
  part: most === undefined ? undefined : (row) => part(value(row), most),
});

export const countColumn = (title, value) => ({ title, number: true, value, show: (row) => count(value(row)) });

export const most = (rows, value) => Math.max(...rows.map(value), 1);

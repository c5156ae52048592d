/** Characters that start a formula in a spreadsheet, also after spaces and in full width. */
const FORMULA_START = /^[\t\r]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^\s*[+-]?[\d.,'\u00A0\u202F ]*\d(?:[eE][+-]?\d+)?\s*%?\s*$/;

/** Returns whether a spreadsheet would evaluate the cell as a formula. */
export const isFormula = (cell: string): boolean => FORMULA_START.test(cell) && !NUMBER.test(cell);

/** Returns the cell as text. A formula gets a leading apostrophe. */
export const escapeFormula = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell);

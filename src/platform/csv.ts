/** What a spreadsheet takes for the begin of a formula, also after blanks and in full width. */
const FORMULA_START = /^[\t\r]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^\s*[+-]?[\d.,'\u00A0\u202F ]*\d(?:[eE][+-]?\d+)?\s*%?\s*$/;

/** Whether a spreadsheet would run the cell. */
export const isFormula = (cell: string): boolean => FORMULA_START.test(cell) && !NUMBER.test(cell);

/** The cell as text: what a spreadsheet would run is marked. */
export const escapeFormula = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell);

import { ValidationError } from '../../src/platform/errors.ts';

/** Deepest nesting of a body; deeper ones would overflow the stack of whoever walks them. */
const DEEPEST = 64;

/** Refuses text that Postgres can't hold (NUL, lone surrogates) and bodies nested too deep; without recursion. */
export function refuseUnstorable(where: string, value: unknown): void {
  const open: { value: unknown; loc: (string | number)[] }[] = [{ value, loc: [where] }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (typeof item.value === 'string') checkText(item.value, item.loc);
    if (item.value === null || typeof item.value !== 'object') continue;
    if (item.loc.length > DEEPEST)
      throw problem(item.loc.slice(0, 4), `is nested deeper than ${DEEPEST} levels`, 'nesting');
    const isList = Array.isArray(item.value);
    for (const [key, inner] of Object.entries(item.value)) {
      checkText(key, item.loc);
      if (typeof inner === 'string' || typeof inner === 'object')
        open.push({ value: inner, loc: [...item.loc, isList ? Number(key) : key] });
    }
  }
}

function checkText(text: string, loc: (string | number)[]): void {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw problem(loc, 'must be well-formed text without NUL characters', 'text');
  }
}

function problem(loc: readonly (string | number)[], msg: string, type: string): ValidationError {
  return new ValidationError([{ loc, msg, type }]);
}

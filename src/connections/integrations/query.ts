import type { DeclaredQuery, QueryStyle } from './declared.ts';
import { argument, isPlain, textOf, UnfitArguments } from './values.ts';

/** How deep objects may lie in one another in a query. */
const DEEPEST = 5;

const BETWEEN = { comma: ',', space: ' ', pipe: '|' } as const;

type Pair = readonly [string, string];

/** The query of a request, encoded and without its question mark; empty where nothing is given. */
export function queryOf(declared: readonly DeclaredQuery[], args: Readonly<Record<string, unknown>>): string {
  return encoded(
    declared.flatMap((query): Pair[] => {
      if ('value' in query) return [[query.name, query.value]];
      const value = argument(args, query.argument);
      return value === undefined || value === null ? [] : pairsOf(query, query.style ?? 'repeat', value);
    }),
  );
}

/** Pairs as a query or a form has them. */
export function encoded(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** A value under a name, as the style has it. Throws UnfitArguments where it can't be written so. */
export function pairsOf({ name }: { readonly name: string }, style: QueryStyle, value: unknown): Pair[] {
  if (style === 'json') return [[name, JSON.stringify(value)]];
  if (isPlain(value)) return [[name, wellFormed(name, textOf(value))]];
  if (style === 'deep') return deep(name, value, DEEPEST);
  const entries = Array.isArray(value) ? undefined : Object.entries(value as object);
  if (style === 'repeat' && entries) return entries.map(([key, item]) => [key, plain(key, item)]);
  const items = (entries?.flat() ?? (value as unknown[])).map((item) => plain(name, item));
  if (style === 'repeat') return items.map((item) => [name, item]);
  if (style === 'brackets') return items.map((item) => [`${name}[]`, item]);
  return items.length === 0 ? [] : [[name, items.join(BETWEEN[style])]];
}

function deep(name: string, value: unknown, left: number): Pair[] {
  if (value === undefined || value === null) return [];
  if (isPlain(value)) return [[name, wellFormed(name, textOf(value))]];
  if (left === 0) throw new UnfitArguments(`${name} is nested too deep for an address`);
  if (Array.isArray(value)) return value.flatMap((item) => deep(`${name}[]`, item, left - 1));
  return Object.entries(value as object).flatMap(([key, item]) => deep(`${name}[${key}]`, item, left - 1));
}

function plain(name: string, value: unknown): string {
  if (value === null) return '';
  if (!isPlain(value)) throw new UnfitArguments(`${name} may only hold texts, numbers, true and false`);
  return wellFormed(name, textOf(value));
}

function wellFormed(name: string, text: string): string {
  if (!text.isWellFormed()) throw new UnfitArguments(`${name} is not valid Unicode`);
  return text;
}

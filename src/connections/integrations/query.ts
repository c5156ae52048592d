import type { DeclaredQuery, QueryStyle } from './declaration.ts';
import { getArgument, InvalidArguments, isScalar, toText } from './values.ts';

/** Maximum nesting depth of objects in a query. */
const MAX_QUERY_DEPTH = 5;

const SEPARATORS = { comma: ',', space: ' ', pipe: '|' } as const;

type Pair = readonly [string, string];

/** Builds an encoded query without the question mark. Empty if there are no values. */
export function buildQuery(declared: readonly DeclaredQuery[], args: Readonly<Record<string, unknown>>): string {
  return encodePairs(
    declared.flatMap((query): Pair[] => {
      if ('value' in query) return [[query.name, query.value]];
      const value = getArgument(args, query.argument);
      return value === undefined || value === null ? [] : toPairs(query, query.style ?? 'repeat', value);
    }),
  );
}

/** Encodes pairs for a query or form. */
export function encodePairs(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** Serializes a value by style. Throws InvalidArguments if that is not possible. */
export function toPairs({ name }: { readonly name: string }, style: QueryStyle, value: unknown): Pair[] {
  if (style === 'json') return [[name, JSON.stringify(value)]];
  if (isScalar(value)) return [[name, assertWellFormed(name, toText(value))]];
  if (style === 'deep') return toDeepPairs(name, value, MAX_QUERY_DEPTH);
  const entries = Array.isArray(value) ? undefined : Object.entries(value as object);
  if (style === 'repeat' && entries) return entries.map(([key, item]) => [key, toPlainText(key, item)]);
  const items = (entries?.flat() ?? (value as unknown[])).map((item) => toPlainText(name, item));
  if (style === 'repeat') return items.map((item) => [name, item]);
  if (style === 'brackets') return items.map((item) => [`${name}[]`, item]);
  return items.length === 0 ? [] : [[name, items.join(SEPARATORS[style])]];
}

function toDeepPairs(name: string, value: unknown, left: number): Pair[] {
  if (value === undefined || value === null) return [];
  if (isScalar(value)) return [[name, assertWellFormed(name, toText(value))]];
  if (left === 0) throw new InvalidArguments(`${name} is nested too deep for a URL`);
  if (Array.isArray(value)) return value.flatMap((item) => toDeepPairs(`${name}[]`, item, left - 1));
  return Object.entries(value as object).flatMap(([key, item]) => toDeepPairs(`${name}[${key}]`, item, left - 1));
}

function toPlainText(name: string, value: unknown): string {
  if (value === null) return '';
  if (!isScalar(value)) throw new InvalidArguments(`${name} can contain only texts, numbers, true and false`);
  return assertWellFormed(name, toText(value));
}

function assertWellFormed(name: string, text: string): string {
  if (!text.isWellFormed()) throw new InvalidArguments(`${name} is not valid Unicode`);
  return text;
}

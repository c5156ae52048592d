import { METADATA_LIMITS, type StatedMetadata } from '../metadata/contract.ts';
import { cleanText } from './clean.ts';

/** Names of formats for the same property. */
const ALIASES: Readonly<Record<string, string>> = { creator: 'author', keyword: 'keywords', tags: 'keywords' };
const COMMA_LISTS = new Set(['keywords']);

/**
 * Converts properties that a file states to metadata: keys in lower case, scalars as texts, and lists of scalars. Other
 * values, empty ones and those beyond the limits are left out.
 */
export function toStatedMetadata(properties: Iterable<readonly [string, unknown]>): StatedMetadata {
  const stated = new Map<string, string | readonly string[]>();
  for (const [name, value] of properties) {
    const key = cleanText(name).trim().toLowerCase();
    if (key === '' || key.length > METADATA_LIMITS.key || stated.size >= METADATA_LIMITS.fields) continue;
    const converted = toStatedValue(key, value);
    if (converted === undefined) continue;
    stated.set(key, converted);
    const alias = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined;
    if (alias !== undefined && !stated.has(alias))
      stated.set(alias, COMMA_LISTS.has(alias) ? (toStatedValue(alias, value) ?? converted) : converted);
  }
  return Object.fromEntries(stated);
}

function toStatedValue(key: string, value: unknown): string | readonly string[] | undefined {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => toText(item, METADATA_LIMITS.item) ?? []).slice(0, METADATA_LIMITS.items);
    return items.length > 0 ? items : undefined;
  }
  const text = toText(value, METADATA_LIMITS.text);
  return text !== undefined && COMMA_LISTS.has(key) ? toStatedValue('', text.split(/[,;]/)) : text;
}

function toText(value: unknown, maxLength: number): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return undefined;
  const text = cleanText(String(value)).trim();
  return text === '' || text.length > maxLength ? undefined : text;
}

import type { Notes } from '../kinds/kind.ts';
import { parseLanguageTag } from '../language.ts';

/** Front matter of a Markdown document. */
interface FrontMatter {
  readonly title?: string | undefined;
  /** Value of `language` or `lang`, ISO 639-1. */
  readonly language?: string | undefined;
  /** Other keys and values, one per line. */
  readonly fields: string;
  /** All keys and values. */
  readonly properties?: readonly (readonly [string, unknown])[];
  /** Text after the front matter. */
  readonly rest: string;
}

/** Front matter of limited length. */
const BLOCK = /^---[^\S\n]*\r?\n([\s\S]{0,20000}?)\r?\n?(?:---|\.\.\.)[^\S\n]*(?:\r?\n|$)/;

/** Reads YAML front matter. Invalid YAML stays part of the text, with a warning. */
export async function readFrontMatter(text: string, { warnings }: Pick<Notes, 'warnings'>): Promise<FrontMatter> {
  const found = BLOCK.exec(text);
  if (!found) return { fields: '', rest: text };
  const { parse } = await import('yaml');
  const rest = text.slice(found[0].length);
  let value: unknown;
  try {
    value = parse(found[1] ?? '', { maxAliasCount: 100, logLevel: 'error', intAsBigInt: true });
  } catch {
    warnings.add('The front matter is not valid YAML and was read as text.');
    return { fields: found[1] ?? '', rest };
  }
  // A horizontal rule above a paragraph has the same form.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fields: '', rest: text };
  const { title, ...others } = value as Record<string, unknown>;
  const { language, lang } = others;
  const isTitle = typeof title === 'string' || typeof title === 'number' || typeof title === 'bigint';
  const lines = Object.entries(isTitle ? others : value).map(([key, item]) => `${key}: ${shown(item)}`);
  return {
    title: isTitle ? String(title).replace(/\s+/g, ' ').trim() || undefined : undefined,
    language: parseLanguageTag(language ?? lang),
    fields: lines.join('\n'),
    properties: Object.entries(value),
    rest,
  };
}

function shown(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object' || depth > 5) return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => shown(item, depth + 1)).join(', ');
  return Object.entries(value)
    .map(([key, item]) => `${key} ${shown(item, depth + 1)}`)
    .join(', ');
}

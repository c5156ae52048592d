import { type Block, ParseError } from '../contract.ts';
import { parseFailures } from '../failures.ts';

/** Maximum nesting of values. */
const MAX_DEPTH = 200;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** Whether a value fits on the line of its name. */
const isPlain = (value: unknown) => !isContainer(value) || (Array.isArray(value) && !value.some(isContainer));

/** Yields a paragraph per object with its path and its plain values. */
export function* toValueBlocks(value: unknown, path = '', depth = 0): Generator<Block> {
  if (depth > MAX_DEPTH)
    throw new ParseError('DAMAGED_FILE', parseFailures.document_levels_over_limit({ limit: MAX_DEPTH }));
  if (isPlain(value)) return yield toParagraph(line(path, value));
  const entries = Object.entries(value as object).map(([key, item]) => [key, item] as const);
  const isList = Array.isArray(value);
  const plainLines = entries.filter(([, item]) => isPlain(item)).map(([key, item]) => line(isList ? '' : key, item));
  const lines = plainLines.filter((text) => text !== '');
  if (lines.length > 0) yield toParagraph([path, ...lines].filter((text) => text !== '').join('\n'));
  for (const [key, item] of entries) {
    if (isPlain(item)) continue;
    const within = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    yield* toValueBlocks(item, within, depth + 1);
  }
}

const toParagraph = (text: string): Block => ({ kind: 'paragraph', text, page: null });

function line(name: string, value: unknown): string {
  const text = Array.isArray(value) ? value.map(plain).join(', ') : plain(value);
  return name === '' || text === '' ? text : `${name}: ${text}`;
}

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value));

import { parseJson } from '../../../platform/json.ts';
import { iterateLines } from '../../../platform/lines.ts';
import type { Block } from '../contract.ts';
import { decodeText, readText } from '../text/charset.ts';
import { toValueBlocks } from '../text/records.ts';
import type { ParserKind, Reading } from './kind.ts';

/** One JSON value, or one per line. */
export const json: ParserKind = {
  name: 'json',
  mediaType: 'application/json',
  alsoStated: ['text/json', 'application/ld+json', 'application/geo+json'],
  endings: ['.json', '.geojson'],
  isText: true,
  async *read(reading) {
    const text = await readText(reading);
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      // Logs often have this extension and one value per line.
      if (toJsonText(text.trimStart().split('\n', 1)[0] ?? '') === undefined) throw error;
      return yield* readLines(reading);
    }
    yield* toValueBlocks(value);
  },
};

/** One JSON value per line, read as a stream. */
export const ndjson: ParserKind = {
  name: 'ndjson',
  mediaType: 'application/x-ndjson',
  alsoStated: ['application/jsonl', 'application/ndjson', 'application/json-lines'],
  endings: ['.ndjson', '.jsonl'],
  isText: true,
  read: readLines,
};

/** Parses JSON. Returns undefined for other text. */
function toJsonText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

async function* readLines(reading: Reading): AsyncGenerator<Block> {
  let broken = 0;
  for await (const line of iterateLines(decodeText(reading))) {
    if (line.trim() === '') continue;
    const value = toJsonText(line);
    if (value === undefined) broken++;
    else yield* toValueBlocks(value);
  }
  if (broken > 0) reading.notes.warnings.add(`Lines that are not JSON were skipped: ${broken}.`);
}

import { toCharset } from './codepages.ts';
import { readStream } from './streams.ts';

/** Names of the properties that are read, by their number. */
const NAMES: Readonly<Record<number, string>> = {
  2: 'title',
  3: 'subject',
  4: 'author',
  5: 'keywords',
  12: 'created',
  13: 'modified',
};
const CODEPAGE = 1;
const UTF_16_CODEPAGE = 1200;
const DEFAULT_CHARSET = 'windows-1252';
/** Types of values: text in the codepage, text in UTF-16, time. */
const [NARROW_TEXT, WIDE_TEXT, TIME] = [0x1e, 0x1f, 0x40];
/** Place of the offset of the first set of properties. */
const SET_OFFSET = 44;
const MAX_PROPERTIES = 100;
/** Milliseconds from 1601 to 1970, and units of a time per millisecond. */
const EPOCH_MS = 11_644_473_600_000;
const UNITS_PER_MS = 10_000n;

/** Reads the document properties of an old Office file, as far as they are not cut off. */
export function readSummary(bytes: Buffer): ReadonlyMap<string, string | Date> {
  const found = new Map<string, string | Date>();
  const stream = Buffer.from(readStream(bytes, '\u0005SummaryInformation') ?? []);
  try {
    const set = stream.subarray(stream.readUInt32LE(SET_OFFSET));
    const count = Math.min(set.readUInt32LE(4), MAX_PROPERTIES);
    const offsets = Array.from({ length: count }, (_, at) => {
      const entry = 8 + at * 8;
      return [set.readUInt32LE(entry), set.readUInt32LE(entry + 4)] as const;
    });
    const offset = offsets.find(([id]) => id === CODEPAGE)?.[1];
    const charset = offset === undefined ? DEFAULT_CHARSET : getCharset(set.readUInt16LE(offset + 4));
    for (const [id, offset] of offsets) {
      const name = NAMES[id];
      const value = name === undefined ? undefined : readValue(set, offset, charset);
      if (name !== undefined && value !== undefined && value !== '') found.set(name, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

const getCharset = (codepage: number): string =>
  codepage === UTF_16_CODEPAGE ? 'utf-16le' : (toCharset(codepage) ?? DEFAULT_CHARSET);

function readValue(set: Buffer, offset: number, charset: string): string | Date | undefined {
  const type = set.readUInt16LE(offset);
  if (type === TIME) {
    const time = set.readBigUInt64LE(offset + 4);
    return time === 0n ? undefined : new Date(Number(time / UNITS_PER_MS) - EPOCH_MS);
  }
  if (type !== NARROW_TEXT && type !== WIDE_TEXT) return undefined;
  const length = set.readUInt32LE(offset + 4) * (type === WIDE_TEXT ? 2 : 1);
  const text = set.subarray(offset + 8, offset + 8 + length);
  if (text.length < length) return undefined;
  return new TextDecoder(type === WIDE_TEXT ? 'utf-16le' : charset).decode(text).replace(/\0.*$/s, '').trim();
}

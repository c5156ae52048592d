import { closeSync, openSync, readSync } from 'node:fs';

/** Family and characters of a font file. */
export interface FontFile {
  readonly family: string;
  /** Returns whether it has a glyph for the character. */
  hasGlyph(codePoint: number): boolean;
}

/** First and last character of a range of glyphs. */
type GlyphRange = readonly [first: number, last: number];

/** Maximum bytes of a table. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;
const FAMILY_NAMES = [16, 1];

/** Reads the family and characters of a TrueType or OpenType font. Returns undefined for any other file. */
export function readFont(path: string): FontFile | undefined {
  const file = openSync(path, 'r');
  try {
    const table = createTableReader(file);
    const [nameTable, cmapTable] = [table?.('name'), table?.('cmap')];
    const family = nameTable && readFamily(nameTable);
    if (!cmapTable || !family) return undefined;
    const ranges = readRanges(cmapTable);
    return { family, hasGlyph: (codePoint) => isInRanges(ranges, codePoint) };
  } catch (error) {
    // Offsets beyond the file: the font is unusable.
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, at: number, length: number): Buffer {
  if (length > MAX_TABLE_BYTES) throw new RangeError('a table is too long');
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

/** Returns the reader of a font's tables. For a collection, it reads the first font. */
function createTableReader(file: number): ((tag: string) => Buffer | undefined) | undefined {
  const head = readBytes(file, 0, 16);
  const kind = head.toString('latin1', 0, 4);
  const start = kind === 'ttcf' ? head.readUInt32BE(12) : 0;
  if (!['ttcf', 'OTTO', 'true', '\0\x01\0\0'].includes(kind)) return undefined;
  const count = readBytes(file, start, 12).readUInt16BE(4);
  const records = readBytes(file, start + 12, count * 16);
  return (tag) => {
    for (let at = 0; at < records.length; at += 16) {
      if (records.toString('latin1', at, at + 4) === tag)
        return readBytes(file, records.readUInt32BE(at + 8), records.readUInt32BE(at + 12));
    }
    return undefined;
  };
}

/** Returns the family name, preferably the typographic one that all weights share. */
function readFamily(names: Buffer): string | undefined {
  const [count, texts] = [names.readUInt16BE(2), names.readUInt16BE(4)];
  const familyNames = new Map<number, string>();
  for (let at = 6; at < 6 + count * 12; at += 12) {
    const [platform, id] = [names.readUInt16BE(at), names.readUInt16BE(at + 6)];
    if (platform !== 3 || !FAMILY_NAMES.includes(id) || familyNames.has(id)) continue;
    const from = texts + names.readUInt16BE(at + 10);
    const text = Buffer.from(names.subarray(from, from + names.readUInt16BE(at + 8)));
    familyNames.set(id, text.swap16().toString('utf16le'));
  }
  return FAMILY_NAMES.map((id) => familyNames.get(id)).find((name) => name !== undefined);
}

function readRanges(map: Buffer): GlyphRange[] {
  const tables = new Map<number, number>();
  for (let at = 4; at < 4 + map.readUInt16BE(2) * 8; at += 8) {
    const offset = map.readUInt32BE(at + 4);
    tables.set(map.readUInt16BE(offset), offset);
  }
  // The 32-bit table contains everything of the 16-bit one.
  const [long, short] = [tables.get(12), tables.get(4)];
  if (long !== undefined) return read32BitRanges(map.subarray(long));
  return short === undefined ? [] : read16BitRanges(map.subarray(short));
}

function read32BitRanges(table: Buffer): GlyphRange[] {
  const count = table.readUInt32BE(12);
  return Array.from({ length: Math.min(count, table.length / 12) }, (_, index) => {
    const at = 16 + index * 12;
    return [table.readUInt32BE(at), table.readUInt32BE(at + 4)] as const;
  });
}

function read16BitRanges(table: Buffer): GlyphRange[] {
  const count = table.readUInt16BE(6) / 2;
  return Array.from({ length: count }, (_, index) => {
    const last = table.readUInt16BE(14 + index * 2);
    const first = table.readUInt16BE(16 + count * 2 + index * 2);
    // The last segment only terminates the table.
    return [first, first === 0xffff ? -1 : last] as const;
  });
}

function isInRanges(ranges: readonly GlyphRange[], codePoint: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

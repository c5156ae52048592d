import type { Notes } from '../kinds/kind.ts';
import type { SourceFile } from '../source-file.ts';

/** Byte order marks. */
const MARKS: readonly { readonly charset: string; readonly bytes: readonly number[] }[] = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Maximum share of control characters in text. */
const MAX_CONTROL_SHARE = 0.02;
/** Number of bytes for charset detection. */
const SAMPLE_SIZE = 64 * 1024;
/** Minimum confidence of the detector out of 1, low because it underrates short texts. */
const MIN_CONFIDENCE = 0.05;
/** Minimum number of non-ASCII bytes of UTF-8 that refute a declared charset. */
const MIN_UTF8_BYTES = 8;
/** Charset of undetected text; it maps every byte. */
const FALLBACK = 'windows-1252';

/** Detected charset, and whether it is only assumed. */
interface DetectedCharset {
  readonly charset: string;
  readonly isAssumed: boolean;
}

/** A file to read as text, with its declared charset. */
interface TextSource {
  readonly file: SourceFile;
  readonly charset?: string | undefined;
  readonly notes: Notes;
}

/** Returns the charset by byte order mark, declaration, UTF-8 or UTF-16 check; undefined for others. */
function findCertainCharset(bytes: Buffer, stated?: string): string | undefined {
  const mark = MARKS.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return mark.charset;
  if (stated !== undefined && isCharset(stated)) return stated;
  return detectWideCharset(bytes) ?? (isUtf8(bytes) ? 'utf-8' : undefined);
}

async function detectCharset({ file, charset: stated }: TextSource): Promise<DetectedCharset> {
  const sample = await readNonAsciiBytes(file);
  const declared = stated !== undefined && isMistaken(stated, sample) ? 'utf-8' : stated;
  const charset = findCertainCharset(file.beginning, declared);
  if (charset !== undefined && (charset !== 'utf-8' || declared !== undefined || isUtf8(sample)))
    return { charset, isAssumed: false };
  const { detect } = await import('jschardet');
  const { encoding, confidence } = detect(sample);
  const isLikely = encoding !== null && (confidence ?? 0) >= MIN_CONFIDENCE && !/^mac|ebcdic|^cp037/i.test(encoding);
  const name = isLikely ? toDecoderName(encoding) : FALLBACK;
  return { charset: isCharset(name) ? name : FALLBACK, isAssumed: true };
}

/**
 * Whether text is UTF-8 although another charset is declared, as in pages that were saved or converted without a change
 * of their declaration. Text in other charsets is valid UTF-8 only by chance.
 */
function isMistaken(stated: string, sample: Buffer): boolean {
  if (/^utf-?16/i.test(stated)) return false;
  const foreign = sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  return foreign >= MIN_UTF8_BYTES && isUtf8(sample);
}

/** Converts a charset name of the detector to one of the decoder. */
function toDecoderName(encoding: string): string {
  if (/^cp949$/i.test(encoding)) return 'euc-kr';
  return /^cp125\d$/i.test(encoding) ? encoding.replace(/^cp/i, 'windows-') : encoding;
}

/** Returns bytes from the first non-ASCII one. */
async function readNonAsciiBytes(file: SourceFile): Promise<Buffer> {
  let at = 0;
  for await (const piece of file.pieces()) {
    const index = piece.findIndex((byte) => byte >= 0x80);
    if (index !== -1) return file.read(at + index, SAMPLE_SIZE);
    at += piece.length;
  }
  return file.beginning;
}

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name) !== undefined;
  } catch {
    return false;
  }
}

/** Detects UTF-16 without a byte order mark: every other byte of Latin text is null. */
function detectWideCharset(beginning: Buffer): string | undefined {
  const sample = beginning.subarray(0, 4096);
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const pairs = sample.length >> 1;
  if (pairs < 2) return undefined;
  if (odd > pairs * 0.4 && even === 0) return 'utf-16le';
  return even > pairs * 0.4 && odd === 0 ? 'utf-16be' : undefined;
}

function isUtf8(beginning: Buffer): boolean {
  try {
    // Streaming mode accepts a truncated last character.
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether bytes are text in UTF-16. */
export const isWideText = (beginning: Buffer): boolean => findCertainCharset(beginning)?.startsWith('utf-16') ?? false;

/** Decodes the first bytes of a file. */
export const decodeBeginning = (beginning: Buffer): string =>
  new TextDecoder(findCertainCharset(beginning) ?? FALLBACK).decode(beginning, { stream: true });

/** Whether bytes are text in some charset. Text can contain a few null bytes. */
export function isLikelyText(beginning: Buffer): boolean {
  const text = decodeBeginning(beginning);
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) controls++;
  }
  return controls <= Math.max(2, text.length * MAX_CONTROL_SHARE);
}

/** Yields the text of a file without its byte order mark. Warns about an assumed charset and invalid bytes. */
export async function* decodeText(source: TextSource): AsyncGenerator<string> {
  const { file, notes } = source;
  const { charset, isAssumed } = await detectCharset(source);
  if (isAssumed)
    notes.warnings.add(`The charset is not declared; the file was read as ${charset}, the most likely one.`);
  const decoder = new TextDecoder(charset);
  const checked = (text: string) => {
    if (text.includes('\ufffd')) notes.warnings.add(`Some bytes are not valid ${charset} and were skipped.`);
    return text;
  };
  for await (const piece of file.pieces()) yield checked(decoder.decode(piece, { stream: true }));
  yield checked(decoder.decode());
}

/** Returns the complete text of a file. */
export async function readText(source: TextSource): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of decodeText(source)) pieces.push(piece);
  return pieces.join('');
}

import type { SourceFile } from '../source-file.ts';

/** Marks at the beginning that tell how a text is written. */
const MARKS: readonly { readonly charset: string; readonly bytes: readonly number[] }[] = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Control characters of more than this share of the beginning are no text's. */
const MOST_CONTROLS = 0.02;

/**
 * How a text is written, by a mark or by what its beginning can be. What is no UTF-8 is Western European: every byte means
 * something there. `stated` counts where the bytes leave it open.
 */
export function charsetOf(beginning: Buffer, stated?: string): string {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, at) => beginning[at] === byte));
  if (mark) return mark.charset;
  if (stated !== undefined && isCharset(stated)) return stated;
  return wideCharset(beginning) ?? (isUtf8(beginning) ? 'utf-8' : 'windows-1252');
}

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name) !== undefined;
  } catch {
    return false;
  }
}

/** UTF-16 without a mark: of Latin text every other byte is null. */
function wideCharset(beginning: Buffer): string | undefined {
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
    // As a stream, so that a character cut off at the end is none that is broken.
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether bytes are text in some charset: a null byte or two are, a picture is not. */
export function looksLikeText(beginning: Buffer): boolean {
  const text = new TextDecoder(charsetOf(beginning)).decode(beginning, { stream: true });
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13) controls++;
  }
  return controls <= Math.max(2, text.length * MOST_CONTROLS);
}

/** The text of a file, piece by piece, without the mark at its beginning. */
export async function* textOf(file: SourceFile, stated?: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(charsetOf(file.beginning, stated));
  for await (const piece of file.pieces()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** The whole text of a file. */
export async function wholeText(file: SourceFile, stated?: string): Promise<string> {
  return new TextDecoder(charsetOf(file.beginning, stated)).decode(await file.all());
}

import { decodeText, type PptRecord, RECORD, readNumber } from './records.ts';

/** A text of a slide. */
export interface SlideText {
  /** Kind of text: {@link TITLE_TYPES}, {@link NOTES_TYPE} or another. */
  readonly type: number;
  readonly text: string;
}

/** Titles and centered titles. */
export const TITLE_TYPES: readonly number[] = [0, 6];
export const NOTES_TYPE = 2;
const OTHER_TYPE = 4;

/** Reads the texts in a list of records: each has a header, and its characters in one or two bytes. */
export function readTexts(records: Iterable<PptRecord>): SlideText[] {
  const texts: { type: number; text: string }[] = [];
  for (const record of records) {
    if (record.type === RECORD.textHeader) texts.push({ type: readNumber(record, 0) ?? OTHER_TYPE, text: '' });
    if (record.type !== RECORD.textChars && record.type !== RECORD.textBytes) continue;
    const text = record.type === RECORD.textChars ? decodeText(record) : record.data.toString('latin1');
    const last = texts.at(-1);
    if (last?.text === '') last.text = text;
    else texts.push({ type: OTHER_TYPE, text });
  }
  return texts;
}

/** Returns the paragraphs of a text. A star alone stands for a number, date or footer. */
export function toParagraphs(text: string): string[] {
  const lines = text.split(/[\r\n]/).map((line) => line.replaceAll('\v', '\n').trim());
  return lines.filter((line) => line !== '' && line !== '*');
}

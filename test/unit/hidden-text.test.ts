import { describe, expect, it } from 'vitest';
import { markHiddenInText } from '../../console/src/lib/hidden-text.ts';
import {
  cleanProse,
  countHiddenCharacters,
  markHiddenCharacters,
  removeHiddenCharacters,
} from '../../src/platform/hidden-text.ts';
import { isDisplayName } from '../../src/platform/names.ts';

/** The visibility rule by Unicode properties, one character at a time, independent of the product's pattern. */
const SHOWS_NOTHING = [
  /\p{General_Category=Control}/u,
  /\p{General_Category=Format}/u,
  /\p{General_Category=Private_Use}/u,
  /\p{General_Category=Surrogate}/u,
  /\p{General_Category=Line_Separator}/u,
  /\p{General_Category=Paragraph_Separator}/u,
  /\p{Default_Ignorable_Code_Point}/u,
  /\p{Noncharacter_Code_Point}/u,
  /[\u2800\u{1D159}]/u,
];
const isLayout = (text: string) => text === '\n' || text === '\t';
const isHidden = (text: string) => !isLayout(text) && SHOWS_NOTHING.some((property) => property.test(text));
const isUnusualSpace = (text: string) => text !== ' ' && /\p{General_Category=Space_Separator}/u.test(text);

const BLOCK = 0x1000;
const BLOCKS = Array.from({ length: 0x110000 / BLOCK }, (_, block) =>
  Array.from({ length: BLOCK }, (_, at) => String.fromCodePoint(block * BLOCK + at)),
);
const toMark = (text: string) => `[U+${text.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;

describe('hidden text', () => {
  it('is marked, counted and removed for every invisible character of Unicode, and for no other', () => {
    for (const block of BLOCKS) {
      // A character between two of them separates them.
      const text = block.join('a');
      const hidden = new Set(block.filter(isHidden));
      const seen = new Set([...hidden, ...block.filter(isUnusualSpace)]);
      expect(markHiddenCharacters(text)).toBe(block.map((each) => (seen.has(each) ? toMark(each) : each)).join('a'));
      expect(countHiddenCharacters(text)).toBe(seen.size);
      const shown = block.map((each) => (hidden.has(each) ? '' : each)).join('a');
      expect(removeHiddenCharacters(text)).toEqual({ text: shown, removedCount: hidden.size });
    }
  });

  it.each([
    ['soft hyphen', '\u00AD'],
    ['combining grapheme joiner', '\u034F'],
    ['Arabic letter mark', '\u061C'],
    ['Hangul choseong filler', '\u115F'],
    ['Hangul jungseong filler', '\u1160'],
    ['Hangul filler', '\u3164'],
    ['half-width Hangul filler', '\uFFA0'],
    ['Khmer inherent vowel', '\u17B4'],
    ['Mongolian vowel separator', '\u180E'],
    ['Mongolian variation selector', '\u180B'],
    ['zero width space', '\u200B'],
    ['joiner', '\u200D'],
    ['non-joiner', '\u200C'],
    ['left-to-right mark', '\u200E'],
    ['right-to-left override', '\u202E'],
    ['isolate', '\u2066'],
    ['word joiner', '\u2060'],
    ['invisible times', '\u2062'],
    ['deprecated shaping', '\u206A'],
    ['byte order mark', '\uFEFF'],
    ['interlinear annotation', '\uFFF9'],
    ['musical control', '\u{1D173}'],
    ['tag', '\u{E0041}'],
    ['variation selector', '\uFE01'],
    ['supplementary variation selector', '\u{E0101}'],
    ['private use', '\uE000'],
    ['private use of a plane', '\u{F0000}'],
    ['escape', '\u001B'],
    ['backspace', '\b'],
    ['carriage return alone', '\r'],
    ['next line', '\u0085'],
    ['line separator', '\u2028'],
    ['half of a pair', '\uD800'],
    ['noncharacter', '\uFDD0'],
  ])('%s is visible on an approval request and is not sent to models', (_, character) => {
    const text = `bob@example.com${character.repeat(33)}`;
    expect(countHiddenCharacters(text)).toBe(33);
    expect(markHiddenCharacters(text)).toMatch(/^bob@example\.com(?:\[U\+[\dA-F]+\]){33}$/);
    expect(removeHiddenCharacters(text)).toEqual({ text: 'bob@example.com', removedCount: 33 });
  });

  it('within ordinary text is sent to models, and still visible on an approval request', () => {
    const ordinary = ['⚠️ 1️⃣ 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'क्‍ष', 'one\r\ntwo\tthree\n'];
    for (const text of ordinary) {
      expect(removeHiddenCharacters(text)).toEqual({ text, removedCount: 0 });
      expect(countHiddenCharacters(text)).toBeGreaterThan(0);
    }
    // Similar text of another kind is meaningful.
    expect(removeHiddenCharacters('a\uFE0F\u200Db 🏴\u{E0061}\u{E007F}')).toEqual({ text: 'ab 🏴', removedCount: 4 });
    expect(removeHiddenCharacters('می‌‌خ').removedCount).toBe(2);
  });

  it('is never part of a name, except for emoji and the joiners of a script', () => {
    const shown = [
      'Ada',
      'Zoë O’Brien-Smith',
      'علی\u200cرضا',
      'क्\u200dष',
      '❤\ufe0f team',
      '👩\u200d💻 Dev',
      '1\ufe0f\u20e3',
    ];
    for (const name of shown) expect(isDisplayName(name), name).toBe(true);
    const hiding = [
      'A\u00adda',
      'Ada\u200b',
      '\u3164',
      'Ada\ufe0f',
      '1\ufe0f',
      'a\u200db',
      'a\u{e0061}',
      '\u2800',
      'a\nb',
      'a\tb',
    ];
    for (const name of hiding) expect(isDisplayName(name), JSON.stringify(name)).toBe(false);
  });

  it('is visible at the beginning and at the end of a long text too', () => {
    expect(markHiddenInText('  a\n  b\n\n', true)).toBe('␣␣a\n  b↵\n↵\n');
    expect(markHiddenInText('  a\n', false)).toBe('␣␣a\n');
  });

  it('is normalized in prose to one kind of line end and space', () => {
    expect(cleanProse('a\r\nb\rc\u00A0d\u3000e\u202F\u200Bf')).toEqual({ text: 'a\nb\nc d e f', removedCount: 1 });
  });
});

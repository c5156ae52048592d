import type { Readable } from 'node:stream';
import { findElement, getAttribute, getElements, listChildElements, type XmlElement } from '../ooxml/xml.ts';
import type { ListPosition } from './styles.ts';

interface Level {
  readonly format: string;
  /** Such as `%1.%2.`, with the number of each level. */
  readonly text: string;
  readonly start: number;
}

interface List {
  readonly abstractId: string;
  readonly levels: ReadonlyMap<number, Level>;
}

/** Levels of a list. */
const MAX_LEVEL = 8;

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Numbers that Word shows before paragraphs, such as `4.2`. They are not in the text, but texts refer to them. */
export class Numbering {
  readonly #lists = new Map<string, List>();
  /** Counters per level by abstract list. Lists of one abstract list continue its numbers. */
  readonly #counters = new Map<string, number[]>();

  static async read(stream: Readable | undefined): Promise<Numbering> {
    const numbering = new Numbering();
    const abstract = new Map<string, ReadonlyMap<number, Level>>();
    for await (const element of listChildElements(stream, 'numbering')) {
      if (element.name === 'abstractNum')
        abstract.set(getAttribute(element, 'abstractNumId') ?? '', readLevels(element));
      if (element.name !== 'num') continue;
      const reference = findElement(element, 'abstractNumId');
      const abstractId = (reference && getAttribute(reference, 'val')) ?? '';
      const overrides = getElements(element).filter(({ name }) => name === 'lvlOverride');
      const levels = new Map(abstract.get(abstractId));
      for (const override of overrides) overrideLevel(levels, override);
      const numId = getAttribute(element, 'numId') ?? '';
      numbering.#lists.set(numId, { abstractId: overrides.length > 0 ? `num ${numId}` : abstractId, levels });
    }
    return numbering;
  }

  /** Returns the label of the next paragraph of a list, such as `4.2.`; empty for bullets. */
  nextLabel({ numId, level }: ListPosition): string {
    const list = this.#lists.get(numId);
    const own = list?.levels.get(level);
    if (!list || !own || level < 0 || level > MAX_LEVEL) return '';
    const counters = this.#counters.get(list.abstractId) ?? [];
    this.#counters.set(list.abstractId, counters);
    for (let at = 0; at < level; at++) counters[at] ??= list.levels.get(at)?.start ?? 1;
    counters[level] = (counters[level] ?? own.start - 1) + 1;
    counters.length = level + 1;
    if (own.format === 'bullet') return '';
    return own.text.replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      return toNumeral(counters[at] ?? 1, list.levels.get(at)?.format ?? 'decimal');
    });
  }
}

function readLevels(element: XmlElement): Map<number, Level> {
  const levels = getElements(element).filter(({ name }) => name === 'lvl');
  return new Map(levels.map((level) => [Number(getAttribute(level, 'ilvl') ?? 0), toLevel(level)]));
}

function toLevel(element: XmlElement): Level {
  const getSetting = (name: string) => {
    const found = findElement(element, name);
    return found && getAttribute(found, 'val');
  };
  const start = Number(getSetting('start') ?? 1);
  return {
    format: getSetting('numFmt') ?? 'decimal',
    text: getSetting('lvlText') ?? '',
    start: Number.isInteger(start) ? start : 1,
  };
}

function overrideLevel(levels: Map<number, Level>, override: XmlElement): void {
  const at = Number(getAttribute(override, 'ilvl') ?? 0);
  const level = findElement(override, 'lvl');
  if (level) levels.set(at, toLevel(level));
  const start = findElement(override, 'startOverride');
  const current = levels.get(at);
  if (start && current) levels.set(at, { ...current, start: Number(getAttribute(start, 'val') ?? 1) || 0 });
}

/** Returns a number in a format of Word, such as `lowerRoman`. */
export function toNumeral(count: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return toLetters(count);
    case 'upperLetter':
      return toLetters(count).toUpperCase();
    case 'lowerRoman':
      return toRoman(count);
    case 'upperRoman':
      return toRoman(count).toUpperCase();
    case 'decimalZero':
      return String(count).padStart(2, '0');
    case 'bullet':
    case 'none':
      return '';
    default:
      return String(count);
  }
}

/** a to z, then aa, bb and so on, as Word counts. */
function toLetters(count: number): string {
  if (count < 1) return String(count);
  const letter = String.fromCharCode(97 + ((count - 1) % 26));
  return letter.repeat(Math.min(Math.floor((count - 1) / 26) + 1, 10));
}

function toRoman(count: number): string {
  if (count < 1 || count > 3999) return String(count);
  let rest = count;
  let text = '';
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) text += sign;
  return text;
}

import type { Block } from '../contract.ts';
import { convertTable } from '../tables.ts';
import { findAlignedTables } from './aligned-tables.ts';
import { computeMedian } from './columns.ts';
import type { FontSizes } from './font-sizes.ts';
import { joinRuns, type Line } from './lines.ts';

/** Distance of baselines between paragraphs, in usual distances. */
const PARAGRAPH_GAP = 1.3;
/** Indentation of a first line, in font sizes. */
const INDENT = 0.8;
const MAX_HEADING_LENGTH = 200;
const MAX_HEADING_LINES = 3;
const MAX_BOLD_HEADING_LENGTH = 90;
const BULLET = /^[•◦▪‣●○■□–—*·-]\s+(?=\S)/;
const NUMBERED = /^(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s+\S/;
const SENTENCE_END = /[.!?:。！？]["'”’)\]]*$/;

/** Yields the blocks of a region of one column. */
export function* toBlocks(lines: readonly Line[], page: number, sizes: FontSizes): Generator<Block> {
  for (const passage of findAlignedTables(lines)) {
    if ('rows' in passage) yield* convertTable(passage.rows, { page, header: 'unknown' });
    else yield* textBlocks(passage.lines, page, sizes);
  }
}

function* textBlocks(lines: readonly Line[], page: number, sizes: FontSizes): Generator<Block> {
  const distances = lines.slice(1).map(({ y }, at) => y - (lines[at]?.y ?? 0));
  const layout: Layout = {
    distance: computeMedian(distances.filter((distance) => distance > 0)),
    left: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
    sizes,
  };
  let group: Line[] = [];
  for (const line of lines) {
    const table = line.runs[0]?.table;
    const last = group.at(-1);
    if (group.length > 0 && (table || !last || startsParagraph(line, last, group, layout))) {
      yield* blockOf(group, page, sizes);
      group = [];
    }
    if (table) yield* convertTable(table.rows, { page, header: 'unknown' });
    else group.push(line);
  }
  if (group.length > 0) yield* blockOf(group, page, sizes);
}

interface Layout {
  readonly distance: number;
  readonly left: number;
  readonly right: number;
  readonly sizes: FontSizes;
}

const isBold = ({ runs }: Line): boolean => runs.every((run) => run.isBold);

function startsParagraph(
  line: Line,
  last: Line,
  group: readonly Line[],
  { distance, left, right, sizes }: Layout,
): boolean {
  const gap = line.y - last.y;
  if (gap > PARAGRAPH_GAP * Math.min(distance, line.size * 1.6) && gap > PARAGRAPH_GAP * 0.9 * line.size * 1.1)
    return true;
  if (Math.abs(line.size - last.size) > 0.08 * Math.max(line.size, last.size)) return true;
  if (isBold(line) !== isBold(last) && (sizes.isBoldHeading(group) || sizes.isBoldHeading([line]))) return true;
  const text = joinRuns(line.runs);
  if (BULLET.test(text) || NUMBERED.test(text)) return true;
  const lastText = joinRuns(last.runs);
  const isItem = BULLET.test(joinRuns(group[0]?.runs ?? [])) || NUMBERED.test(joinRuns(group[0]?.runs ?? []));
  const isIndented = line.x - last.x > INDENT * line.size && line.x - left < 5 * line.size;
  if (isIndented && !(isItem && group.length === 1)) return true;
  const firstWord = (line.runs[0]?.text.split(/\s/, 1)[0]?.length ?? 1) * line.size * 0.5;
  const isShort = last.right + firstWord < right - line.size;
  return isShort && SENTENCE_END.test(lastText) && right - left > 12 * line.size && line.x - left < 0.5 * line.size;
}

function* blockOf(lines: readonly Line[], page: number, sizes: FontSizes): Generator<Block> {
  const text = joinLines(lines);
  if (text.trim() === '') return;
  const level = headingLevel(lines, text, sizes);
  if (level !== undefined) yield { kind: 'heading', level, text, page };
  else if (BULLET.test(text)) yield { kind: 'list_item', level: 0, text: text.replace(BULLET, ''), page };
  else yield NUMBERED.test(text) ? { kind: 'list_item', level: 0, text, page } : { kind: 'paragraph', text, page };
}

function headingLevel(lines: readonly Line[], text: string, sizes: FontSizes): number | undefined {
  if (!/\p{L}{2}/u.test(text) || lines.length > MAX_HEADING_LINES || text.length > MAX_HEADING_LENGTH) return undefined;
  const level = sizes.levelOf(Math.max(...lines.map(({ size }) => size)));
  if (level !== undefined) return /^\p{Ll}/u.test(text) ? undefined : level;
  const isShort = text.length <= MAX_BOLD_HEADING_LENGTH && lines.length <= 2 && !/[.,;:]$/.test(text);
  return isShort && sizes.isBoldHeading(lines) ? sizes.boldLevel : undefined;
}

/** Joins the lines of a paragraph. A word that is divided by a hyphen is joined. */
export function joinLines(lines: readonly Line[]): string {
  let text = '';
  for (const { runs } of lines) {
    const next = joinRuns(runs);
    if (text === '') text = next;
    else if (/\u00ad$/.test(text)) text = text.slice(0, -1) + next;
    else if (/\p{Ll}[-‐]$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next;
    else if (isWideScript(text.at(-1)) && isWideScript(next[0])) text += next;
    else text += ` ${next}`;
  }
  return text;
}

/** Whether a character belongs to a script without spaces. */
const isWideScript = (character: string | undefined): boolean =>
  character !== undefined && /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/.test(character);

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Block } from '../../../src/knowledge/parsing/contract.ts';
import { mean, readBlocks, wordsOf } from './blocks.ts';

/** Pages that are compared per file. */
const MAX_PAGES = 40;
/** Minimum number of words of a compared page. */
const MIN_WORDS = 20;
/** Minimum agreement of the two other readers with each other. */
const MIN_SHARED_ORDER = 0.8;
/** Number of pages with a line that is a header or footer. */
const MIN_RUNNING_PAGES = 3;

/** Agreement of a file with other readers. */
export interface PdfScore {
  readonly file: string;
  readonly pages: number;
  readonly agreement: number;
  readonly hasColumns: boolean;
}

/** Files whose pages have two or three columns. */
const COLUMN_FILES = new Set([
  'amt_handbook_sample.pdf',
  'federal-register-2020-17221.pdf',
  'issue-982-example.pdf',
  'ligatures_01.pdf',
  'normal_4pages.pdf',
  'stream_parameter_misinterpretation_01.pdf',
]);

/**
 * Compares the words of PDF files and their order with those of `pdftotext` and MuPDF. The agreement of a page is the
 * higher of both. Pages on which these two do not agree have no order to compare with.
 */
export async function scorePdfs(folder: string): Promise<PdfScore[]> {
  const scores: PdfScore[] = [];
  const seen = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, file);
    const digest = file.endsWith('.pdf') ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
    if (digest === undefined || seen.has(digest)) continue;
    seen.add(digest);
    const agreements = await comparePages(path);
    const hasColumns = COLUMN_FILES.has(basename(file));
    if (agreements.length > 0) scores.push({ file, pages: agreements.length, agreement: mean(agreements), hasColumns });
  }
  return scores;
}

async function comparePages(path: string): Promise<number[]> {
  const readers = [readWith('pdftotext', [path, '-']), readWith('mutool', ['draw', '-q', '-F', 'txt', path])];
  const blocks = await readBlocks(path);
  const agreements: number[] = [];
  for (let at = 0; at < Math.min(MAX_PAGES, ...readers.map((pages) => pages.length)); at++) {
    const own = wordsOf(textOfPage(blocks, at + 1));
    const [first = [], second = []] = readers.map((pages) => wordsOf(removeRunningLines(pages, at, own).join('\n')));
    if (Math.min(first.length, second.length) < MIN_WORDS || agreementOf(first, second) < MIN_SHARED_ORDER) continue;
    agreements.push(Math.max(agreementOf(own, first), agreementOf(own, second)));
  }
  return agreements;
}

const textOfPage = (blocks: readonly Block[], number: number): string =>
  blocks.flatMap(({ page, text }) => (page === number ? [text] : [])).join('\n');

/** Returns the lines of each page as a program writes them, none if it cannot open the file. */
function readWith(program: string, args: readonly string[]): string[][] {
  try {
    const text = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 });
    return text.split('\f').map((page) => page.split('\n'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`${program} is not installed`);
    return [];
  }
}

const maskNumbers = (line: string): string => line.trim().replace(/\d+/g, '#');

/** Removes headers and footers that Holdfast omits: lines that recur on several pages with other numbers. */
function removeRunningLines(pages: readonly (readonly string[])[], at: number, own: readonly string[]): string[] {
  const others = pages.map((lines) => new Set(lines.map(maskNumbers)));
  const text = ` ${own.join(' ')} `;
  return (pages[at] ?? []).filter((line) => {
    const isRunning = others.filter((lines) => lines.has(maskNumbers(line))).length >= MIN_RUNNING_PAGES;
    return !isRunning || text.includes(` ${wordsOf(line).join(' ')} `);
  });
}

/** Share of the words of two texts that are in the same order in both. */
export function agreementOf(first: readonly string[], second: readonly string[]): number {
  let above = new Uint32Array(second.length + 1);
  for (const word of first) {
    const row = new Uint32Array(second.length + 1);
    for (const [at, other] of second.entries())
      row[at + 1] = word === other ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0);
    above = row;
  }
  return (2 * (above.at(-1) ?? 0)) / Math.max(1, first.length + second.length);
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { mean, readBlocks, wordsOf } from './blocks.ts';

/** Means over the pages: shares of the expected words that are read, and of the read words that are expected. */
export interface PageScores {
  readonly pages: number;
  readonly recall: number;
  readonly precision: number;
}

/** Compares the words of web pages with their main text in the test pages of Readability. */
export async function scorePages(folder: string): Promise<PageScores> {
  const scores: { readonly recall: number; readonly precision: number }[] = [];
  for (const page of readdirSync(folder).sort()) {
    const truth = join(folder, page, 'expected.html');
    if (!existsSync(truth)) continue;
    const expected = wordsOf(textOfHtml(readFileSync(truth, 'utf8')).toLowerCase());
    const blocks = await readBlocks(join(folder, page, 'source.html'));
    const own = wordsOf(blocks.map(({ text }) => text.toLowerCase()).join('\n'));
    const shared = countShared(expected, own);
    scores.push({ recall: shared / Math.max(1, expected.length), precision: shared / Math.max(1, own.length) });
  }
  const [recall, precision] = [mean(scores.map((each) => each.recall)), mean(scores.map((each) => each.precision))];
  return { pages: scores.length, recall, precision };
}

function textOfHtml(html: string): string {
  const texts: string[] = [];
  const parser = new Parser({ ontext: (text) => texts.push(text), onopentag: () => texts.push(' ') });
  parser.end(html);
  return texts.join('');
}

/** Number of words that two texts share, each as often as in both. */
function countShared(first: readonly string[], second: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of second) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of first) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  return shared;
}

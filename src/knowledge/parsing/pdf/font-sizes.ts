import type { Line } from './lines.ts';
import type { Run } from './runs.ts';

/** Minimum size of a heading, as a multiple of the text's. */
const MIN_RATIO = 1.12;
const MAX_LEVELS = 5;
/** Maximum share of bold characters for bold lines to be headings. */
const MAX_BOLD_SHARE = 0.3;

const rounded = (size: number): number => Math.round(size * 2) / 2;

/** Font sizes of a document, which distinguish headings from text. */
export class FontSizes {
  readonly #body: number;
  readonly #headings: readonly number[];
  readonly #hasBoldHeadings: boolean;

  constructor(pages: readonly (readonly Run[])[]) {
    const counts = new Map<number, number>();
    let [bold, all] = [0, 0];
    for (const { size, text, isBold } of pages.flat()) {
      counts.set(rounded(size), (counts.get(rounded(size)) ?? 0) + text.length);
      all += text.length;
      if (isBold) bold += text.length;
    }
    const most = [...counts].toSorted(([, a], [, b]) => b - a);
    this.#body = most[0]?.[0] ?? 1;
    // Sizes of few characters are decoration only if there are many sizes.
    const larger = most.map(([size]) => size).filter((size) => size >= this.#body * MIN_RATIO);
    this.#headings = larger.slice(0, MAX_LEVELS).toSorted((a, b) => b - a);
    this.#hasBoldHeadings = bold < all * MAX_BOLD_SHARE;
  }

  /** Level of a heading by its size, from 1. Undefined for text. */
  levelOf(size: number): number | undefined {
    if (rounded(size) < this.#body * MIN_RATIO) return undefined;
    const level = this.#headings.findIndex((heading) => rounded(size) >= heading);
    return level === -1 ? this.#headings.length : level + 1;
  }

  /** Level of bold lines in the size of the text. */
  get boldLevel(): number {
    return this.#headings.length + 1;
  }

  isBoldHeading(lines: readonly Line[]): boolean {
    return (
      this.#hasBoldHeadings &&
      lines.length > 0 &&
      lines.every(({ runs, size }) => rounded(size) >= this.#body * 0.95 && runs.every(({ isBold }) => isBold))
    );
  }
}

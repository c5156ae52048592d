import type { OcrImage } from './image.ts';

/** Width in pixels of the strips: several letters, but little skew. */
const STRIP_WIDTH = 96;
/** Share of a strip that the fullest row of a line of text covers. Dots have less ink, rules and pictures more. */
const [MIN_INK, MAX_INK] = [0.15, 0.85];
/** Minimum ink of the rows of small letters in that of the fullest row. Rows of ascenders have less. */
const SMALL_LETTER_INK = 0.3;
/** Pixels below which nothing is readable, and number of lines below which the size is unknown. */
const MIN_HEIGHT = 5;
const MIN_LINE_COUNT = 8;
/** Share of lines that may be smaller than the result, so that footnotes count and specks do not. */
const SMALLER_SHARE = 0.1;
/** Distance of the pixels that determine the threshold. */
const THRESHOLD_STEP = 7;

/**
 * Returns the height in pixels of small letters such as x in the smallest common type of an upright page. Undefined if
 * the page has too little text.
 */
export function measureSmallLetters({ width, height, pixels }: OcrImage): number | undefined {
  const threshold = findThreshold(pixels);
  const heights: number[] = [];
  const dark = new Uint8Array(height);
  for (let left = 0; left + STRIP_WIDTH <= width; left += STRIP_WIDTH) {
    for (let row = 0; row < height; row++) {
      let count = 0;
      const start = row * width + left;
      for (let at = start; at < start + STRIP_WIDTH; at++) if ((pixels[at] ?? 0) < threshold) count++;
      dark[row] = count;
    }
    for (const rows of listLines(dark)) heights.push(...measureLine(rows));
  }
  heights.sort((a, b) => a - b);
  return heights.length < MIN_LINE_COUNT ? undefined : heights[Math.floor(heights.length * SMALLER_SHARE)];
}

/** Yields the ink of each line of text in a strip, by row. Blank rows separate lines. */
function* listLines(dark: Uint8Array): Generator<Uint8Array> {
  for (let top = 0, row = 0; row <= dark.length; row++) {
    if (row < dark.length && dark[row] !== 0) continue;
    if (row - top >= MIN_HEIGHT) yield dark.subarray(top, row);
    top = row + 1;
  }
}

/** Returns the height of the rows of small letters; none if this is no line of text. */
function measureLine(rows: Uint8Array): number[] {
  const inkAt = (row: number) => ((rows[row - 1] ?? 0) + 2 * (rows[row] ?? 0) + (rows[row + 1] ?? 0)) / 4;
  const ink = Array.from(rows, (_, row) => inkAt(row));
  const most = Math.max(...ink);
  if (most < STRIP_WIDTH * MIN_INK || most > STRIP_WIDTH * MAX_INK) return [];
  const fullest = ink.indexOf(most);
  const hasSmallLetters = (row: number) => (ink[row] ?? 0) >= most * SMALL_LETTER_INK;
  let [top, bottom] = [fullest, fullest + 1];
  while (hasSmallLetters(top - 1)) top--;
  while (hasSmallLetters(bottom)) bottom++;
  return bottom - top < MIN_HEIGHT ? [] : [bottom - top];
}

/** Returns the brightness between ink and paper that separates them best (Otsu's method). */
function findThreshold(pixels: Buffer): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += THRESHOLD_STEP) {
    const pixel = pixels[at] ?? 0;
    counts[pixel] = (counts[pixel] ?? 0) + 1;
  }
  const total = counts.reduce((sum, count, value) => sum + count * value, 0);
  const pixelCount = counts.reduce((sum, count) => sum + count, 0);
  let [best, threshold, darkCount, darkSum] = [0, 128, 0, 0];
  for (const [value, count] of counts.entries()) {
    darkCount += count;
    darkSum += count * value;
    const lightCount = pixelCount - darkCount;
    if (darkCount === 0 || lightCount === 0) continue;
    const difference = darkSum / darkCount - (total - darkSum) / lightCount;
    const contrast = darkCount * lightCount * difference ** 2;
    if (contrast > best) [best, threshold] = [contrast, value + 1];
  }
  return threshold;
}

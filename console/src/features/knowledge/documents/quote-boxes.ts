import type { PDFPageProxy } from 'pdfjs-dist';
import { type CitedQuote, findQuoteParts, type ItemPart } from './page-quote.ts';

/** A rectangle on a page, in shares of its width and height. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type TextItem = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>;

/** Extent of a font above and below its baseline, in shares of its size. */
const ASCENT = 0.85;
const DESCENT = 0.25;

/** Finds the rectangles that a quote covers on a page. Empty if the page does not contain it as text. */
export async function findQuoteBoxes(page: PDFPageProxy, quote: CitedQuote): Promise<PageBox[]> {
  const { items, styles } = await page.getTextContent();
  const texts = items.filter((item): item is TextItem => 'str' in item);
  const viewport = page.getViewport({ scale: 1 });
  const context = document.createElement('canvas').getContext('2d');
  const measure = (text: string, font: string) => {
    if (!context) return text.length;
    context.font = `20px ${styles[font]?.fontFamily ?? 'sans-serif'}`;
    return context.measureText(text).width;
  };
  const parts = findQuoteParts(
    texts.map(({ str }) => str),
    quote,
  );
  return parts.flatMap((part) => {
    const item = texts[part.item];
    if (!item) return [];
    const corners = toCorners(item, toShares(item, part, measure)).map(([x, y]) =>
      viewport.convertToViewportPoint(x, y),
    );
    const [xs, ys] = [corners.map(([x]) => Number(x)), corners.map(([, y]) => Number(y))];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return {
      left: left / viewport.width,
      top: top / viewport.height,
      width: (Math.max(...xs) - left) / viewport.width,
      height: (Math.max(...ys) - top) / viewport.height,
    };
  });
}

/** Returns where a part of an item starts and ends, in shares of the item's width. */
function toShares(
  { str, dir, fontName }: TextItem,
  { start, end }: ItemPart,
  measure: (text: string, font: string) => number,
): readonly [number, number] {
  const width = measure(str, fontName) || 1;
  const from = measure(str.slice(0, start), fontName) / width;
  const to = measure(str.slice(0, end), fontName) / width;
  return dir === 'rtl' ? [1 - to, 1 - from] : [from, to];
}

/** Returns the corners of a part of an item, in the space of the page. */
function toCorners({ transform, width }: TextItem, [from, to]: readonly [number, number]): [number, number][] {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform as number[];
  const size = Math.hypot(a, b) || 1;
  const along = (share: number): [number, number] => [x + (a / size) * width * share, y + (b / size) * width * share];
  return [from, to].map(along).flatMap(([left, base]): [number, number][] => [
    [left + c * ASCENT, base + d * ASCENT],
    [left - c * DESCENT, base - d * DESCENT],
  ]);
}

import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { PdfPicture } from './pdf.ts';

const FONT = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';

/** Renders lines of text as a scanned image, of 94 dpi times the scale. A tab starts the second column. */
export async function renderPicture(
  lines: readonly string[],
  scale = 1,
): Promise<PdfPicture & { readonly png: Buffer }> {
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(FONT), 'Scan');
  const [width, height] = [Math.round(800 * scale), Math.round(1035 * scale)];
  const canvas = createCanvas(width, height);
  const paper = canvas.getContext('2d');
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, width, height);
  paper.fillStyle = 'black';
  paper.font = `${36 * scale}px Scan`;
  for (const [at, line] of lines.entries())
    for (const [column, text] of line.split('\t').entries())
      paper.fillText(text, (80 + column * 360) * scale, (120 + at * 50) * scale);
  const { data } = paper.getImageData(0, 0, width, height);
  const grey = Buffer.alloc(width * height);
  for (let at = 0; at < grey.length; at++) grey[at] = data[at * 4] ?? 255;
  return { width, height, grey, png: await canvas.encode('png') };
}
